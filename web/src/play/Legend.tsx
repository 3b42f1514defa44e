/** All kinds of piece of the game; one that is picked shows its moves from any square that is then chosen. */

import { PieceIcon } from "../board/Diagram";
import type { PieceInfo, VariantInfo } from "../core/wire";
import { pieceHeading } from "../core/words";
import { t } from "../ui/language";

interface Props {
  readonly variant: VariantInfo;
  readonly ghost: string | null;
  readonly onGhost: (letter: string | null) => void;
}

export function Legend({ variant, ghost, onGhost }: Props) {
  const list = (pieces: readonly PieceInfo[]) => (
    <ul>
      {pieces.map((piece) => (
        <li key={piece.letter}>
          <button
            type="button"
            aria-pressed={ghost === piece.letter}
            data-legend={piece.letter}
            onClick={() => onGhost(ghost === piece.letter ? null : piece.letter)}
          >
            <PieceIcon art={piece.name} color="white" />
            <span>{pieceHeading(t, variant, piece.letter)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  const promoted = variant.pieces.filter((piece) => !piece.setUp);
  return (
    <details class="legend">
      <summary>{t("legend.title")}</summary>
      <p class="quiet">{t("legend.how")}</p>
      {list(variant.pieces.filter((piece) => piece.setUp))}
      {promoted.length > 0 && (
        <>
          <h2>{t("legend.promotion")}</h2>
          {list(promoted)}
        </>
      )}
      <p>
        <a href={`/guide/${variant.id}`}>{t("legend.guide")}</a>
      </p>
    </details>
  );
}
