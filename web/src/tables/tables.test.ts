import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { VariantInfo } from "../core/wire";
import { daily, dayOf, LADDER, movesIn, practisedBeside, rangeOf } from "./ladder";
import {
  type Attempt,
  graded,
  INTERVALS,
  isClean,
  joined,
  MOST_ATTEMPTS,
  NEW_CARD,
  next,
  progressOf,
  type Result,
  readAttempts,
} from "./progress";
import { countTooHigh } from "./values";
import type { Value } from "./wire";

const clean: Result = { role: "attack", won: true, used: 20, least: 20, hints: 0 };

function attempt(id: string, day: number, change: Partial<Attempt> = {}): Attempt {
  const at = new Date(2026, 0, day, 12).getTime();
  return { ...clean, id, variant: "teammate", ending: "KAJk", at, ...change };
}

describe("the ladder", () => {
  test("its distances are those that were computed", () => {
    const claims: { numbers: { ending: string; what: string; value: number }[] }[] = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../internal/server/endings/claims.json"), "utf8"),
    );
    const longest = new Map<string, number>();
    for (const claim of claims.slice(1, 4))
      for (const each of claim.numbers)
        if (each.what === "longest") longest.set([...each.ending].sort().join(""), each.value);
    for (const rung of LADDER.filter((each) => !each.aside))
      expect(rung.longest, rung.ending).toBe(longest.get([...rung.ending].sort().join("")));
  });

  test("goes up", () => {
    const steps = LADDER.filter((each) => !each.aside).map((each) => each.longest);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  test("distances part the way and reach its end", () => {
    for (const { longest } of LADDER) {
      const [near, middle, far] = [
        rangeOf(longest, "near"),
        rangeOf(longest, "middle"),
        rangeOf(longest, "far"),
      ];
      expect(middle.low).toBe(near.high + 1);
      expect(far.low).toBe(middle.high + 1);
      expect(far.high).toBe(longest);
    }
    expect(movesIn(17)).toBe(9);
    expect(movesIn(16)).toBe(8);
  });

  test("each day has its position, and all endings come", () => {
    const today = dayOf(new Date(2026, 5, 1));
    expect(daily(today)).toEqual(daily(today));
    const seen = new Set(LADDER.map((_, index) => daily(today + index).rung.ending));
    expect(seen.size).toBe(LADDER.filter((each) => !each.aside).length);
    expect(dayOf(new Date(2026, 5, 2)) - today).toBe(1);
  });
});

test("a count that runs out before the mate is told where nothing but the mate ends it", () => {
  const variant = { files: 8, ranks: 8, claimPlies: 128 } as VariantInfo;
  const probe = (fen: string, ending: string, value: Value, dtm: number | null) =>
    countTooHigh(
      { fen, ending, turn: "white", check: false, status: "ongoing", value, dtm, moves: [] },
      variant,
    );
  const bare = "8/8/8/3k4/8/8/8/K4EM1 w - -";
  expect(probe(`${bare} 57 60`, "KEMk", "win", 71)).toBe(null);
  expect(probe(`${bare} 58 60`, "KEMk", "win", 71)).toBe(58);
  expect(probe(`${bare} 58 60`, "KEMk", "draw", null)).toBe(null);
  expect(probe("8/8/8/3k4/8/8/8/K4P2 w - - 100 60", "KPk", "win", 71)).toBe(null);
  expect(probe("8/8/8/3k4/8/8/8/K4C1m w - - 120 60", "KCkm", "win", 17)).toBe(null);
  expect(probe("8/8/8/3K4/8/8/8/k4em1 w - - 100 60", "KEMk", "loss", 70)).toBe(100);
});

describe("progress", () => {
  test("a clean success is few moves without hints", () => {
    expect(isClean(clean)).toBe(true);
    expect(isClean({ ...clean, used: 22 })).toBe(true);
    expect(isClean({ ...clean, used: 23 })).toBe(false);
    expect(isClean({ ...clean, hints: 1 })).toBe(false);
    expect(isClean({ ...clean, won: false })).toBe(false);
    // Who defends is measured by the moves that he did not hold out.
    expect(isClean({ ...clean, role: "defend", used: 18 })).toBe(true);
    expect(isClean({ ...clean, role: "defend", used: 17 })).toBe(false);
  });

  test("comes back later each time, and at once after a failure", () => {
    let card = NEW_CARD;
    for (const [index, days] of [1, 2, 4, 8, 16, 32, 32].entries()) {
      card = graded(card, clean, 100);
      expect(card.due - 100, `success ${index + 1}`).toBe(days);
    }
    expect(card.box).toBe(INTERVALS.length - 1);
    expect(graded(card, { ...clean, used: 40 }, 100).box).toBe(card.box);
    const failed = graded(card, { ...clean, won: false }, 200);
    expect(failed).toMatchObject({ box: 0, due: 200, tries: 8, won: 7 });
  });

  test("what is due goes before what is new", () => {
    const keys = ["a", "b", "c"];
    expect(next(keys, {}, 10)).toBe("a");
    expect(next(keys, { a: { ...NEW_CARD, due: 20 } }, 10)).toBe("b");
    expect(next(keys, { a: { ...NEW_CARD, due: 9 }, c: { ...NEW_CARD, due: 3 } }, 10)).toBe("c");
    expect(next(keys, Object.fromEntries(keys.map((key) => [key, { ...NEW_CARD, due: 99 }])), 10)).toBe("a");
  });

  test("the later attempt counts, in whatever order they came", () => {
    const list = [
      attempt("a", 1),
      attempt("b", 2),
      attempt("c", 5, { won: false }),
      attempt("d", 3, { ending: "KPk" }),
      attempt("e", 4, { role: "defend" }),
    ];
    const day = dayOf(new Date(2026, 0, 1));
    const expected = {
      "teammate/KAJk": { box: 0, due: day + 4, tries: 3, won: 2 },
      "teammate/KPk": { box: 1, due: day + 3, tries: 1, won: 1 },
      "teammate/KAJk/defend": { box: 1, due: day + 4, tries: 1, won: 1 },
    };
    expect(progressOf(list)).toEqual(expected);
    expect(progressOf([...list].reverse())).toEqual(expected);
    expect(
      practisedBeside(Object.keys(progressOf([...list, attempt("f", 6, { ending: "KCCk" })])), "attack"),
    ).toEqual([{ variant: "teammate", ending: "KCCk", longest: 0 }]);
    expect(practisedBeside(["teammate/KCCk/defend"], "attack")).toEqual([]);
  });

  test("two sets of attempts are joined without loss or doubles, whichever is first", () => {
    const [a, b, c] = [attempt("a", 1), attempt("b", 2), attempt("c", 3)];
    expect(joined([a, b], [c, b])).toEqual([c, b, a]);
    expect(joined([c, b], [a, b])).toEqual([c, b, a]);
    expect(joined([b], [{ ...b, used: 21 }])).toEqual([{ ...b, used: 21 }]);
    const many = Array.from({ length: MOST_ATTEMPTS }, (_, index) => attempt(`m${index}`, 10 + index));
    const kept = joined([a], many);
    expect(kept.length).toBe(MOST_ATTEMPTS);
    expect(kept).not.toContain(a);
  });

  test("nonsense in the storage is no attempt", () => {
    for (const stored of [null, "", "x", 7, {}, { a: 1 }]) expect(readAttempts(stored)).toEqual([]);
    const good = attempt("a", 1);
    const bad = [
      null,
      1,
      {},
      { ...good, id: "" },
      { ...good, used: -1 },
      { ...good, role: "watch" },
      { ...good, at: 0.5 },
    ];
    expect(readAttempts([...bad, good])).toEqual([good]);
  });
});
