/** The wire types, as the server writes them. */

import type { ClockState } from "./clock";
import type { Color } from "./geometry";
import type { LegalMove } from "./move";

export interface PieceInfo {
  readonly letter: string;
  readonly name: string;
  readonly value: number;
  readonly colour: "alternates" | "bound" | "";
  readonly promotion: boolean;
  readonly royal: boolean;
  /** Stands on the board at the start. */
  readonly setUp: boolean;
}

export interface VariantInfo {
  readonly id: string;
  readonly name: string;
  readonly files: number;
  readonly ranks: number;
  readonly start: string;
  readonly team: boolean;
  readonly stalemate: "draw" | "loss";
  readonly claimPlies: number;
  readonly drawPlies: number;
  readonly promotions: readonly string[];
  readonly pair: string;
  readonly pieces: readonly PieceInfo[];
}

export interface PositionInfo {
  readonly fen: string;
  readonly check: boolean;
  readonly status: string;
  readonly result: string;
  readonly turn: Color;
  readonly legal: readonly LegalMove[];
  readonly claim: string;
}

export interface Reach {
  readonly moves: readonly string[];
  readonly captures: readonly string[];
  readonly attacksKing: readonly string[];
}

export type Mode = "computer" | "hotseat" | "link" | "tag";

export interface ClockChoice {
  /** Seconds. */
  readonly initial: number;
  readonly increment: number;
}

export interface NewGame {
  readonly variant: string;
  readonly mode: Mode;
  readonly color: Color | "random";
  readonly level: number;
  readonly clock: ClockChoice | null;
  readonly fen: string;
  /** Played before, from the position on; at one screen. */
  readonly moves?: readonly string[];
  readonly white?: string;
  readonly black?: string;
  /** Shown to the other player. */
  readonly name?: string;
  /** In the lobby until somebody comes. */
  readonly open?: boolean;
}

export interface CreatedGame {
  readonly id: string;
  readonly token: string;
  readonly seats: readonly Color[];
}

export interface PlayedMove extends LegalMove {
  readonly fen: string;
  readonly clock?: number;
}

export interface Player {
  readonly kind: "human" | "computer" | "free";
  readonly name?: string;
  readonly level?: number;
}

/** What the players of a game that is over want next: seats. */
export interface Rematch {
  readonly rematch: readonly string[];
  /** Those of them that want to keep their seats. */
  readonly rematchKeep: readonly string[];
  /** The game that follows, or "". */
  readonly next: string;
}

export interface Chat {
  /** Seats that want to talk. */
  readonly on: readonly string[];
  /** All do. */
  readonly open: boolean;
  readonly lines: readonly { readonly seat: string; readonly text: string; readonly at: number }[];
}

export interface GameState extends Rematch {
  readonly id: string;
  readonly seq: number;
  readonly variant: string;
  readonly mode: Mode;
  readonly startFen: string;
  readonly fen: string;
  readonly ply: number;
  readonly turn: Color;
  readonly moves: readonly PlayedMove[];
  readonly legal: readonly LegalMove[];
  readonly check: boolean;
  readonly you: readonly Color[];
  readonly players: Readonly<Record<Color, Player>>;
  readonly clock: (ClockState & { readonly at: number }) | null;
  readonly claim: string;
  readonly drawOffer: Color | "";
  readonly drawDeclined: Color | "";
  /** The side that asks to take back. */
  readonly takebackOffer: Color | "";
  /** Null where nobody may talk. */
  readonly chat: Chat | null;
  readonly thinking: boolean;
  /** Seats that are still free. */
  readonly waiting: readonly string[];
  readonly result: "*" | "1-0" | "0-1" | "1/2-1/2";
  readonly reason: string;
  readonly captured: Readonly<Record<Color, readonly string[]>>;
}

export function isOver(state: Pick<GameState, "result" | "reason">): boolean {
  return state.result !== "*" || state.reason !== "";
}

/** A refusal with a code that the catalogues translate; `detail` is for experts. */
export class WireError extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
  ) {
    super(`${code}: ${detail}`);
    this.name = "WireError";
  }
}
