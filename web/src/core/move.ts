/** Moves as text: UCI apart, typed SAN or UCI found among the legal moves, and words completed. */

import { colorOf, type Placement, withColor } from "./fen";
import { fileOf, parseSquare, rankOf, type Shape, type Square, squareAt } from "./geometry";

export interface LegalMove {
  readonly uci: string;
  readonly san: string;
}

export interface Move {
  readonly from: Square;
  readonly to: Square;
  /** Lower-case letter of the promotion, "" for none. */
  readonly promotion: string;
}

/** `e7e8b`, `e10c10`: from, to, promotion. Null for anything else. */
export function parseUci(text: string, shape: Shape): Move | null {
  const match = /^([a-p][0-9]{1,2})([a-p][0-9]{1,2})([a-z]?)$/.exec(text);
  if (!match) return null;
  const from = parseSquare(shape, match[1]!);
  const to = parseSquare(shape, match[2]!);
  return from === null || to === null ? null : { from, to, promotion: match[3] ?? "" };
}

/** SAN without what people leave out: check marks, comments, `x`, `=`, and zeros for O. */
function bare(san: string): string {
  return san
    .trim()
    .replace(/^0-0-0/, "O-O-O")
    .replace(/^0-0/, "O-O")
    .replace(/[+#!?x=:\s]/g, "");
}

/**
 * The legal move that the text means. SAN and UCI are read; the case of the piece letter matters only where
 * two moves would differ by it. Null where none or more than one fits.
 */
export function findTyped(text: string, legal: readonly LegalMove[]): LegalMove | null {
  const wanted = text.trim();
  if (!wanted) return null;
  const uci = legal.find((move) => move.uci === wanted.toLowerCase());
  if (uci) return uci;
  const exact = legal.filter((move) => bare(move.san) === bare(wanted));
  if (exact.length === 1) return exact[0]!;
  const loose = legal.filter((move) => bare(move.san).toLowerCase() === bare(wanted).toLowerCase());
  return loose.length === 1 ? loose[0]! : null;
}

/** Legal moves whose SAN or UCI begins with the text, SAN first. */
export function completions(text: string, legal: readonly LegalMove[], limit: number): string[] {
  const wanted = bare(text).toLowerCase();
  if (!wanted) return [];
  const sans = legal
    .filter((move) => bare(move.san).toLowerCase().startsWith(wanted))
    .map((move) => move.san);
  const ucis = legal.filter((move) => move.uci.startsWith(wanted)).map((move) => move.uci);
  return [...new Set([...sans, ...ucis])].slice(0, limit);
}

/**
 * The board as it will most likely look after a move, shown until the server answers: the piece moved,
 * the corner piece of a castling too, a promotion and its pair, and a pawn taken in passing.
 */
export function preview(placement: Placement, move: Move, shape: Shape, pair: string): Placement {
  const next = placement.slice();
  const letter = next[move.from];
  if (!letter) return placement;
  const color = colorOf(letter);
  const kind = letter.toUpperCase();
  const shift = fileOf(shape, move.to) - fileOf(shape, move.from);
  next[move.from] = "";
  if (kind === "P" && shift !== 0 && !next[move.to]) {
    const back = color === "white" ? -1 : 1;
    for (let rank = rankOf(shape, move.to) + back; rank >= 0 && rank < shape.ranks; rank += back) {
      const square = squareAt(shape, fileOf(shape, move.to), rank);
      if (next[square]) {
        next[square] = "";
        break;
      }
    }
  }
  next[move.to] = move.promotion ? withColor(move.promotion, color) : letter;
  if (move.promotion && move.promotion === pair) next[move.from] = withColor(pair, color);
  if (kind === "K" && Math.abs(shift) === 2) {
    const rank = rankOf(shape, move.from);
    const corner = squareAt(shape, shift > 0 ? shape.files - 1 : 0, rank);
    next[squareAt(shape, fileOf(shape, move.to) - Math.sign(shift), rank)] = next[corner] ?? "";
    next[corner] = "";
  }
  return next;
}
