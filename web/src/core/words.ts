/** What is said about squares, moves and results, in the reader's language. Pure: the texts come in. */

import { colorOf, type Placement } from "./fen";
import { type Color, fileOf, opposite, type Square, squareName } from "./geometry";
import { type Params, sentence } from "./i18n";
import { parseUci } from "./move";
import type { GameState, VariantInfo } from "./wire";

export type Translate = (key: string, params?: Params) => string;

/** The name of the piece that a letter stands for. */
export function pieceName(t: Translate, variant: VariantInfo, letter: string): string {
  const piece = variant.pieces.find((each) => each.letter === letter.toUpperCase());
  return piece ? t(`piece.${piece.name}`) : letter;
}

/** "white Acromantula": in the order that the language wants. */
export function colouredName(t: Translate, variant: VariantInfo, letter: string): string {
  return t(`board.piece.${colorOf(letter)}`, { piece: pieceName(t, variant, letter) });
}

export function describeSquare(
  t: Translate,
  variant: VariantInfo,
  placement: Placement,
  square: Square,
): string {
  const name = squareName(variant, square);
  const letter = placement[square];
  return letter
    ? t("board.square.piece", { square: name, piece: colouredName(t, variant, letter) })
    : t("board.square.empty", { square: name });
}

/** The same with what the square's mark shows to the eye. */
export function describeMarked(
  t: Translate,
  variant: VariantInfo,
  placement: Placement,
  square: Square,
  mark: string | undefined,
): string {
  const said = describeSquare(t, variant, placement, square);
  return mark ? t("board.marked", { square: said, mark: t(`board.mark.${mark}`) }) : said;
}

/** "Acromantula d1 to f4, takes Elephant, check", from the position before the move. */
export function describeMove(
  t: Translate,
  variant: VariantInfo,
  before: Placement,
  uci: string,
  san: string,
): string {
  const move = parseUci(uci, variant);
  if (!move) return san;
  const letter = before[move.from] ?? "";
  const kind = letter.toUpperCase();
  const parts: string[] = [];
  const shift = fileOf(variant, move.to) - fileOf(variant, move.from);
  if (san.startsWith("O-O")) {
    parts.push(t(san.startsWith("O-O-O") ? "say.castle.queen" : "say.castle.king"));
  } else {
    parts.push(
      t("say.move", {
        piece: pieceName(t, variant, letter),
        from: squareName(variant, move.from),
        to: squareName(variant, move.to),
      }),
    );
    const taken = before[move.to];
    if (taken) parts.push(t("say.takes", { piece: pieceName(t, variant, taken) }));
    else if (kind === "P" && shift !== 0) parts.push(t("say.passing"));
  }
  if (move.promotion) {
    parts.push(
      move.promotion === variant.pair
        ? t("say.pair", { to: squareName(variant, move.to), from: squareName(variant, move.from) })
        : t("say.promotes", { piece: pieceName(t, variant, move.promotion) }),
    );
  }
  if (san.endsWith("#")) parts.push(t("say.mate"));
  else if (san.endsWith("+")) parts.push(t("say.check"));
  return sentence(parts.join(", "));
}

/** The result in words with its true reason; "" while the game goes on. */
export function describeResult(
  t: Translate,
  variant: VariantInfo,
  state: Pick<GameState, "result" | "reason">,
): string {
  if (state.result === "*" && !state.reason) return "";
  const winner: Color = state.result === "0-1" ? "black" : "white";
  return sentence(
    t(`result.${state.reason || state.result}`, {
      winner: t(`color.${winner}`),
      loser: t(`color.${opposite(winner)}`),
      game: gameName(t, variant.id),
      in_game: t(`in-game.${baseGame(variant.id)}`),
      moves: variant.claimPlies / 2,
      limit: variant.drawPlies / 2,
    }),
  );
}

/** Both Teutonic arrays bear one name. */
export function baseGame(id: string): string {
  return id === "teutonic-princess" ? "teutonic" : id;
}

export function gameName(t: Translate, id: string): string {
  return t(`game.${id}`);
}

/** The name as a heading: French writes it small within a sentence. */
export function gameHeading(t: Translate, id: string): string {
  return sentence(gameName(t, baseGame(id)));
}

/** The name of a piece where it stands alone. */
export function pieceHeading(t: Translate, variant: VariantInfo, letter: string): string {
  return sentence(pieceName(t, variant, letter));
}
