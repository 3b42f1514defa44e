/** The moves so far: a table on a desk, one scrolling line on a phone; each can be stepped to. */

import { useEffect, useRef } from "preact/hooks";
import { splitFen } from "../core/fen";
import type { GameState } from "../core/wire";
import { t } from "../ui/language";

export function MoveList({
  state,
  ply,
  onStep,
  glyph = () => "",
}: {
  state: GameState;
  ply: number;
  onStep: (ply: number) => void;
  /** What is to stand behind a move, counted from 1: "?!" say. */
  glyph?: (ply: number) => string;
}) {
  const list = useRef<HTMLOListElement>(null);
  const start = splitFen(state.startFen);
  const offset = start.turn === "black" ? 1 : 0;
  const first = Number(start.fullmove) || 1;
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box) return;
    if (!current) box.scrollTo({ top: 0, left: 0 });
    else if (box.scrollWidth > box.clientWidth) box.scrollLeft = current.offsetLeft - box.clientWidth / 2;
    else box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [ply, state.ply]);

  const rows: { number: number; plies: (number | null)[] }[] = [];
  for (let index = 0; index < state.moves.length; index++) {
    const half = index + offset;
    if (half % 2 === 0 || rows.length === 0) {
      rows.push({ number: first + Math.floor(half / 2), plies: half % 2 === 0 ? [] : [null] });
    }
    rows[rows.length - 1]!.plies.push(index + 1);
  }
  return (
    <ol class="moves" ref={list} aria-label={t("play.moves")} tabIndex={0}>
      {rows.map((row) => (
        <li key={row.number}>
          <span class="move-number">{row.number}.</span>
          {row.plies.map((each) =>
            each === null ? (
              <span key="gap" class="move-gap">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                class="move"
                aria-current={each === ply ? "step" : undefined}
                onClick={() => onStep(each)}
              >
                {state.moves[each - 1]!.san}
                {glyph(each)}
              </button>
            ),
          )}
        </li>
      ))}
    </ol>
  );
}

export function StepButtons({
  ply,
  last,
  onStep,
}: {
  ply: number;
  last: number;
  onStep: (ply: number) => void;
}) {
  const button = (key: string, text: string, to: number, off: boolean) => (
    <button
      type="button"
      aria-label={t(`play.step.${key}`)}
      title={t(`play.step.${key}`)}
      disabled={off}
      onClick={() => onStep(to)}
    >
      {text}
    </button>
  );
  return (
    <div class="steps">
      {button("first", "«", 0, ply === 0)}
      {button("back", "‹", ply - 1, ply === 0)}
      {button("forward", "›", ply + 1, ply >= last)}
      {button("last", "»", last, ply >= last)}
    </div>
  );
}
