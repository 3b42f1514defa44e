/** What endings are called. */

import { colorOf } from "../core/fen";
import { sentence } from "../core/i18n";
import type { VariantInfo } from "../core/wire";
import { pieceName } from "../core/words";
import { t } from "../ui/language";

/** "Acromantula and Adjutant", "King and Pawn", "Acromantula against Adjutant": kings are named where one man is alone with them. */
export function endingTitle(variant: VariantInfo, ending: string): string {
  const side = (color: "white" | "black"): string => {
    const names = [...ending]
      .filter((letter) => colorOf(letter) === color && !isRoyal(variant, letter))
      .map((letter) => pieceName(t, variant, letter));
    if (names.length < 2) return names[0] ?? "";
    return t("tables.and", { first: names.slice(0, -1).join(", "), last: names[names.length - 1]! });
  };
  const white = side("white");
  const black = side("black");
  if (!white && !black) return ending;
  if (!black && [...ending].length === 3) return sentence(t("tables.with-king", { piece: white }));
  return sentence(black ? t("tables.against", { white: white || t("tables.bare"), black }) : white);
}

function isRoyal(variant: VariantInfo, letter: string): boolean {
  return variant.pieces.some((piece) => piece.royal && piece.letter === letter.toUpperCase());
}

/** The page of an ending; of Team-Mate Chess without the game's name. */
export function endingLink(variant: string, ending: string): string {
  return variant === "teammate" ? `/tables/${ending}` : `/tables/${variant}/${ending}`;
}

/** Pure: draws by lack of material are not looked at. */
export function exploreLink(variant: string, fen: string, pure = false): string {
  return `/tables/explore?${new URLSearchParams({ v: variant, fen, ...(pure ? { pure: "1" } : {}) })}`;
}
