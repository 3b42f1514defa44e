/**
 * Position text as far as a client needs it: the placement field both ways, and the other five fields as
 * words. The server alone decides whether a position is legal.
 */

import { type Color, type Shape, type Square, squareAt, squareCount } from "./geometry";

/** One letter a square as in the FEN (upper case: White), "" where the square is empty. */
export type Placement = readonly string[];

export type FenError =
  | { readonly code: "ranks"; readonly found: number; readonly expected: number }
  | { readonly code: "squares"; readonly rank: number; readonly found: number; readonly expected: number }
  | { readonly code: "letter"; readonly rank: number; readonly letter: string };

export type PlacementResult =
  | { readonly ok: true; readonly placement: Placement }
  | { readonly ok: false; readonly error: FenError };

/** Reads a placement field. Runs of empty squares are decimal numbers, so `10` is ten squares. */
export function parsePlacement(text: string, shape: Shape): PlacementResult {
  const rows = text.split("/");
  if (rows.length !== shape.ranks) {
    return { ok: false, error: { code: "ranks", found: rows.length, expected: shape.ranks } };
  }
  const placement: string[] = new Array(squareCount(shape)).fill("");
  for (const [index, row] of rows.entries()) {
    const rank = shape.ranks - 1 - index;
    let file = 0;
    for (const token of row.match(/[0-9]+|./gu) ?? []) {
      if (/^[0-9]+$/.test(token)) {
        file += Number(token);
      } else if (/^[A-Za-z]$/.test(token)) {
        if (file < shape.files) placement[squareAt(shape, file, rank)] = token;
        file += 1;
      } else {
        return { ok: false, error: { code: "letter", rank: rank + 1, letter: token } };
      }
    }
    if (file !== shape.files) {
      return { ok: false, error: { code: "squares", rank: rank + 1, found: file, expected: shape.files } };
    }
  }
  return { ok: true, placement };
}

/** The placement of a FEN that the server wrote; an empty board where it does not fit the shape. */
export function placementOf(fen: string, shape: Shape): Placement {
  const result = parsePlacement(fen.split(" ", 1)[0] ?? "", shape);
  return result.ok ? result.placement : emptyPlacement(shape);
}

export function emptyPlacement(shape: Shape): Placement {
  return new Array(squareCount(shape)).fill("");
}

/** The placement field; `parsePlacement` reads it back. */
export function formatPlacement(placement: Placement, shape: Shape): string {
  const rows: string[] = [];
  for (let rank = shape.ranks - 1; rank >= 0; rank--) {
    let row = "";
    let run = 0;
    for (let file = 0; file < shape.files; file++) {
      const letter = placement[squareAt(shape, file, rank)];
      if (!letter) {
        run += 1;
        continue;
      }
      if (run > 0) row += String(run);
      run = 0;
      row += letter;
    }
    rows.push(run > 0 ? row + String(run) : row);
  }
  return rows.join("/");
}

export interface FenFields {
  readonly placement: string;
  readonly turn: Color;
  readonly castling: string;
  readonly enPassant: string;
  readonly halfmove: string;
  readonly fullmove: string;
}

/** Splits a FEN into its fields; missing ones get their usual defaults. */
export function splitFen(fen: string): FenFields {
  const [placement = "", turn = "w", castling = "-", enPassant = "-", halfmove = "0", fullmove = "1"] = fen
    .trim()
    .split(/\s+/);
  return { placement, turn: turn === "b" ? "black" : "white", castling, enPassant, halfmove, fullmove };
}

export function joinFen(fields: FenFields): string {
  const { placement, turn, castling, enPassant, halfmove, fullmove } = fields;
  return `${placement} ${turn === "white" ? "w" : "b"} ${castling || "-"} ${enPassant} ${halfmove} ${fullmove}`;
}

export function colorOf(letter: string): Color {
  return letter === letter.toUpperCase() ? "white" : "black";
}

/** The letter in the case of its colour. */
export function withColor(letter: string, color: Color): string {
  return color === "white" ? letter.toUpperCase() : letter.toLowerCase();
}

/** The placement with one square changed. */
export function withSquare(placement: Placement, square: Square, letter: string): Placement {
  const next = placement.slice();
  next[square] = letter;
  return next;
}

/** All squares that hold that letter, from a1 on. */
export function squaresOf(placement: Placement, letter: string): Square[] {
  return placement.flatMap((there, square) => (there === letter ? [square] : []));
}
