import { beforeEach, expect, test, vi } from "vitest";
import { WireError } from "../core/wire";
import type { Attempt } from "./progress";

/** A server that keeps attempts, and can be away or refuse those of a game. */
const server = { kept: new Map<string, Attempt>(), away: false, refuses: "" };

vi.mock("./wire", () => ({
  getAttempts: async () => {
    if (server.away) throw new WireError("offline", "no answer");
    return [...server.kept.values()];
  },
  addAttempts: async (list: readonly Attempt[]) => {
    if (server.away) throw new WireError("offline", "no answer");
    if (list.length > 100) throw new WireError("too-large", "too many");
    if (list.some((each) => each.variant === server.refuses))
      throw new WireError("bad-request", "no such game");
    for (const each of list) if (!server.kept.has(each.id)) server.kept.set(each.id, each);
  },
}));

const result = { won: true, used: 9, least: 9, hints: 0 };
const ajk = { variant: "teammate", ending: "KAJk", longest: 17 };
const key = "teammate/KAJk";
let disk: Map<string, string>;

/** The module as a tab or device that has just been opened has it. */
async function opened(storage = disk) {
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
  });
  vi.resetModules();
  return import("./memory");
}

beforeEach(() => {
  Object.assign(server, { kept: new Map(), away: false, refuses: "" });
  disk = new Map();
});

test("an attempt is kept here and on the server", async () => {
  const memory = await opened();
  memory.note(ajk, "attack", result);
  expect(memory.progress.value[key]).toMatchObject({ box: 1, tries: 1 });
  await memory.exchange();
  expect([...server.kept.values()]).toMatchObject([{ ...result, ending: "KAJk", role: "attack" }]);
  expect((await opened()).progress.value[key]?.tries).toBe(1);
});

test("attempts without network are given later, once each", async () => {
  const memory = await opened();
  server.away = true;
  for (let i = 0; i < 130; i++) memory.note(ajk, "attack", result);
  await memory.exchange();
  expect(memory.progress.value[key]?.tries).toBe(130);
  expect(server.kept.size).toBe(0);
  server.away = false;
  const again = await opened();
  await again.exchange();
  await again.exchange();
  expect(server.kept.size).toBe(130);
  expect(again.progress.value[key]?.tries).toBe(130);
});

test("two devices with one secret have what both did", async () => {
  const other = new Map<string, string>();
  const first = await opened();
  first.note(ajk, "attack", result);
  await first.exchange();
  const second = await opened(other);
  second.note(ajk, "attack", { ...result, won: false });
  await second.exchange();
  expect(second.progress.value[key]).toMatchObject({ tries: 2, won: 1 });
  const back = await opened();
  await back.exchange();
  expect(back.progress.value[key]).toMatchObject({ tries: 2, won: 1 });
});

test("two tabs do not overwrite each other", async () => {
  server.away = true;
  const first = await opened();
  const second = await opened();
  first.note(ajk, "attack", result);
  second.note(ajk, "attack", result);
  expect((await opened()).progress.value[key]?.tries).toBe(2);
});

test("an attempt that the server refuses does not keep back the others", async () => {
  const memory = await opened();
  server.refuses = "mine";
  memory.note({ ...ajk, variant: "mine" }, "attack", result);
  memory.note(ajk, "attack", result);
  await memory.exchange();
  expect([...server.kept.values()].map((each) => each.variant)).toEqual(["teammate"]);
  expect(memory.progress.value["mine/KAJk"]?.tries).toBe(1);
});
