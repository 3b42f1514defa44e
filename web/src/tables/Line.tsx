/** The moves that were played, numbered; where they can be gone back to, each is a button. */

import { splitFen } from "../core/fen";
import { t } from "../ui/language";

interface Props {
  /** The position before the first move. */
  readonly fen: string;
  readonly moves: readonly string[];
  /** How many of them are on the board, where one can jump. */
  readonly at?: number;
  readonly onJump?: (plies: number) => void;
}

export function Line({ fen, moves, at, onJump }: Props) {
  const { turn, fullmove } = splitFen(fen);
  const first = 2 * (Number(fullmove) || 1) + (turn === "black" ? 1 : 0);
  return (
    <ol class="tables-line" aria-label={t("tables.line")}>
      {moves.map((san, index) => {
        const ply = first + index;
        const number = ply % 2 === 0 ? `${ply / 2}.` : index === 0 ? `${(ply - 1) / 2}…` : "";
        return (
          <li key={index} data-ply={index + 1}>
            {number && <span class="quiet">{number} </span>}
            {onJump ? (
              <button
                type="button"
                aria-current={at === index + 1 ? "step" : undefined}
                onClick={() => onJump(index + 1)}
              >
                {san}
              </button>
            ) : (
              san
            )}
          </li>
        );
      })}
    </ol>
  );
}
