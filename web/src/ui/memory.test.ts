import { beforeEach, expect, test, vi } from "vitest";
import type { KnownGame } from "./memory";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});

const game = (id: string, change: Partial<KnownGame> = {}): KnownGame => ({
  id,
  token: `key of ${id}`,
  variant: "chess",
  mode: "hotseat",
  level: 0,
  plies: 0,
  yourTurn: true,
  result: "*",
  over: false,
  at: 0,
  ...change,
});

/** The module as another tab has it. */
async function tab(): Promise<typeof import("./memory")> {
  vi.resetModules();
  return import("./memory");
}

beforeEach(() => stored.clear());

test("a tab keeps the keys of games that another tab began", async () => {
  const first = await tab();
  first.rememberGame(game("a", { at: 1 }));
  const second = await tab();
  second.rememberGame(game("b", { at: 2 }));
  first.rememberGame(game("a", { at: 3, plies: 1 }));
  const third = await tab();
  expect(third.knownGames.value.map((each) => each.id)).toEqual(["a", "b"]);
  expect(third.tokenOf("b")).toBe("key of b");
  first.forgetGame("a");
  expect((await tab()).knownGames.value.map((each) => each.id)).toEqual(["b"]);
});

test("what is stored may be anything", async () => {
  stored.set("tagmate.games", '{"no": "list"}');
  stored.set("tagmate.choice", "][");
  const { knownGames, choice } = await tab();
  expect(knownGames.value).toEqual([]);
  expect(choice.value.mode).toBe("computer");
});

test("games that are over make room for others first", async () => {
  const { keepGames } = await tab();
  const many = Array.from({ length: 250 }, (_, i) => game(`g${i}`, { at: i, over: i % 2 === 0 }));
  const kept = keepGames(many);
  expect(kept).toHaveLength(200);
  expect(kept.filter((each) => !each.over)).toHaveLength(125);
  expect(kept[0]!.id).toBe("g249");
});
