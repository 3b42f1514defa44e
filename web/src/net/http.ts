/** The server's HTTP side: JSON in, JSON out, and problems as WireError. */

import type { CreatedGame, GameState, NewGame, PositionInfo, Reach, VariantInfo } from "../core/wire";
import { WireError } from "../core/wire";

const BASE = "/api/v1";

async function call<T>(path: string, init?: RequestInit): Promise<T> {
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

function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function bearer(token: string): RequestInit {
  return token ? { headers: { authorization: `Bearer ${token}` } } : {};
}

export function getVariants(): Promise<VariantInfo[]> {
  return call("/variants");
}

export function checkPosition(variant: string, fen: string): Promise<PositionInfo> {
  return post("/position", { variant, fen });
}

export function createGame(game: NewGame): Promise<CreatedGame> {
  return post("/games", game);
}

export interface NewTable {
  readonly variant: string;
  readonly mode: "tag";
  readonly clock: { readonly initial: number; readonly increment: number };
  readonly name: string;
  readonly open: boolean;
  readonly touchMove: boolean;
}

export function createTable(table: NewTable): Promise<CreatedGame> {
  return post("/games", table);
}

/** Takes a free seat; with the token of another seat of the table, moves there. */
export function joinGame(
  id: string,
  wanted: { readonly name: string; readonly seat: string },
  token: string,
): Promise<CreatedGame> {
  return call(`/games/${encodeURIComponent(id)}/join`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(wanted),
  });
}

export interface OpenTable {
  readonly id: string;
  readonly variant: string;
  readonly mode: string;
  readonly seats: Readonly<Record<string, { readonly taken: boolean; readonly name: string }>>;
}

/** Tables that wait for players. */
export function getLobby(): Promise<OpenTable[]> {
  return call("/lobby");
}

export function getGame(id: string, token: string): Promise<GameState> {
  return call(`/games/${encodeURIComponent(id)}`, bearer(token));
}

export async function getPgn(id: string, token: string): Promise<string> {
  const response = await fetch(`${BASE}/games/${encodeURIComponent(id)}/pgn`, bearer(token));
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
