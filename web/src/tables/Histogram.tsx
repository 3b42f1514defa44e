/** How many positions are how many moves from the end, as a plot, and as a table for who cannot see it. */

import { language, t } from "../ui/language";

interface Props {
  /** Positions by moves to the end, from one move on. */
  readonly counts: readonly number[];
  readonly label: string;
}

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 62;
const BOTTOM = 28;
const TOP = 10;

export function Histogram({ counts, label }: Props) {
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (total === 0) return <p class="quiet">{t("tables.plot.none")}</p>;
  const number = new Intl.NumberFormat(language.value);
  const most = Math.max(...counts);
  const ceiling = niceCeiling((100 * most) / total);
  const step = (WIDTH - LEFT - 4) / counts.length;
  const height = HEIGHT - TOP - BOTTOM;
  const every = Math.max(1, Math.ceil(counts.length / 12 / 5) * 5);
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => {
          const y = TOP + height * (1 - part);
          return (
            <g key={part}>
              <path class="plot-line" d={`M${LEFT} ${y}H${WIDTH}`} />
              <text class="plot-text" x={LEFT - 6} y={y + 4} text-anchor="end">
                {`${number.format(ceiling * part)} %`}
              </text>
            </g>
          );
        })}
        {counts.map((count, index) => {
          const tall = (((100 * count) / total) * height) / ceiling;
          return (
            <rect
              key={index}
              class="plot-bar"
              x={LEFT + index * step + step * 0.1}
              y={TOP + height - tall}
              width={step * 0.8}
              height={Math.max(tall, count > 0 ? 1 : 0)}
            >
              <title>{t("tables.plot.bar", { moves: index + 1, count: number.format(count) })}</title>
            </rect>
          );
        })}
        {counts.map((_, index) =>
          index === 0 || (index + 1) % every === 0 ? (
            <text
              key={index}
              class="plot-text"
              x={LEFT + (index + 0.5) * step}
              y={HEIGHT - 8}
              text-anchor="middle"
            >
              {index + 1}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption class="quiet">{t("tables.plot.caption")}</figcaption>
      <details>
        <summary>{t("tables.plot.numbers")}</summary>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{t("tables.plot.moves")}</th>
              <th scope="col">{t("tables.plot.positions")}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count, index) =>
              count > 0 ? (
                <tr key={index}>
                  <th scope="row">{index + 1}</th>
                  <td>{number.format(count)}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The least of 1, 2, 5, 10, … that is not below. */
export function niceCeiling(value: number): number {
  let step = 0.01;
  for (;;) {
    for (const factor of [1, 2, 5]) if (value <= step * factor) return step * factor;
    step *= 10;
  }
}

/** Plies of a winner on move, or of a loser, as moves of the winner: 1 and 2 plies are one move. */
export function byMoves(plies: readonly number[]): number[] {
  const out: number[] = [];
  for (const [index, count] of plies.entries()) {
    if (count === 0 || index === 0) continue;
    const moves = Math.ceil(index / 2);
    while (out.length < moves) out.push(0);
    out[moves - 1]! += count;
  }
  return out;
}
