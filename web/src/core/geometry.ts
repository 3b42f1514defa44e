/**
 * Squares and shapes. A square is its dense number, rank × files + file, as in the Go core; the rest of
 * the client never does this arithmetic itself.
 */

export interface Shape {
  readonly files: number;
  readonly ranks: number;
}

export type Color = "white" | "black";

/** A square number, 0 (a1) to files × ranks − 1. */
export type Square = number;

/** The most files and ranks that the board can draw. */
export const MAX_SIDE = 16;

const FILE_LETTERS = "abcdefghijklmnop";

export function opposite(color: Color): Color {
  return color === "white" ? "black" : "white";
}

export function squareCount(shape: Shape): number {
  return shape.files * shape.ranks;
}

export function fileOf(shape: Shape, square: Square): number {
  return square % shape.files;
}

export function rankOf(shape: Shape, square: Square): number {
  return Math.floor(square / shape.files);
}

export function squareAt(shape: Shape, file: number, rank: number): Square {
  return rank * shape.files + file;
}

export function fileName(file: number): string {
  return FILE_LETTERS[file] ?? "";
}

/** "e4", or "c10": the file letter and the rank counted from one. */
export function squareName(shape: Shape, square: Square): string {
  return fileName(fileOf(shape, square)) + String(rankOf(shape, square) + 1);
}

/** The square of that name, or null where the board has none. */
export function parseSquare(shape: Shape, text: string): Square | null {
  const match = /^([a-p])([1-9][0-9]?)$/.exec(text);
  if (!match) return null;
  const file = FILE_LETTERS.indexOf(match[1]!);
  const rank = Number(match[2]) - 1;
  return file < shape.files && rank < shape.ranks ? squareAt(shape, file, rank) : null;
}

/** True where the square is one of the dark ones; a1 is dark. */
export function isDark(shape: Shape, square: Square): boolean {
  return (fileOf(shape, square) + rankOf(shape, square)) % 2 === 0;
}

export interface Cell {
  /** Column from the left of the screen, row from its top. */
  readonly column: number;
  readonly row: number;
}

/** Where a square is drawn when `bottom` plays up the screen. */
export function cellOf(shape: Shape, square: Square, bottom: Color): Cell {
  const file = fileOf(shape, square);
  const rank = rankOf(shape, square);
  return bottom === "white"
    ? { column: file, row: shape.ranks - 1 - rank }
    : { column: shape.files - 1 - file, row: rank };
}

/** The square drawn in a cell, or null outside the board. */
export function squareOfCell(shape: Shape, cell: Cell, bottom: Color): Square | null {
  const { column, row } = cell;
  if (column < 0 || row < 0 || column >= shape.files || row >= shape.ranks) return null;
  return bottom === "white"
    ? squareAt(shape, column, shape.ranks - 1 - row)
    : squareAt(shape, shape.files - 1 - column, row);
}

/** The rank that a digit key jumps to: 1–9 as they are, 0 for rank ten; null where there is none. */
export function rankOfDigit(shape: Shape, key: string): number | null {
  if (!/^[0-9]$/.test(key)) return null;
  const rank = key === "0" ? 9 : Number(key) - 1;
  return rank < shape.ranks ? rank : null;
}
