/** Keys that act wherever the focus is, except where a person types or answers a question. */

import { useEffect } from "preact/hooks";

/** On the board the same keys have other meanings: there the board is asked. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
        return;
      const action = actions[event.key];
      if (!action || target.closest?.("[role=grid], dialog")) return;
      action();
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
