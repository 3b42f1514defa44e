/** The questions about endgame tables, and their answers as the server writes them. */

import type { Color } from "../core/geometry";
import type { WireError } from "../core/wire";
import { bearer, call, post } from "../net/http";
import type { Attempt } from "./progress";

export type Value = "win" | "draw" | "loss" | "unknown";

/** A legal move and what it is worth to who makes it; `dtm` are plies to the end, null for a draw. */
export interface ProbedMove {
  readonly uci: string;
  readonly san: string;
  readonly fen: string;
  readonly value: Value;
  readonly dtm: number | null;
}

export interface Probe {
  readonly fen: string;
  readonly ending: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly status: "ongoing" | "checkmate" | "stalemate" | "draw-material";
  /** For the side to move. */
  readonly value: Value;
  readonly dtm: number | null;
  /** The best first. */
  readonly moves: readonly ProbedMove[];
}

export interface Building {
  readonly state: "off" | "idle" | "building" | "done" | "failed";
  readonly done: number;
  readonly total: number;
  readonly current: string;
}

export interface TableInShort {
  readonly variant: string;
  readonly ending: string;
  readonly men: number;
  readonly pure: boolean;
  readonly winPercent: number;
  readonly longest: number;
  readonly bytes: number;
}

export interface Tables {
  readonly building: Building;
  readonly endings: readonly TableInShort[];
}

export interface Side {
  readonly legal: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly mates: number;
  readonly stalemates: number;
  readonly winPercent: number;
  readonly lossPercent: number;
  readonly longestWin: number;
  readonly longestFen: string;
  readonly longestLoss: number;
  readonly lossFen: string;
  readonly winsBy: readonly number[];
  readonly lossesBy: readonly number[];
  readonly matedOn: readonly number[];
}

export interface Part {
  readonly squares: "all" | "same" | "different";
  readonly white: Side;
  readonly black: Side;
}

export interface Stats {
  readonly variant: string;
  readonly ending: string;
  readonly pure: boolean;
  readonly parts: readonly Part[];
}

export interface Claim {
  readonly number: number;
  readonly variant: string;
  readonly claim: string;
  readonly quote: string;
  /** The quotation speaks of a part of the claim. */
  readonly partly: boolean;
  readonly by: string;
  readonly source: string;
  readonly verdict: "holds" | "holds with exceptions" | "does not hold";
  readonly finding: string;
  readonly numbers: readonly {
    readonly name: string;
    readonly ending: string;
    readonly what: string;
    readonly value: number;
    readonly unit: string;
  }[];
  readonly exceptions: readonly {
    readonly variant: string;
    readonly fen: string;
    readonly note: string;
    readonly what: string;
    readonly ending: string;
    readonly count: number;
    readonly plies: number;
  }[];
}

export interface Pick {
  readonly variant: string;
  readonly ending: string;
  readonly turn: Color;
  readonly value: "win" | "loss";
  readonly low: number;
  readonly high: number;
  readonly seed: number;
}

const BASE = "/tables";
/** How often a table that is being built is asked for again: the server waits some seconds each time. */
const TRIES = 20;
/** Milliseconds without an answer after which it is said that a table is being built. */
const SAY_AFTER = 700;

/** Asks, and again while the table is being built; `wait` hears that it is. */
async function patient<T>(path: string, body?: unknown, wait?: () => void): Promise<T> {
  const timer = setTimeout(() => wait?.(), SAY_AFTER);
  try {
    for (let i = 1; ; i++) {
      try {
        return await (body === undefined ? call<T>(BASE + path) : post<T>(BASE + path, body));
      } catch (error) {
        if ((error as WireError).code !== "unavailable" || i === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

export function getTables(): Promise<Tables> {
  return call(BASE);
}

export function getClaims(): Promise<Claim[]> {
  return call(`${BASE}/claims`);
}

export function getStats(variant: string, ending: string, wait?: () => void): Promise<Stats> {
  return patient(`/${encodeURIComponent(variant)}/${encodeURIComponent(ending)}`, undefined, wait);
}

export function probe(variant: string, fen: string, wait?: () => void, pure = false): Promise<Probe> {
  return patient("/probe", { variant, fen, pure }, wait);
}

export function pick(wanted: Pick, wait?: () => void): Promise<Probe> {
  return patient("/position", wanted, wait);
}

/** All that the holder of the secret has practised, as the server knows it. */
export async function getAttempts(secret: string): Promise<readonly Attempt[]> {
  return (await call<{ attempts: Attempt[] }>(`${BASE}/attempts`, bearer(secret))).attempts;
}

export async function addAttempts(attempts: readonly Attempt[], secret: string): Promise<void> {
  await post(`${BASE}/attempts`, { attempts }, secret);
}
