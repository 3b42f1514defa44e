/** A team's line at its end of the board. */

import type { Color } from "../core/geometry";
import { type GameState, isOver } from "../core/wire";
import type { GameSession } from "../net/session";
import { ClockFace } from "../play/PlayerLine";
import { t } from "../ui/language";
import { colorOfSeat, type Seat, type TagState } from "./wire";

export function nameOf(state: TagState, seat: Seat): string {
  const place = state.tag.seats[seat];
  return place.kind === "computer"
    ? t("play.computer", { level: place.level ?? 0 })
    : place.name || t(`tag.of.${seat}`);
}

/** A team's two players, who of them holds the move, and its clock. */
export function TeamLine({ color, state, session }: { color: Color; state: TagState; session: GameSession }) {
  const over = isOver(state as unknown as GameState);
  const active = state.turn === color && !over;
  return (
    <div class={active ? "player active" : "player"} data-player={color}>
      <span class={`disc ${color}`} aria-hidden="true" />
      {(["q", "k"] as const).map((side) => {
        const seat = ((color === "white" ? "w" : "b") + side) as Seat;
        const holds = state.tag.holders[color] === side && !over;
        return (
          <span key={side} class={holds ? "tag-name holds" : "tag-name"}>
            {holds && <span aria-hidden="true">▸ </span>}
            {nameOf(state, seat)}
            {state.you.includes(seat) && ` (${t("play.you")})`}
            {holds && <span class="unseen"> {t("tag.holds")}</span>}
          </span>
        );
      })}
      <span class="taken" />
      {state.clock && (
        <ClockFace
          color={color}
          state={state as unknown as GameState}
          session={session}
          mine={state.you.some((seat) => colorOfSeat(seat) === color)}
        />
      )}
    </div>
  );
}
