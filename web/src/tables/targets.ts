/** Where the moves that a table knows lead. Pure. */

import type { Mark } from "../board/Board";
import type { Square } from "../core/geometry";
import { parseUci } from "../core/move";
import type { VariantInfo } from "../core/wire";
import type { ProbedMove } from "./wire";

/** The moves of the man on a square by where they go; of several, as promotions are, the best first. */
export function movesFrom(
  variant: VariantInfo,
  moves: readonly ProbedMove[],
  from: Square,
): ReadonlyMap<Square, readonly ProbedMove[]> {
  const found = new Map<Square, readonly ProbedMove[]>();
  for (const move of moves) {
    const read = parseUci(move.uci, variant);
    if (read?.from === from) found.set(read.to, [...(found.get(read.to) ?? []), move]);
  }
  return found;
}

/** How the targets are marked on the board. */
export function marksOf(
  placement: readonly string[],
  targets: ReadonlyMap<Square, unknown>,
): Map<Square, Mark> {
  return new Map([...targets.keys()].map((square) => [square, placement[square] ? "capture" : "move"]));
}
