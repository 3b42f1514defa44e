/** What this browser remembers of the endings that were practised. */

import { signal } from "@preact/signals";
import { type Attempt, graded, NEW_CARD, type Progress, readProgress } from "./progress";

const KEY = "tagmate.endings";

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const progress = signal<Progress>(readProgress(stored()));

/** Notes an attempt; another tab may have noted one since. */
export function note(key: string, attempt: Attempt, today: number): void {
  const now = readProgress(stored());
  progress.value = { ...now, [key]: graded(now[key] ?? NEW_CARD, attempt, today) };
  try {
    localStorage.setItem(KEY, JSON.stringify(progress.value));
  } catch {
    // Private windows may refuse: then nothing is remembered, and all else works.
  }
}
