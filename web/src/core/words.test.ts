/** What is said of moves and ends, in all three languages, from the catalogues themselves. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placementOf } from "./fen";
import { LANGUAGES, type Language, lookup } from "./i18n";
import type { VariantInfo } from "./wire";
import { describeMove, describeResult, type Translate } from "./words";

const folder = join(import.meta.dirname, "../../../internal/i18n");

function translator(language: Language): Translate {
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(join(folder, language, `${name}.json`), "utf8"));
  const catalogue = { ...read("names"), ...read("client") };
  return (key, params) => lookup(catalogue, key, params);
}

const piece = (letter: string, name: string) => ({ letter, name });
const game = {
  id: "teammate",
  files: 8,
  ranks: 8,
  pair: "b",
  claimPlies: 128,
  drawPlies: 192,
  pieces: [
    piece("K", "king"),
    piece("A", "acromantula"),
    piece("E", "elephant"),
    piece("C", "cobra"),
    piece("B", "brute"),
    piece("P", "pawn"),
  ],
} as unknown as VariantInfo;
const teutonic = { ...game, id: "teutonic-princess", claimPlies: 100, drawPlies: 150 };

test("moves, by piece names", () => {
  for (const [fen, uci, san, en, de, fr] of [
    [
      "4k3/8/8/8/5e2/8/8/3AK3",
      "d1f4",
      "Axf4+",
      "Acromantula d1 to f4, takes Elephant, check",
      "Acromantula d1 nach f4, schlägt Elefant, Schach",
      "Acromantule d1 en f4, prend éléphant, échec",
    ],
    [
      "7c/6P1/8/8/8/8/8/8",
      "g7h8b",
      "gxh8=B#",
      "Pawn g7 to h8, takes Cobra, becomes a pair of Brutes on h8 and g7, checkmate",
      "Bauer g7 nach h8, schlägt Kobra, wird ein Paar Bruten auf h8 und g7, matt",
      "Pion g7 en h8, prend cobra, devient une paire de brutes en h8 et g7, mat",
    ],
    [
      "8/8/8/3pP3/8/8/8/8",
      "e5d6",
      "exd6",
      "Pawn e5 to d6, takes Pawn in passing",
      "Bauer e5 nach d6, schlägt Bauer en passant",
      "Pion e5 en d6, prend pion en passant",
    ],
    ["8/8/8/8/8/8/8/4K2C", "e1g1", "O-O", "Castles king-side", "Kurze Rochade", "Petit roque"],
  ] as const) {
    const said = LANGUAGES.map((each) =>
      describeMove(translator(each), game, placementOf(fen, game), uci, san),
    );
    expect(said).toEqual([en, de, fr]);
  }
});

test("every end has its reason in every language, and no placeholder is left open", () => {
  const ends = [
    ["1-0", "checkmate"],
    ["1/2-1/2", "stalemate"],
    ["0-1", "stalemate-wins"],
    ["1/2-1/2", "material"],
    ["1/2-1/2", "threefold"],
    ["1/2-1/2", "fivefold"],
    ["1/2-1/2", "move-limit-claim"],
    ["1/2-1/2", "move-limit"],
    ["0-1", "resignation"],
    ["1/2-1/2", "agreement"],
    ["1-0", "flag"],
    ["1/2-1/2", "flag-material"],
    ["*", "aborted"],
  ] as const;
  for (const language of LANGUAGES) {
    const said = ends.map(([result, reason]) =>
      describeResult(translator(language), teutonic, { result, reason }),
    );
    for (const text of said) expect(text, language).toMatch(/^\p{Lu}[^{}]+$/u);
    expect(said.join(" "), language).not.toMatch(/result\.|in-game\.|color\./);
    expect(new Set(said).size, language).toBe(ends.length);
  }
});

test("who stalemates in Teutonic Knight's Chess is told that it loses", () => {
  const end = { result: "0-1", reason: "stalemate-wins" } as const;
  expect(LANGUAGES.map((each) => describeResult(translator(each), teutonic, end))).toEqual([
    "Black wins: White stalemated Black, which loses in Teutonic Knight's Chess",
    "Schwarz gewinnt: Weiß hat Schwarz pattgesetzt, und das verliert im Ordensritterschach",
    "Les Noirs gagnent : les Blancs les ont mis pat, ce qui perd aux échecs du chevalier teutonique",
  ]);
});

test("the move limits are those of the game", () => {
  const say = translator("en");
  const limit = { result: "1/2-1/2", reason: "move-limit-claim" } as const;
  expect(describeResult(say, game, limit)).toContain("64 moves");
  expect(describeResult(say, teutonic, limit)).toContain("50 moves");
});
