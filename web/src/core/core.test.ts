import { describe, expect, test } from "vitest";
import { darkSquares } from "../board/squares";
import { crossedMark, formatClock, remaining } from "./clock";
import { formatPlacement, joinFen, parsePlacement, placementOf, splitFen } from "./fen";
import { faultOf } from "./fencheck";
import { cellOf, parseSquare, rankOfDigit, squareAt, squareName, squareOfCell } from "./geometry";
import { completions, findTyped, parseUci, preview } from "./move";
import { refusalReason } from "./refusal";
import type { VariantInfo } from "./wire";

const eight = { files: 8, ranks: 8 };
const ten = { files: 8, ranks: 10 };

describe("geometry", () => {
  test("names every square and reads it back", () => {
    for (const shape of [eight, ten, { files: 16, ranks: 8 }]) {
      for (let square = 0; square < shape.files * shape.ranks; square++) {
        expect(parseSquare(shape, squareName(shape, square))).toBe(square);
        for (const bottom of ["white", "black"] as const) {
          expect(squareOfCell(shape, cellOf(shape, square, bottom), bottom)).toBe(square);
        }
      }
    }
  });
  test("ranks of two digits", () => {
    expect(squareName(ten, squareAt(ten, 2, 9))).toBe("c10");
    expect(parseSquare(eight, "c10")).toBeNull();
    expect(rankOfDigit(ten, "0")).toBe(9);
    expect(rankOfDigit(eight, "0")).toBeNull();
  });
});

test("the chequers follow the squares on boards of any shape, turned or not", () => {
  // On 3 × 2 the corner below is a1, dark, for White, and c2, light, for Black.
  const odd = { files: 3, ranks: 2 };
  expect(darkSquares(odd, "white")).toContain("M0 48h");
  expect(darkSquares(odd, "black")).not.toContain("M0 48h");
  expect(darkSquares(eight, "white").split("z").sort()).toEqual(
    darkSquares(eight, "black").split("z").sort(),
  );
});

describe("position text", () => {
  test("reads and writes placements, runs of ten too", () => {
    const wide = { files: 10, ranks: 2 };
    expect(formatPlacement(placementOf("10/k8K w - - 0 1", wide), wide)).toBe("10/k8K");
    const start = "rtdakdtr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RTDAKDTR";
    expect(formatPlacement(placementOf(start, ten), ten)).toBe(start);
  });
  test("says what is wrong", () => {
    expect(parsePlacement("8/8", eight)).toEqual({
      ok: false,
      error: { code: "ranks", found: 2, expected: 8 },
    });
    expect(parsePlacement("8/8/8/8/8/8/8/7", eight)).toMatchObject({
      error: { code: "squares", rank: 1, found: 7 },
    });
    expect(parsePlacement("8/8/8/8/8/8/8/7?", eight)).toMatchObject({
      error: { code: "letter", letter: "?" },
    });
  });
  test("splits and joins fields", () => {
    const fen = "8/8/8/8/8/8/8/K1k5 b - e3e4 12 34";
    expect(joinFen(splitFen(fen))).toBe(fen);
  });
});

describe("moves", () => {
  const legal = [
    { uci: "e2e4", san: "e4" },
    { uci: "g1f3", san: "Nf3" },
    { uci: "e1g1", san: "O-O" },
    { uci: "e7e8b", san: "e8=B" },
    { uci: "b5c6", san: "bxc6" },
    { uci: "f1c6", san: "Bxc6+" },
  ];
  test("typed as people type", () => {
    for (const [text, uci] of [
      ["e4", "e2e4"],
      ["nf3", "g1f3"],
      ["0-0", "e1g1"],
      ["e8b", "e7e8b"],
      ["E2E4", "e2e4"],
      ["Bc6", "f1c6"],
      ["bc6", "b5c6"],
    ] as const) {
      expect(findTyped(text, legal)?.uci, text).toBe(uci);
    }
    expect(findTyped("Qh5", legal)).toBeNull();
    expect(completions("n", legal, 5)).toEqual(["Nf3"]);
  });
  test("UCI of ten ranks", () => {
    expect(parseUci("e10c10", ten)).toEqual({
      from: squareAt(ten, 4, 9),
      to: squareAt(ten, 2, 9),
      promotion: "",
    });
    expect(parseUci("e10c11", ten)).toBeNull();
  });
  test("previews castling, the pair and en passant over two squares", () => {
    const castled = preview(
      placementOf("8/8/8/8/8/8/8/U3K2C w KQ - 0 1", eight),
      parseUci("e1g1", eight)!,
      eight,
      "b",
    );
    expect(formatPlacement(castled, eight)).toBe("8/8/8/8/8/8/8/U4CK1");
    const pair = preview(
      placementOf("7c/6P1/8/8/8/8/8/8 w - - 0 1", eight),
      parseUci("g7h8b", eight)!,
      eight,
      "b",
    );
    expect(formatPlacement(pair, eight)).toBe("7B/6B1/8/8/8/8/8/8");
    const passing = preview(
      placementOf("8/8/8/8/8/4P3/5p2/8/8/8 b - e3 0 1", ten),
      parseUci("f4e3", ten)!,
      ten,
      "",
    );
    expect(formatPlacement(passing, ten)).toBe("8/8/8/8/8/8/8/4p3/8/8");
  });
});

describe("clocks", () => {
  test("shown so that nought means the flag", () => {
    expect(formatClock(9_999)).toBe("0:10.0");
    expect(formatClock(60_000)).toBe("1:00");
    expect(formatClock(3_723_000)).toBe("1:02:03");
    expect(formatClock(0)).toBe("0:00.0");
  });
  test("only the running side loses time, and never below nought", () => {
    const clock = { initial: 60, increment: 0, white: 5000, black: 4000, running: "white" as const };
    expect(remaining(clock, "white", 6000)).toBe(0);
    expect(remaining(clock, "black", 6000)).toBe(4000);
    expect(crossedMark(31_000, 29_000)).toBe(30);
    expect(crossedMark(29_000, 28_000)).toBeNull();
  });
});

test("refusals tell a pin from a check", () => {
  const base = {
    shape: eight,
    placement: placementOf("4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1", eight),
    turn: "white" as const,
    legal: [],
    reach: { moves: ["c3"], captures: [], attacksKing: [] },
    from: squareAt(eight, 4, 1),
  };
  expect(refusalReason({ ...base, check: false, to: squareAt(eight, 2, 2) })).toBe("pinned");
  expect(refusalReason({ ...base, check: true, to: squareAt(eight, 2, 2) })).toBe("still-in-check");
  expect(refusalReason({ ...base, check: false, to: squareAt(eight, 0, 7) })).toBe("not-its-move");
});

describe("what is wrong with a typed position", () => {
  const game = {
    ...eight,
    pieces: [
      { letter: "K", royal: true },
      { letter: "P", royal: false },
    ],
  } as unknown as VariantInfo;
  for (const [fen, key] of [
    ["8/8 w - - 0 1", "ranks"],
    ["k7/9/8/8/8/8/8/K7 w - - 0 1", "squares"],
    ["k7/z7/8/8/8/8/8/K7 w - - 0 1", "letter"],
    ["k7/8/8/8/8/8/8/K6P w - - 0 1", "pawn"],
    ["8/8/8/8/8/8/8/K7 w - - 0 1", "no-king.black"],
    ["k7/8/8/8/8/8/8/KK6 w - - 0 1", "kings.white"],
    ["k7/8/8/8/8/8/8/K7 x - - 0 1", "turn"],
    ["k7/8/8/8/8/8/8/K7 w Z - 0 1", "castling"],
    ["k7/8/8/8/8/8/8/K7 w - z9 0 1", "passant"],
    ["k7/8/8/8/8/8/8/K7 w - - -1 1", "counters"],
    ["k7/8/8/8/8/8/8/K7 w - - 0 0", "counters"],
    ["k7/8/8/8/8/8/8/K7 w - e3 0 1", null],
  ] as const) {
    test(key ?? "nothing", () => expect(faultOf(fen, game)?.key ?? null).toBe(key));
  }
});
