/** The server's HTTP side: JSON in, JSON out, and problems as WireError. */

import type {
  CreatedGame,
  GameState,
  Mode,
  NewGame,
  Player,
  PositionInfo,
  Reach,
  VariantInfo,
} from "../core/wire";
import { WireError } from "../core/wire";
import type { Opinion } from "../review/judge";

const BASE = "/api/v1";

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(BASE + path, init);
  } catch {
    throw new WireError("offline", "no answer");
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const problem = (body ?? {}) as { code?: string; detail?: string };
    throw new WireError(problem.code ?? "internal", problem.detail ?? response.statusText);
  }
  return body as T;
}

export function post<T>(path: string, body: unknown, token = ""): Promise<T> {
  return call<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization(token) },
    body: JSON.stringify(body),
  });
}

function authorization(token: string): { authorization?: string } {
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function bearer(token: string): RequestInit {
  return { headers: authorization(token) };
}

export function getVariants(): Promise<VariantInfo[]> {
  return call("/variants");
}

export function checkPosition(variant: string, fen: string): Promise<PositionInfo> {
  return post("/position", { variant, fen });
}

/** The new game's seats are held by the token, the secret of this browser. */
export function createGame(game: NewGame, token: string): Promise<CreatedGame> {
  return post("/games", game, token);
}

export interface NewTable {
  readonly variant: string;
  readonly mode: "tag";
  readonly clock: { readonly initial: number; readonly increment: number };
  readonly name: string;
  readonly open: boolean;
  readonly touchMove: boolean;
}

export function createTable(table: NewTable, token: string): Promise<CreatedGame> {
  return post("/games", table, token);
}

/** Takes a free seat, the first unless one is named; with the token of another seat of a Tag table, moves there. */
export function joinGame(
  id: string,
  wanted: { readonly name: string; readonly seat?: string },
  token: string,
): Promise<CreatedGame> {
  return post(`/games/${encodeURIComponent(id)}/join`, wanted, token);
}

export interface OpenTable {
  readonly id: string;
  readonly variant: string;
  readonly mode: string;
  readonly clock: { readonly initial: number; readonly increment: number } | null;
  readonly seats: Readonly<Record<string, { readonly taken: boolean; readonly name: string }>>;
}

/** Tables that wait for players. */
export function getLobby(): Promise<OpenTable[]> {
  return call("/lobby");
}

/** A record that was played elsewhere, as the server reads it. */
export interface ReadGame {
  readonly variant: string;
  readonly fen: string;
  readonly moves: readonly string[];
  readonly white: string;
  readonly black: string;
}

/** Reads the first game of a record; `variant` where it does not say what is played. */
export function readPgn(pgn: string, variant: string): Promise<ReadGame> {
  return post("/pgn", { pgn, variant });
}

/** What the engine thinks of the position after some moves, for White. */
export function getOpinion(
  question: {
    readonly variant: string;
    readonly fen: string;
    readonly moves: readonly string[];
    readonly deep: boolean;
  },
  signal: AbortSignal,
): Promise<Opinion> {
  return call("/analysis", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
}

/** A game in the history of a guest. */
export interface PastGame {
  readonly id: string;
  readonly variant: string;
  readonly mode: Mode;
  readonly created: number;
  readonly over: boolean;
  readonly result: string;
  readonly reason: string;
  readonly plies: number;
  readonly you: readonly string[];
  readonly players: Readonly<Record<string, Player>>;
}

/** The newest games of the holder of the token, or those before a moment. */
export function getHistory(
  token: string,
  before?: number,
): Promise<{ readonly games: readonly PastGame[]; readonly more: boolean }> {
  return call(`/history?limit=50${before === undefined ? "" : `&before=${before}`}`, bearer(token));
}

/** All games of the holder of the token as one text: PGN, or JSON. */
export function getAllGames(token: string, form: "pgn" | "export"): Promise<string> {
  return text(`/history/${form}`, token);
}

export function getGame(id: string, token: string): Promise<GameState> {
  return call(`/games/${encodeURIComponent(id)}`, bearer(token));
}

export function getPgn(id: string, token: string): Promise<string> {
  return text(`/games/${encodeURIComponent(id)}/pgn`, token);
}

async function text(path: string, token: string): Promise<string> {
  const response = await fetch(BASE + path, bearer(token)).catch(() => {
    throw new WireError("offline", "no answer");
  });
  if (!response.ok) throw new WireError("not-found", response.statusText);
  return response.text();
}

const reaches = new Map<string, Promise<Reach>>();

/** Where the piece on the square could go; answers are kept, since they never change. */
export function getReach(variant: string, placement: string, square: string): Promise<Reach> {
  const key = `${variant} ${placement} ${square}`;
  const known = reaches.get(key);
  if (known) return known;
  if (reaches.size > 500) reaches.clear();
  const asked = post<Reach>("/reach", { variant, placement, square });
  reaches.set(key, asked);
  asked.catch(() => reaches.delete(key));
  return asked;
}
