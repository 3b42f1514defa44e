/** Why a move was refused, as far as a client can tell from reach and legal moves. */

import { colorOf, type Placement } from "./fen";
import { type Color, fileOf, rankOf, type Shape, type Square, squareName } from "./geometry";
import type { Move } from "./move";
import type { Reach } from "./wire";

export interface Attempt {
  readonly shape: Shape;
  readonly placement: Placement;
  readonly turn: Color;
  readonly check: boolean;
  readonly from: Square;
  readonly to: Square;
  readonly legal: readonly Move[];
  readonly reach: Reach;
}

/** A key below `refused.`; the caller fills in the name of the piece. */
export function refusalReason(attempt: Attempt): string {
  const { shape, placement, from, to } = attempt;
  const letter = placement[from];
  if (!letter) return "empty";
  if (colorOf(letter) !== attempt.turn) return "not-yours";
  const target = squareName(shape, to);
  const there = placement[to];
  if (there && colorOf(there) === attempt.turn) return "own-piece";
  const royal = letter.toUpperCase() === "K";
  const reached = attempt.reach.moves.includes(target) || attempt.reach.captures.includes(target);
  if (!reached) {
    const castling = royal && rankOf(shape, from) === rankOf(shape, to);
    if (castling && Math.abs(fileOf(shape, from) - fileOf(shape, to)) >= 2) return "castling";
    if (there && attempt.reach.captures.length === 0 && attempt.reach.attacksKing.length > 0)
      return "no-capture";
    return "not-its-move";
  }
  if (royal) return "king-into-check";
  if (attempt.check) return "still-in-check";
  return "pinned";
}
