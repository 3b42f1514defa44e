/** What the engine's opinions of a game's positions say about its moves. Pure. */

import type { Color } from "../core/geometry";
import type { LegalMove } from "../core/move";

/** The engine's opinion of one position, for White. */
export interface Opinion {
  /** Hundredths of a pawn; null where the end is seen. */
  readonly score: number | null;
  /** Plies to the forced end, negative when Black wins. */
  readonly mate: number | null;
  readonly depth: number;
  readonly line: readonly LegalMove[];
}

export type Judgement = "good" | "inaccuracy" | "mistake" | "blunder";

/** The marks of chess literature; a good move has none. */
export const GLYPHS: Record<Judgement, string> = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** How much of a point a move has to cost. */
const COSTS: readonly (readonly [number, Judgement])[] = [
  [0.3, "blunder"],
  [0.2, "mistake"],
  [0.1, "inaccuracy"],
];

/** White's expected points, from 0 to 1, by the curve of the Elo scale: 400 hundredths are ten to one. */
export function chance(opinion: Pick<Opinion, "score" | "mate">): number {
  if (opinion.mate !== null) return opinion.mate > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-(opinion.score ?? 0) / 400));
}

/** White's points when the game is over; an unfinished one counts half. */
export function chanceOf(result: string): number {
  return result === "1-0" ? 1 : result === "0-1" ? 0 : 0.5;
}

/** What the move of a side was worth, from White's chances before and after it. */
export function judge(before: number, after: number, mover: Color): Judgement {
  const cost = mover === "white" ? before - after : after - before;
  return COSTS.find(([least]) => cost >= least)?.[1] ?? "good";
}

/** "+1.3", "−0.4", or the moves to the end: "#4", "−#4". */
export function scoreText(opinion: Pick<Opinion, "score" | "mate">): string {
  if (opinion.mate !== null) {
    const moves = Math.ceil(Math.abs(opinion.mate) / 2);
    return `${opinion.mate < 0 ? "−" : ""}#${moves}`;
  }
  const pawns = (Math.abs(opinion.score ?? 0) / 100).toFixed(1);
  return `${(opinion.score ?? 0) < 0 && pawns !== "0.0" ? "−" : "+"}${pawns}`;
}

/** A line with its move numbers, from a position of so many half-moves. */
export function lineText(line: readonly LegalMove[], fullmove: number, turn: Color, most = 8): string {
  const words: string[] = [];
  let number = fullmove;
  let white = turn === "white";
  for (const move of line.slice(0, most)) {
    if (white) words.push(`${number}.`);
    else if (words.length === 0) words.push(`${number}…`);
    words.push(move.san);
    if (!white) number += 1;
    white = !white;
  }
  return words.join(" ");
}
