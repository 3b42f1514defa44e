import { expect, test } from "vitest";
import { placementOf } from "../core/fen";
import { parseSquare } from "../core/geometry";
import { stepsBetween } from "./glide";

const shape = { files: 8, ranks: 8 };
const steps = (before: string, after: string) =>
  stepsBetween(shape, placementOf(before, shape), placementOf(after, shape));
const step = (from: string, to: string) => ({ from: parseSquare(shape, from), to: parseSquare(shape, to) });

test("a move, and the two of a castling", () => {
  expect(steps("8/8/8/8/8/8/4P3/8", "8/8/8/8/4P3/8/8/8")).toEqual([step("e2", "e4")]);
  const castled = steps("8/8/8/8/8/8/8/U3K2C", "8/8/8/8/8/8/8/U4CK1");
  expect(castled).toHaveLength(2);
  expect(castled).toEqual(expect.arrayContaining([step("e1", "g1"), step("h1", "f1")]));
});

test("the nearer of two like pieces, and nothing where another position is shown", () => {
  expect(steps("8/8/8/8/8/8/8/N6N", "8/8/8/8/8/6N1/8/N7")).toEqual([step("h1", "g3")]);
  expect(steps("8/8/8/8/8/8/8/K7", "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC")).toEqual([]);
});
