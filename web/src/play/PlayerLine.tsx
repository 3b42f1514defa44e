/** One line at each end of the board: who plays, what he has taken, his clock. */

import { useEffect, useRef, useState } from "preact/hooks";
import { PieceIcon } from "../board/Diagram";
import { crossedMark, formatClock, remaining } from "../core/clock";
import { type Color, opposite } from "../core/geometry";
import { sentence } from "../core/i18n";
import { type GameState, isOver, type VariantInfo } from "../core/wire";
import { pieceName } from "../core/words";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { alertNow } from "../ui/say";
import { play } from "../ui/sound";
import { artOf } from "../ui/variants";

interface Props {
  readonly color: Color;
  readonly state: GameState;
  readonly variant: VariantInfo;
  readonly session: GameSession;
}

export function PlayerLine({ color, state, variant, session }: Props) {
  const player = state.players[color];
  const active = state.turn === color && !isOver(state);
  const taken = state.captured[opposite(color)];
  const name =
    player.kind === "computer"
      ? t("play.computer", { level: player.level ?? 0 })
      : state.you.length === 1 && state.you[0] === color
        ? t("play.you")
        : player.name || sentence(t(`color.${color}`));
  return (
    <div class={active ? "player active" : "player"} data-player={color}>
      <span class={`disc ${color}`} aria-hidden="true" />
      <span class="player-name">{name}</span>
      {active && <span class="unseen">{t("play.to-move")}</span>}
      {active && state.thinking && <span class="thinking" aria-hidden="true" />}
      <span class="taken">
        {taken.length > 0 && (
          <span class="unseen">
            {t("play.taken", { pieces: taken.map((each) => pieceName(t, variant, each)).join(", ") })}
          </span>
        )}
        {taken.map((letter, index) => (
          <PieceIcon key={index} art={artOf(variant, letter)} color={opposite(color)} />
        ))}
      </span>
      {state.clock && (
        <ClockFace color={color} state={state} session={session} mine={state.you.includes(color)} />
      )}
    </div>
  );
}

export function ClockFace({
  color,
  state,
  session,
  mine,
}: {
  color: Color;
  state: GameState;
  session: GameSession;
  /** It is this player's time, or his team's. */
  mine: boolean;
}) {
  const clock = state.clock!;
  const runs = clock.running === color && !isOver(state);
  const [, tick] = useState(0);
  const shown = useRef(clock[color]);
  const left = remaining(clock, color, runs ? session.elapsed() : 0);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), left < 10_000 ? 100 : 250);
    return () => clearInterval(timer);
  }, [runs, left < 10_000, state.seq]);
  useEffect(() => {
    const mark = crossedMark(shown.current, left);
    shown.current = left;
    if (mark !== null && runs && mine) {
      alertNow(t("say.low-time", { seconds: mark }));
      if (mark === 10) play("low");
    }
  });
  return (
    <span class={`clock${runs ? " runs" : ""}${left < 10_000 ? " low" : ""}`} role="timer" aria-live="off">
      {formatClock(left)}
    </span>
  );
}
