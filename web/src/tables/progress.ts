/**
 * What a guest has practised, and when each ending comes back. Pure: storage and server are the page's. What is
 * kept is a set of attempts that only grows, so that tabs and devices are joined by taking all of both; the rest
 * is computed from them. The intervals double with each clean success and begin anew after a failure, in the
 * manner of a Leitner box.
 */

import { dayOf, progressKey, type Role } from "./ladder";

export interface Result {
  readonly role: Role;
  readonly won: boolean;
  /** Moves used, and the least that were needed; of who defends, the most that can be held out. */
  readonly used: number;
  readonly least: number;
  readonly hints: number;
}

export interface Attempt extends Result {
  /** Unlike those of all other attempts of the guest. */
  readonly id: string;
  readonly variant: string;
  readonly ending: string;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
}

/** What is known of one ending and role. */
export interface Card {
  /** How many clean successes in a row, up to the last box. */
  readonly box: number;
  /** The day on which it comes back, in days since 1970. */
  readonly due: number;
  readonly tries: number;
  readonly won: number;
}

export type Progress = Readonly<Record<string, Card>>;

/** Days until an ending comes back, by its box. */
export const INTERVALS = [0, 1, 2, 4, 8, 16, 32] as const;

/** As many attempts as the server keeps, too: the oldest go first. */
export const MOST_ATTEMPTS = 2000;

export const NEW_CARD: Card = { box: 0, due: 0, tries: 0, won: 0 };

/** A success is clean without hints and with at most a tenth more moves than needed, one move at least. */
export function isClean({ role, won, used, least, hints }: Result): boolean {
  const lost = role === "defend" ? least - used : used - least;
  return won && hints === 0 && lost <= Math.max(1, Math.floor(least / 10));
}

export function graded(card: Card, result: Result, day: number): Card {
  const box = isClean(result) ? Math.min(card.box + 1, INTERVALS.length - 1) : result.won ? card.box : 0;
  return {
    box,
    due: day + INTERVALS[box]!,
    tries: card.tries + 1,
    won: card.won + (result.won ? 1 : 0),
  };
}

/** The card of every ending that was practised: the later attempt counts. */
export function progressOf(attempts: readonly Attempt[]): Progress {
  const cards: Record<string, Card> = {};
  for (const attempt of [...attempts].sort((a, b) => -newer(a, b))) {
    const key = progressKey(attempt, attempt.role);
    cards[key] = graded(cards[key] ?? NEW_CARD, attempt, dayOf(new Date(attempt.at)));
  }
  return cards;
}

/** All attempts of both, each once, the newest first; where both have one, as the second has it. */
export function joined(some: readonly Attempt[], others: readonly Attempt[]): readonly Attempt[] {
  const all = new Map([...some, ...others].map((each) => [each.id, each]));
  return [...all.values()].sort(newer).slice(0, MOST_ATTEMPTS);
}

function newer(a: Attempt, b: Attempt): number {
  return b.at - a.at || (a.id < b.id ? -1 : 1);
}

/** What to practise next: what is due the longest, then what was never tried, the first in order. */
export function next(keys: readonly string[], progress: Progress, today: number): string | undefined {
  const due = keys
    .filter((key) => progress[key] && progress[key].due <= today)
    .sort((a, b) => progress[a]!.due - progress[b]!.due);
  return due[0] ?? keys.find((key) => !progress[key]) ?? keys[0];
}

/** What of something that was stored are attempts; nothing in what is no list. */
export function readAttempts(stored: unknown): readonly Attempt[] {
  return Array.isArray(stored) ? stored.filter(isAttempt) : [];
}

function isAttempt(value: unknown): value is Attempt {
  const attempt = value as Attempt | null;
  return (
    typeof attempt === "object" &&
    attempt !== null &&
    [attempt.id, attempt.variant, attempt.ending].every((each) => typeof each === "string" && each !== "") &&
    (attempt.role === "attack" || attempt.role === "defend") &&
    typeof attempt.won === "boolean" &&
    [attempt.at, attempt.used, attempt.least, attempt.hints].every(
      (each) => Number.isSafeInteger(each) && each >= 0,
    )
  );
}
