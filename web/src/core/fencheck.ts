/**
 * What is wrong with a typed position, as far as it can be told without the rules: the server decides, and
 * this finds the words in the reader's language.
 */

import { parsePlacement, splitFen, squaresOf } from "./fen";
import { parseSquare, rankOf, squareName } from "./geometry";
import type { Params } from "./i18n";
import type { VariantInfo } from "./wire";

export interface FenFault {
  /** A key below `fen.`. */
  readonly key: string;
  readonly params: Params;
}

/** The first fault in the order of the fields, or null where the text looks right. */
export function faultOf(fen: string, variant: VariantInfo): FenFault | null {
  const words = fen.trim().split(/\s+/);
  const fields = splitFen(fen);
  const read = parsePlacement(fields.placement, variant);
  if (!read.ok) {
    const { code, ...params } = read.error;
    return { key: code, params };
  }
  const royal = variant.pieces.find((each) => each.royal)?.letter ?? "K";
  for (const [square, letter] of read.placement.entries()) {
    if (!letter) continue;
    const rank = rankOf(variant, square);
    if (!variant.pieces.some((each) => each.letter === letter.toUpperCase())) {
      return { key: "letter", params: { rank: rank + 1, letter } };
    }
    if (letter.toUpperCase() === "P" && (rank === 0 || rank === variant.ranks - 1)) {
      return { key: "pawn", params: { square: squareName(variant, square) } };
    }
  }
  for (const [color, letter] of [
    ["white", royal],
    ["black", royal.toLowerCase()],
  ] as const) {
    const kings = squaresOf(read.placement, letter).length;
    if (kings !== 1) return { key: `${kings === 0 ? "no-king" : "kings"}.${color}`, params: {} };
  }
  if (words[1] !== undefined && !/^[wb]$/.test(words[1])) return { key: "turn", params: {} };
  if (!/^(-|[KQkq]+)$/.test(fields.castling)) return { key: "castling", params: {} };
  const passed = fields.enPassant === "-" ? [] : (fields.enPassant.match(/[a-z]\d+|./g) ?? []);
  if (passed.some((each) => parseSquare(variant, each) === null)) return { key: "passant", params: {} };
  if (!/^\d{1,5}$/.test(fields.halfmove) || !/^[1-9]\d{0,4}$/.test(fields.fullmove)) {
    return { key: "counters", params: {} };
  }
  return null;
}
