/**
 * What a guest has practised, and when each ending comes back. Pure: storage is the page's. The intervals
 * double with each clean success and begin anew after a failure, in the manner of a Leitner box.
 */

export interface Card {
  /** How many clean successes in a row, up to the last box. */
  readonly box: number;
  /** The day on which it comes back, in days since 1970. */
  readonly due: number;
  readonly tries: number;
  readonly won: number;
  /** Fewest moves over the least, of the attempts that won; null before the first. */
  readonly best: number | null;
}

export type Progress = Readonly<Record<string, Card>>;

export interface Attempt {
  readonly won: boolean;
  /** Moves used, and the least that were needed. */
  readonly used: number;
  readonly least: number;
  readonly hints: number;
}

/** Days until an ending comes back, by its box. */
export const INTERVALS = [0, 1, 2, 4, 8, 16, 32] as const;

export const NEW_CARD: Card = { box: 0, due: 0, tries: 0, won: 0, best: null };

/** A success is clean without hints and with at most a tenth more moves than needed, one move at least. */
export function isClean(attempt: Attempt): boolean {
  const spare = Math.max(1, Math.floor(attempt.least / 10));
  return attempt.won && attempt.hints === 0 && attempt.used - attempt.least <= spare;
}

export function graded(card: Card, attempt: Attempt, today: number): Card {
  const box = isClean(attempt) ? Math.min(card.box + 1, INTERVALS.length - 1) : attempt.won ? card.box : 0;
  const over = attempt.used - attempt.least;
  return {
    box,
    due: today + INTERVALS[box]!,
    tries: card.tries + 1,
    won: card.won + (attempt.won ? 1 : 0),
    best: attempt.won ? Math.min(over, card.best ?? over) : card.best,
  };
}

/** What to practise next: what is due the longest, then what was never tried, the first in order. */
export function next(keys: readonly string[], progress: Progress, today: number): string | undefined {
  const due = keys
    .filter((key) => progress[key] && progress[key].due <= today)
    .sort((a, b) => progress[a]!.due - progress[b]!.due);
  return due[0] ?? keys.find((key) => !progress[key]) ?? keys[0];
}

/** Reads what was stored; anything that is no progress counts as none. */
export function readProgress(text: string | null): Progress {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored as Record<string, unknown>).filter((entry): entry is [string, Card] =>
        isCard(entry[1]),
      ),
    );
  } catch {
    return {};
  }
}

function isCard(value: unknown): value is Card {
  const card = value as Card | null;
  return (
    typeof card === "object" &&
    card !== null &&
    [card.box, card.due, card.tries, card.won].every((each) => Number.isInteger(each)) &&
    card.box >= 0 &&
    card.box < INTERVALS.length &&
    (card.best === null || Number.isInteger(card.best))
  );
}
