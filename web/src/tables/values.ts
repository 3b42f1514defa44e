/** What values are called, and why there is none. Pure but for the texts. */

import { colorOf, placementOf, splitFen } from "../core/fen";
import { type Color, opposite } from "../core/geometry";
import { sentence } from "../core/i18n";
import type { VariantInfo, WireError } from "../core/wire";
import { fenErrorText } from "../ui/errors";
import { t } from "../ui/language";
import { movesIn } from "./ladder";
import type { Probe, ProbedMove, Value } from "./wire";

/** "White wins in 12 moves", for who is to move. */
export function verdict(turn: Color, value: Value, dtm: number | null): string {
  if (value === "draw" || dtm === null)
    return t(value === "unknown" ? "tables.value.unknown" : "tables.value.draw");
  const winner = t(`color.${value === "win" ? turn : opposite(turn)}`);
  if (dtm === 0) return t("tables.value.over", { winner });
  const moves = movesIn(dtm);
  return sentence(t(moves === 1 ? "tables.value.wins-1" : "tables.value.wins", { winner, moves }));
}

/** The same of a position. */
export function verdictOf(probe: Probe): string {
  if (probe.status === "checkmate") return t("tables.over.checkmate");
  if (probe.status === "stalemate") {
    return probe.value === "draw" ? t("tables.over.stalemate") : verdict(probe.turn, probe.value, 0);
  }
  return verdict(probe.turn, probe.value, probe.dtm);
}

/**
 * Whether the count of moves runs out before the mate with best play. It can be told where nothing but the mate
 * ends the count: without pawns, and with nothing to be taken from the bare king. Then the count, else null.
 */
export function countTooHigh(probe: Probe, variant: VariantInfo): number | null {
  const { turn, halfmove } = splitFen(probe.fen);
  if (probe.dtm === null || variant.claimPlies === 0 || /[Pp]/.test(probe.ending)) return null;
  const loser = probe.value === "win" ? opposite(turn) : turn;
  const men = placementOf(probe.fen, variant).filter((letter) => letter && colorOf(letter) === loser);
  const count = Number(halfmove);
  return men.length === 1 && count + probe.dtm > variant.claimPlies ? count : null;
}

/** What a move is worth to who makes it, in a word and a number: "wins in 12", "loses in 3", "draw". */
export function worth(move: ProbedMove): string {
  if (move.dtm === null) return t(move.value === "unknown" ? "tables.move.unknown" : "tables.move.draw");
  return t(`tables.move.${move.value}`, { moves: movesIn(move.dtm) });
}

/** Why a position has no value, in the reader's language. */
export function problemText(error: WireError, fen: string, variant: VariantInfo): string {
  const men = placementOf(fen, variant).filter(Boolean);
  switch (error.code) {
    case "bad-fen":
      return fenErrorText(error, fen, variant);
    case "unavailable":
      return t("tables.problem.building");
    case "offline":
    case "rate-limited":
      return t(`error.${error.code}`);
  }
  if (men.length > 5) return t("tables.problem.men", { men: men.length });
  const pawns = men.filter((letter) => letter.toUpperCase() === "P");
  if (
    variant.pair &&
    pawns.some((letter) => colorOf(letter) === "white") &&
    pawns.some((letter) => colorOf(letter) === "black")
  )
    return t("tables.problem.pawns");
  if (men.length === 5) return t("tables.problem.five");
  if (pawns.length > 0 && men.length > 3 && variant.pair) return t("tables.problem.pair");
  return error.detail.includes("builds none") ? t("tables.problem.off") : t("tables.problem.none");
}
