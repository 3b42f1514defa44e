/** What a pawn becomes: a dialog with one labelled button for each choice, in the game's own order. */

import { useEffect, useRef } from "preact/hooks";
import { PieceIcon } from "../board/Diagram";
import { type Color, squareName } from "../core/geometry";
import type { Move } from "../core/move";
import type { VariantInfo } from "../core/wire";
import { pieceHeading } from "../core/words";
import { t } from "../ui/language";
import { artOf } from "../ui/variants";

interface Props {
  readonly variant: VariantInfo;
  readonly moves: readonly Move[];
  readonly color: Color;
  readonly onChoose: (move: Move | null) => void;
}

export function PromotionDialog({ variant, moves, color, onChoose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      class="promotion"
      ref={dialog}
      aria-label={t("promotion.title")}
      onCancel={(event) => {
        event.preventDefault();
        onChoose(null);
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onChoose(null);
      }}
    >
      <h2>{t("promotion.title")}</h2>
      <div class="promotion-choices">
        {variant.promotions.map((letter) => {
          const move = moves.find((each) => each.promotion === letter);
          const pair = letter === variant.pair;
          const piece = pieceHeading(t, variant, letter);
          const label = pair
            ? t("promotion.pair", {
                to: squareName(variant, moves[0]!.to),
                from: squareName(variant, moves[0]!.from),
              })
            : piece;
          return (
            <button
              key={letter}
              type="button"
              data-promotion={letter}
              disabled={!move}
              onClick={() => move && onChoose(move)}
            >
              <PieceIcon art={pair ? "brute-pair" : artOf(variant, letter)} color={color} />
              <span>{label}</span>
            </button>
          );
        })}
      </div>
      <button type="button" class="plain" onClick={() => onChoose(null)}>
        {t("promotion.cancel")}
      </button>
    </dialog>
  );
}
