/** Two live regions: what happens is said politely, what needs you at once assertively. */

import { signal } from "@preact/signals";

const polite = signal("");
const assertive = signal("");
let toggle = false;

/** The same words twice must be a change, or they are not read again. */
function fresh(text: string): string {
  toggle = !toggle;
  return toggle ? text : `${text}\u00a0`;
}

export function say(text: string): void {
  polite.value = fresh(text);
}

export function alertNow(text: string): void {
  assertive.value = fresh(text);
}

export function LiveRegions() {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite" data-live="polite">
        {polite}
      </div>
      <div class="unseen" role="alert" aria-live="assertive" data-live="assertive">
        {assertive}
      </div>
    </>
  );
}
