/**
 * The letters that a player who hears the board asks it with, as on other sites: p where is a piece, s what
 * stands on a rank or file, l the last move, t the clocks, o this square, m its moves.
 */

import type { Placement } from "../core/fen";
import { fileOf, rankOf, rankOfDigit, type Square, squareCount, squareName } from "../core/geometry";
import type { VariantInfo } from "../core/wire";
import { describeSquare, pieceName, type Translate } from "../core/words";

export interface KeyAnswer {
  readonly used: boolean;
  /** What the next key is the argument of, "" for nothing. */
  readonly prefix: string;
  readonly text: string;
}

export interface KeySources {
  last(): string;
  clocks(): string;
  moves(from: Square): string[];
}

export function answerKey(
  t: Translate,
  variant: VariantInfo,
  placement: Placement,
  prefix: string,
  key: string,
  square: Square,
  sources: KeySources,
): KeyAnswer {
  const done = (text: string): KeyAnswer => ({ used: true, prefix: "", text });
  if (prefix === "p" && /^[a-z]$/i.test(key)) return done(whereIs(t, variant, placement, key));
  if (prefix === "s" && /^[a-p0-9]$/.test(key)) return done(whatIsOn(t, variant, placement, key));
  switch (key) {
    case "p":
    case "s":
      return { used: true, prefix: key, text: t(`say.ask.${key}`) };
    case "l":
      return done(sources.last());
    case "t":
      return done(sources.clocks());
    case "o":
      return done(describeSquare(t, variant, placement, square));
    case "m": {
      const moves = sources.moves(square);
      return done(moves.length > 0 ? moves.join(", ") : t("say.no-moves"));
    }
  }
  return { used: false, prefix: "", text: "" };
}

function whereIs(t: Translate, variant: VariantInfo, placement: Placement, key: string): string {
  const letter = key.toUpperCase();
  const found: string[] = [];
  for (let square = 0; square < squareCount(variant); square++) {
    const there = placement[square];
    if (there && there.toUpperCase() === letter) {
      const color = there === letter ? "white" : "black";
      found.push(`${t(`color.${color}`)} ${squareName(variant, square)}`);
    }
  }
  const name = pieceName(t, variant, letter);
  return found.length > 0 ? `${name}: ${found.join(", ")}` : t("say.none", { piece: name });
}

function whatIsOn(t: Translate, variant: VariantInfo, placement: Placement, key: string): string {
  const rank = rankOfDigit(variant, key);
  const file = key.charCodeAt(0) - 97;
  const found: string[] = [];
  for (let square = 0; square < squareCount(variant); square++) {
    const on = rank !== null ? rankOf(variant, square) === rank : fileOf(variant, square) === file;
    if (on && placement[square]) found.push(describeSquare(t, variant, placement, square));
  }
  return found.length > 0 ? found.join(", ") : t("say.empty");
}
