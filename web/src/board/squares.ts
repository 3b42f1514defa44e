/** The measure and the chequers that boards and diagrams share. */

import { type Color, cellOf, isDark, type Shape, squareCount } from "../core/geometry";

/** Drawing units per square: those of the piece drawings. */
export const UNIT = 48;

/** The dark squares as one path, as they lie when `bottom` plays up the screen. */
export function darkSquares(shape: Shape, bottom: Color): string {
  let path = "";
  for (let square = 0; square < squareCount(shape); square++) {
    if (!isDark(shape, square)) continue;
    const { column, row } = cellOf(shape, square, bottom);
    path += `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
  }
  return path;
}
