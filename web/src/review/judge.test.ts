import { expect, test } from "vitest";
import { chance, judge, lineText, scoreText } from "./judge";

const at = (score: number | null, mate: number | null = null) => ({ score, mate });

test("chances are White's, and a forced end is certain", () => {
  expect(chance(at(0))).toBe(0.5);
  expect(chance(at(400))).toBeCloseTo(10 / 11);
  expect(chance(at(-400))).toBeCloseTo(1 / 11);
  expect(chance(at(null, 7))).toBe(1);
  expect(chance(at(null, -2))).toBe(0);
});

test("a move is judged by what it costs its side", () => {
  expect(judge(0.5, 0.45, "white")).toBe("good");
  expect(judge(0.5, 0.9, "white")).toBe("good");
  expect(judge(0.5, 0.38, "white")).toBe("inaccuracy");
  expect(judge(0.5, 0.28, "white")).toBe("mistake");
  expect(judge(0.5, 0.1, "white")).toBe("blunder");
  expect(judge(0.5, 0.9, "black")).toBe("blunder");
  expect(judge(0.5, 0.1, "black")).toBe("good");
});

test("scores and lines are written as in books", () => {
  expect(scoreText(at(131))).toBe("+1.3");
  expect(scoreText(at(-40))).toBe("−0.4");
  expect(scoreText(at(-3))).toBe("+0.0");
  expect(scoreText(at(null, 7))).toBe("#4");
  expect(scoreText(at(null, -2))).toBe("−#1");
  const line = ["e4", "e5", "Nf3"].map((san) => ({ uci: "", san }));
  expect(lineText(line, 1, "white")).toBe("1. e4 e5 2. Nf3");
  expect(lineText(line, 9, "black")).toBe("9… e4 10. e5 Nf3");
  expect(lineText(line, 1, "white", 2)).toBe("1. e4 e5");
});
