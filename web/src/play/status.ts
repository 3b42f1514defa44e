/** What the line beside the board says, and what is read aloud of a game on request. */

import { remaining } from "../core/clock";
import { placementOf } from "../core/fen";
import type { Color } from "../core/geometry";
import type { GameState, VariantInfo } from "../core/wire";
import { describeMove } from "../core/words";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { rememberGame } from "../ui/memory";

interface Now {
  readonly session: GameSession;
  readonly state: GameState;
  readonly mine: boolean;
  /** What has just happened and is to be read first; "" for nothing. */
  readonly notice: string;
  readonly check: boolean;
  readonly premoved: boolean;
  /** The latest position is shown. */
  readonly live: boolean;
}

export function statusText({ session, state, mine, notice, check, premoved, live }: Now): string {
  if (session.link.value === "lost") return t("play.reconnecting");
  if (!live && !notice) return check ? `${t("play.check")} ${t("play.earlier")}` : t("play.earlier");
  const parts: string[] = [];
  if (notice) parts.push(notice);
  else if (premoved) parts.push(t("play.premove"));
  else if (state.thinking) parts.push(t("play.thinking"));
  else if (state.you.length !== 1) parts.push(t(`play.turn.${state.turn}`));
  else parts.push(t(mine ? "play.your-turn" : "play.their-turn"));
  if (check && !notice) parts.push(t("play.check"));
  if (state.claim && mine && !notice) parts.push(t(`play.may-claim.${state.claim}`));
  if (state.you.length === 0 && !notice) parts.push(t("error.not-your-seat"));
  return parts.join(" ");
}

export function describeLast(variant: VariantInfo, state: GameState, ply: number): string {
  if (ply === 0) return t("say.no-move");
  const played = state.moves[ply - 1]!;
  const from = ply === 1 ? state.startFen : state.moves[ply - 2]!.fen;
  return describeMove(t, variant, placementOf(from, variant), played.uci, played.san);
}

export function describeClocks(session: GameSession, state: GameState): string {
  const clock = state.clock;
  if (!clock) return t("say.no-clock");
  const left = (color: Color): string => {
    const seconds = Math.ceil(remaining(clock, color, session.elapsed()) / 1000);
    return t("say.time", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
  return t("say.clocks", { white: left("white"), black: left("black") });
}

/** The mark in the tab: another one while you are to move. */
export function showIcon(turn: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", turn ? "/icon-turn.svg" : "/icon.svg");
}

/** Keeps how a game stands beside its key, for the list of one's games. */
export function remember(
  state: Pick<GameState, "id" | "variant" | "mode" | "ply" | "result">,
  token: string,
  now: { level?: number; mine: boolean; over: boolean },
): void {
  if (!token) return;
  rememberGame({
    id: state.id,
    token,
    variant: state.variant,
    mode: state.mode,
    level: now.level ?? 0,
    plies: state.ply,
    yourTurn: now.mine,
    result: state.result,
    over: now.over,
    at: Date.now(),
  });
}
