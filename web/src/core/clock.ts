/** Clocks: the server's value, ticking here only for show. Times are milliseconds. */

import type { Color } from "./geometry";

export interface ClockState {
  readonly initial: number;
  readonly increment: number;
  readonly white: number;
  readonly black: number;
  readonly running: Color | "";
}

/** What the clock of a colour shows `elapsed` ms after the state arrived; never below zero. */
export function remaining(clock: ClockState, color: Color, elapsed: number): number {
  const left = clock[color] - (clock.running === color ? elapsed : 0);
  return Math.max(0, left);
}

/** `1:02:03` from an hour on, `9:41` below, `0:09.4` under ten seconds. Rounds so that 0 means flag. */
export function formatClock(ms: number): string {
  if (ms < 10_000) {
    const tenths = Math.ceil(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Seconds at which low time is spoken. */
export const LOW_TIME_MARKS = [60, 30, 10] as const;

/** The mark that was crossed between two readings, or null. */
export function crossedMark(beforeMs: number, afterMs: number): number | null {
  const crossed = LOW_TIME_MARKS.filter((mark) => beforeMs > mark * 1000 && afterMs <= mark * 1000);
  return crossed.length > 0 ? Math.min(...crossed) : null;
}
