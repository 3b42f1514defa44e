/** What the server says of a game of Tag Chess beyond what it says of every game. */

import type { Color } from "../core/geometry";
import type { LegalMove } from "../core/move";
import type { GameState } from "../core/wire";

export type Side = "q" | "k";
export type Seat = "wq" | "wk" | "bq" | "bk";

export const SEATS: readonly Seat[] = ["wq", "wk", "bq", "bk"];

export interface TagSeat {
  readonly kind: "human" | "computer" | "free";
  readonly name: string;
  readonly level?: number;
  readonly ready: boolean;
}

export interface TagEvent {
  readonly kind: "move" | "pass" | "foul" | "take-over";
  readonly by: Seat;
  readonly uci?: string;
  readonly san?: string;
  /** Plies before it. */
  readonly ply: number;
}

export interface Tag {
  readonly phase: "table" | "play" | "over";
  readonly touchMove: boolean;
  readonly holders: Readonly<Record<Color, Side>>;
  /** The seat that is to act, "" outside play. */
  readonly holder: Seat | "";
  readonly forbidden: readonly string[];
  readonly plays: readonly LegalMove[];
  readonly fouls: readonly LegalMove[];
  readonly canPass: boolean;
  readonly seats: Readonly<Record<Seat, TagSeat>>;
  readonly events: readonly TagEvent[];
  /** Server time in milliseconds. */
  readonly idle: { readonly seat: Seat; readonly takeOverAt: number; readonly claimWinAt: number } | null;
}

export interface TagState extends Omit<GameState, "you"> {
  readonly you: readonly Seat[];
  readonly tag: Tag;
}

/** The game as one of Tag Chess, or null where it is another. */
export function tagState(state: GameState): TagState | null {
  const game = state as unknown as TagState;
  return game.tag ? game : null;
}

export function colorOfSeat(seat: Seat): Color {
  return seat[0] === "w" ? "white" : "black";
}

export function sideOfSeat(seat: Seat): Side {
  return seat[1] as Side;
}

export function partnerOf(seat: Seat): Seat {
  return (seat[0]! + (seat[1] === "q" ? "k" : "q")) as Seat;
}

/** The half of the board that a file belongs to. */
export function sideOfFile(file: number, files: number): Side {
  return file < files / 2 ? "q" : "k";
}
