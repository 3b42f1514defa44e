/** One piece on a board of its own: move it, put pieces in its way, and see what changes. */

import { useEffect, useState } from "preact/hooks";
import { emptyPlacement, formatPlacement, type Placement, parsePlacement, withSquare } from "../core/fen";
import { parseSquare, type Shape, type Square, squareAt, squareName } from "../core/geometry";
import type { Reach, VariantInfo } from "../core/wire";
import { describeMarked } from "../core/words";
import { getReach } from "../net/http";
import { t } from "../ui/language";
import { Board, type Mark } from "./Board";

interface Props {
  readonly variant: VariantInfo;
  readonly letter: string;
  readonly art: (letter: string) => string;
  readonly shape: Shape;
  readonly square: string;
  readonly placement: string;
  readonly label: string;
}

/** Empty, a piece of one's own, an enemy, and empty again. Every game here has pawns. */
const CYCLE = ["", "P", "p"];

export function GuideDiagram({ variant, letter, art, shape, square, placement, label }: Props) {
  const [at, setAt] = useState<Square>(
    () => parseSquare(shape, square) ?? squareAt(shape, (shape.files - 1) >> 1, (shape.ranks - 1) >> 1),
  );
  const [others, setOthers] = useState<Placement>(() => {
    const read = parsePlacement(placement, shape);
    return read.ok ? read.placement : emptyPlacement(shape);
  });
  const [held, setHeld] = useState(false);
  const [reach, setReach] = useState<Reach | null>(null);
  const board = withSquare(others, at, letter.toUpperCase());

  useEffect(() => {
    let current = true;
    getReach(variant.id, formatPlacement(board, shape), squareName(shape, at)).then(
      (answer) => current && setReach(answer),
      () => current && setReach(null),
    );
    return () => {
      current = false;
    };
  }, [variant.id, formatPlacement(board, shape)]);

  function put(square: Square): void {
    setAt(square);
    setOthers((was) => withSquare(was, square, ""));
    setHeld(false);
  }

  const marks = new Map<Square, Mark>();
  const mark = (names: readonly string[], kind: Mark): void => {
    for (const name of names) {
      const found = parseSquare(shape, name);
      if (found !== null) marks.set(found, kind);
    }
  };
  if (reach) {
    mark(reach.moves, "move");
    mark(reach.captures, "capture");
    mark(reach.attacksKing, "king");
  }
  return (
    <div class="diagram-board">
      <Board
        shape={shape}
        placement={board}
        bottom="white"
        art={art}
        label={label}
        describe={(each) => describeMarked(t, variant, board, each, marks.get(each))}
        marks={marks}
        selected={held ? at : null}
        canDrag={(each) => each === at}
        onPick={(each) => {
          if (each === at) setHeld((was) => !was);
          else if (held) put(each);
          else {
            const next = CYCLE[(CYCLE.indexOf(others[each] ?? "") + 1) % CYCLE.length]!;
            setOthers((was) => withSquare(was, each, next));
          }
        }}
        onDrop={(_, to) => {
          if (to !== null) put(to);
        }}
        onCancel={() => setHeld(false)}
      />
    </div>
  );
}
