/** A piece that is drawn with the pointer from a palette onto the board. */

import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { colorOf } from "../core/fen";
import type { Square } from "../core/geometry";
import type { BoardHandle } from "./Board";
import { PieceIcon } from "./Diagram";

/** Pixels that a pointer may tremble before a press becomes a draw. */
const THRESHOLD = 6;

interface Wanted {
  readonly board: RefObject<BoardHandle | null>;
  readonly art: (letter: string) => string;
  /** A press on a piece of the palette. */
  readonly onTake: (letter: string) => void;
  /** It was let go over a square. */
  readonly onPut: (square: Square, letter: string) => void;
}

export interface Carrying {
  readonly carry: (event: PointerEvent, letter: string) => void;
  /** The piece under the pointer, to be put at the end of the page. */
  readonly carried: JSX.Element;
}

export function useCarry({ board, art, onTake, onPut }: Wanted): Carrying {
  const place = useRef<HTMLDivElement>(null);
  const [letter, setLetter] = useState<string | null>(null);

  function carry(event: PointerEvent, taken: string): void {
    if (event.button !== 0) return;
    onTake(taken);
    const start = { x: event.clientX, y: event.clientY };
    let moved = false;
    const follow = (now: PointerEvent): void => {
      if (!moved && Math.hypot(now.clientX - start.x, now.clientY - start.y) < THRESHOLD) return;
      if (!moved) setLetter(taken);
      moved = true;
      if (place.current) place.current.style.transform = `translate(${now.clientX}px, ${now.clientY}px)`;
    };
    const end = (now: PointerEvent): void => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      setLetter(null);
      const square = moved ? board.current?.squareFromPoint(now.clientX, now.clientY) : null;
      if (square !== null && square !== undefined) onPut(square, taken);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  const carried = (
    <div class={letter ? "carried" : "carried gone"} ref={place} aria-hidden="true">
      {letter && <PieceIcon art={art(letter)} color={colorOf(letter)} />}
    </div>
  );
  return { carry, carried };
}
