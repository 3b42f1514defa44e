/** Asks which of several moves between two squares is meant. */

import type { Color } from "../core/geometry";
import { type Move, parseUci } from "../core/move";
import type { VariantInfo } from "../core/wire";
import { PromotionDialog } from "../play/PromotionDialog";
import type { ProbedMove } from "./wire";

interface Props {
  readonly variant: VariantInfo;
  readonly color: Color;
  readonly moves: readonly ProbedMove[];
  /** Null: none of them. */
  readonly onChoose: (move: ProbedMove | null) => void;
}

export function Promotion({ variant, color, moves, onChoose }: Props) {
  const read = moves.map((each) => ({ each, move: parseUci(each.uci, variant) }));
  return (
    <PromotionDialog
      variant={variant}
      color={color}
      moves={read.map(({ move }) => move).filter((move): move is Move => move !== null)}
      onChoose={(chosen) =>
        onChoose((chosen && read.find(({ move }) => move?.promotion === chosen.promotion)?.each) ?? null)
      }
    />
  );
}
