/** All moves with their values, the best first. */

import { t } from "../ui/language";
import { worth } from "./values";
import type { ProbedMove } from "./wire";

interface Props {
  readonly moves: readonly ProbedMove[];
  readonly onPlay: (move: ProbedMove) => void;
}

export function MoveValues({ moves, onPlay }: Props) {
  if (moves.length === 0) return <p class="quiet">{t("tables.no-moves")}</p>;
  return (
    <ul class="move-values" aria-label={t("tables.moves")}>
      {moves.map((move) => (
        <li key={move.uci}>
          <button type="button" data-uci={move.uci} data-value={move.value} onClick={() => onPlay(move)}>
            <span class={`chip value-${move.value}`} aria-hidden="true" />
            <span class="move-san">{move.san}</span>
            <span class="move-worth">{worth(move)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
