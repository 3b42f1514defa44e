/** Where the mated king stands: shade and share of each square. */

import { darkSquares, UNIT } from "../board/squares";
import { cellOf, fileName, fileOf, rankOf, type Shape, squareName } from "../core/geometry";
import { t } from "../ui/language";

interface Props {
  readonly shape: Shape;
  /** Mates by square, from a1 on. */
  readonly counts: readonly number[];
  readonly label: string;
}

export function HeatMap({ shape, counts, label }: Props) {
  const total = counts.reduce((sum, each) => sum + each, 0);
  const most = Math.max(...counts, 1);
  if (total === 0) return <p class="quiet">{t("tables.heat.none")}</p>;
  const top = [...counts.entries()]
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12);
  return (
    <figure class="heat">
      <svg
        viewBox={`0 0 ${shape.files * UNIT} ${shape.ranks * UNIT}`}
        class="diagram-picture"
        role="img"
        aria-label={label}
      >
        <rect class="sq-light" width={shape.files * UNIT} height={shape.ranks * UNIT} />
        <path class="sq-dark" d={darkSquares(shape, "white")} />
        {counts.map((count, square) => {
          if (count === 0) return null;
          const { column, row } = cellOf(shape, square, "white");
          const share = (100 * count) / total;
          return (
            <g key={square}>
              <circle
                class="heat-spot"
                cx={(column + 0.5) * UNIT}
                cy={(row + 0.5) * UNIT}
                r={4 + 19 * Math.sqrt(count / most)}
              />
              {share >= 0.5 && (
                <text
                  class="heat-text"
                  x={(column + 0.5) * UNIT}
                  y={(row + 0.5) * UNIT + 4.5}
                  text-anchor="middle"
                >
                  {Math.round(share)}
                </text>
              )}
            </g>
          );
        })}
        {Array.from({ length: shape.ranks }, (_, rank) => (
          <text key={`r${rank}`} class="heat-coordinate" x={3} y={(shape.ranks - 1 - rank) * UNIT + 11}>
            {rank + 1}
          </text>
        ))}
        {Array.from({ length: shape.files }, (_, file) => (
          <text
            key={`f${file}`}
            class="heat-coordinate"
            x={(file + 1) * UNIT - 3}
            y={shape.ranks * UNIT - 3}
            text-anchor="end"
          >
            {fileName(file)}
          </text>
        ))}
      </svg>
      <figcaption class="quiet">{t("tables.heat.caption")}</figcaption>
      <details>
        <summary>{t("tables.heat.numbers")}</summary>
        <p>
          {top
            .map(([square, count]) => `${squareName(shape, square)} ${((100 * count) / total).toFixed(1)} %`)
            .join(", ")}
        </p>
      </details>
    </figure>
  );
}

export interface Places {
  /** Shares of all mates, in percent. */
  readonly corners: number;
  readonly edges: number;
  readonly middle: number;
}

/** How much of it happens in the corners, on the rest of the edge, and elsewhere. */
export function placesOf(shape: Shape, counts: readonly number[]): Places {
  let corners = 0;
  let edges = 0;
  let middle = 0;
  for (const [square, count] of counts.entries()) {
    const file = fileOf(shape, square);
    const rank = rankOf(shape, square);
    const sides =
      Number(file === 0 || file === shape.files - 1) + Number(rank === 0 || rank === shape.ranks - 1);
    if (sides === 2) corners += count;
    else if (sides === 1) edges += count;
    else middle += count;
  }
  const total = Math.max(1, corners + edges + middle);
  return { corners: (100 * corners) / total, edges: (100 * edges) / total, middle: (100 * middle) / total };
}
