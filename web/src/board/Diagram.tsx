/** A picture of a position: no input, one label. */

import { colorOf, type Placement } from "../core/fen";
import { cellOf, type Shape } from "../core/geometry";
import { darkSquares, UNIT } from "./squares";

export interface DiagramProps {
  readonly shape: Shape;
  readonly placement: Placement;
  readonly art: (letter: string) => string;
  readonly label: string;
}

export function Diagram({ shape, placement, art, label }: DiagramProps) {
  const dark = darkSquares(shape, "white");
  const width = shape.files * UNIT;
  const height = shape.ranks * UNIT;
  return (
    <svg class="diagram-picture" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <rect class="sq-light" width={width} height={height} />
      <path class="sq-dark" d={dark} />
      {placement.map((letter, square) => {
        if (!letter) return null;
        const { column, row } = cellOf(shape, square, "white");
        return (
          <use
            key={square}
            href={`#p-${art(letter)}`}
            class={`piece ${colorOf(letter)}`}
            x={column * UNIT}
            y={row * UNIT}
            width={UNIT}
            height={UNIT}
          />
        );
      })}
    </svg>
  );
}

/** One piece alone, in a line of text, a legend or a button. Hidden from screen readers: words say it. */
export function PieceIcon({ art, color }: { art: string; color: "white" | "black" }) {
  return (
    <svg class="piece-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <use href={`#p-${art}`} class={`piece ${color}`} width="48" height="48" />
    </svg>
  );
}
