/** What this browser remembers: settings, the last choices, and the keys to games. */

import { effect, signal } from "@preact/signals";
import type { Color } from "../core/geometry";
import type { Mode } from "../core/wire";

export function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`tagmate.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tagmate.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse: then nothing is remembered, and all else works.
  }
}

export type Theme = "auto" | "light" | "dark";

export interface Settings {
  readonly theme: Theme;
  readonly sound: boolean;
  readonly animate: boolean;
  readonly coordinates: boolean;
  readonly confirmResign: boolean;
  readonly flipForTurn: boolean;
  /** The engine's opinion of the position that is shown. */
  readonly opinion: boolean;
}

export const settings = signal<Settings>({
  theme: "auto",
  sound: true,
  animate: true,
  coordinates: true,
  confirmResign: true,
  flipForTurn: false,
  opinion: false,
  ...read<Partial<Settings>>("settings", {}),
});

export function changeSettings(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  write("settings", settings.value);
}

effect(() => {
  const { theme } = settings.value;
  if (typeof document === "undefined") return;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to draw its own pages in the theme
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
});

export interface Choice {
  readonly mode: Mode;
  readonly color: Color | "random";
  readonly level: number;
  /** "" for none, else "minutes+increment". */
  readonly clock: string;
  readonly teutonic: string;
  /** Games with people stand in the lobby until they begin. */
  readonly open: boolean;
  /** In Tag Chess a move with the partner's piece counts without a second question. */
  readonly touchMove: boolean;
}

export const choice = signal<Choice>({
  mode: "computer",
  color: "white",
  level: 3,
  clock: "",
  teutonic: "teutonic",
  open: false,
  touchMove: false,
  ...read<Partial<Choice>>("choice", {}),
});

export function changeChoice(change: Partial<Choice>): void {
  choice.value = { ...choice.value, ...change };
  write("choice", choice.value);
}

/** A game that this browser holds a seat in. */
export interface KnownGame {
  readonly id: string;
  readonly token: string;
  readonly variant: string;
  readonly mode: Mode;
  readonly level: number;
  readonly plies: number;
  readonly yourTurn: boolean;
  readonly result: string;
  readonly over: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const MOST_GAMES = 200;

export const knownGames = signal<readonly KnownGame[]>(readGames([]));

function readGames(fallback: readonly KnownGame[]): readonly KnownGame[] {
  const games: unknown = read("games", fallback);
  return Array.isArray(games) ? games : fallback;
}

/** Edits the list as it is stored now: another tab may have begun a game, and its key is nowhere else. */
function changeGames(edit: (games: readonly KnownGame[]) => readonly KnownGame[]): void {
  knownGames.value = edit(readGames(knownGames.value));
  write("games", knownGames.value);
}

if (typeof addEventListener === "function") {
  addEventListener("storage", (event) => {
    if (event.key === "tagmate.games") knownGames.value = readGames([]);
    if (event.key === "tagmate.settings") settings.value = { ...settings.value, ...read("settings", {}) };
  });
}

export function tokenOf(id: string): string {
  return knownGames.value.find((game) => game.id === id)?.token ?? "";
}

export function rememberGame(game: KnownGame): void {
  changeGames((games) => keepGames([game, ...games.filter((each) => each.id !== game.id)]));
}

/** The newest first. Where there are too many, those that are over go first. */
export function keepGames(games: readonly KnownGame[]): readonly KnownGame[] {
  const newest = [...games].sort((a, b) => b.at - a.at);
  if (newest.length <= MOST_GAMES) return newest;
  const kept = new Set(
    [...newest].sort((a, b) => Number(a.over) - Number(b.over) || b.at - a.at).slice(0, MOST_GAMES),
  );
  return newest.filter((each) => kept.has(each));
}

export function forgetGame(id: string): void {
  changeGames((games) => games.filter((each) => each.id !== id));
}

/** What a guest calls himself at tables. */
export const guestName = signal<string>(read<string>("name", ""));

export function renameGuest(name: string): void {
  guestName.value = name;
  write("name", name);
}

/** 192 bits that only this browser knows: its guest holds all his seats by them. */
export function deviceKey(): string {
  const known = read<unknown>("device", "");
  if (typeof known === "string" && /^[\w-]{32}$/.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const fresh = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  write("device", fresh);
  return fresh;
}
