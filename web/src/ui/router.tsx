/** Addresses without reloads. Links to the server's own pages are left to the browser. */

import { signal } from "@preact/signals";

export const path = signal(typeof location === "undefined" ? "/" : location.pathname);

export function navigate(to: string): void {
  history.pushState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

/** A part of the address, also where it is no text at all. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Addresses that the client draws itself. */
function isOurs(url: URL): boolean {
  return url.origin === location.origin && /^\/($|games$|tables($|\/)|play\/|setup\/)/.test(url.pathname);
}

export function startRouter(): void {
  addEventListener("popstate", () => {
    path.value = location.pathname;
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (!isOurs(url)) return;
    event.preventDefault();
    navigate(url.pathname + url.search + url.hash);
  });
}
