/**
 * The attempts of this guest: this browser has them, network or not, and the server has them for the secret of
 * this browser. Both have all that either had once they have spoken.
 */

import { computed, signal } from "@preact/signals";
import type { WireError } from "../core/wire";
import { deviceKey, read, write } from "../ui/memory";
import type { Role, Rung } from "./ladder";
import { type Attempt, joined, progressOf, type Result, readAttempts } from "./progress";
import { addAttempts, getAttempts } from "./wire";

const KEY = "attempts";
/** As many as the server takes at once. */
const BATCH = 100;

const attempts = signal<readonly Attempt[]>(stored());
export const progress = computed(() => progressOf(attempts.value));

function stored(): readonly Attempt[] {
  return readAttempts(read<unknown>(KEY, []));
}

/** Another tab may have added some since. */
function add(some: readonly Attempt[]): void {
  attempts.value = joined(joined(attempts.value, stored()), some);
  write(KEY, attempts.value);
}

if (typeof addEventListener === "function") {
  addEventListener("storage", (event) => {
    if (event.key === `tagmate.${KEY}`) attempts.value = joined(attempts.value, stored());
  });
}

/** Notes an attempt, here at once, and on the server when it can be reached. */
export function note(rung: Rung, role: Role, result: Omit<Result, "role">): void {
  const attempt: Attempt = {
    id: crypto.getRandomValues(new Uint32Array(4)).reduce((text, each) => text + each.toString(36), ""),
    variant: rung.variant,
    ending: rung.ending,
    role,
    at: Date.now(),
    ...result,
  };
  add([attempt]);
  void exchange();
}

/** The day whose position was practised last. */
export const dailyDone = signal<number>(read<number>("daily", 0));

export function noteDaily(day: number): void {
  dailyDone.value = day;
  write("daily", day);
}

let last: Promise<void> = Promise.resolve();

/** Takes what the server has and gives it what it lacks. Without an answer the next time does. */
export function exchange(): Promise<void> {
  last = last.then(exchangeNow).catch(() => {});
  return last;
}

async function exchangeNow(): Promise<void> {
  const secret = deviceKey();
  const known = await getAttempts(secret);
  add(readAttempts(known));
  const ids = new Set(known.map((each) => each.id));
  const missing = attempts.value.filter((each) => !ids.has(each.id));
  for (let i = 0; i < missing.length; i += BATCH) await give(missing.slice(i, i + BATCH), secret);
}

/** One attempt that the server does not take, as of a game that it has no more, must not keep back the others. */
async function give(some: readonly Attempt[], secret: string): Promise<void> {
  try {
    await addAttempts(some, secret);
  } catch (error) {
    if (!["bad-request", "not-found"].includes((error as WireError).code)) throw error;
    if (some.length > 1) for (const each of some) await give([each], secret);
  }
}
