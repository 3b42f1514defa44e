/** What each move of a piece is worth, drawn over the board: form and number say it, not colour alone. */

import { UNIT } from "../board/squares";
import { type Color, cellOf, type Shape, type Square } from "../core/geometry";
import { movesIn } from "./ladder";
import type { ProbedMove } from "./wire";

interface Props {
  readonly shape: Shape;
  readonly bottom: Color;
  readonly marks: ReadonlyMap<Square, ProbedMove>;
}

export function ValueMarks({ shape, bottom, marks }: Props) {
  return (
    <svg
      class="value-marks"
      viewBox={`0 0 ${shape.files * UNIT} ${shape.ranks * UNIT}`}
      aria-hidden="true"
      focusable="false"
    >
      {[...marks].map(([square, move]) => {
        const { column, row } = cellOf(shape, square, bottom);
        const x = column * UNIT + UNIT / 2;
        const y = row * UNIT + UNIT / 2;
        return (
          <g key={square} class={`value-mark value-${move.value}`} transform={`translate(${x} ${y})`}>
            {move.value === "win" ? (
              <circle r="13" />
            ) : move.value === "loss" ? (
              <path d="M0 -17L17 0 0 17 -17 0z" />
            ) : (
              <rect x="-12" y="-12" width="24" height="24" rx="3" />
            )}
            <text y="5" text-anchor="middle">
              {move.dtm === null ? (move.value === "unknown" ? "?" : "=") : movesIn(move.dtm)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
