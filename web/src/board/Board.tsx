/**
 * The board: squares, pieces and marks drawn as SVG, and over them a grid of cells for keyboard and screen
 * reader. It draws any shape up to 16 × 16 and knows no rules, no game and no network: what is picked,
 * dropped or typed goes to the page, and the page says what to mark.
 */

import type { RefObject } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { colorOf, type Placement } from "../core/fen";
import {
  type Color,
  cellOf,
  fileName,
  fileOf,
  isDark,
  rankOf,
  rankOfDigit,
  type Shape,
  type Square,
  squareAt,
  squareCount,
  squareName,
  squareOfCell,
} from "../core/geometry";
import { glide } from "./glide";
import { darkSquares, UNIT } from "./squares";

/**
 * What a square may bear. `move` and `capture` are legal now; `reach` and `reach-capture` only show where
 * a piece could go; `king` is a square where only a king would be attacked.
 */
export type Mark =
  | "move"
  | "capture"
  | "reach"
  | "reach-capture"
  | "king"
  | "premove"
  | "hint"
  | "blocker"
  | "hatch"
  | "forbidden";

export interface BoardHandle {
  /** The square under a point of the window, or null. */
  squareFromPoint(x: number, y: number): Square | null;
  focusSquare(square: Square): void;
}

export interface BoardProps {
  readonly shape: Shape;
  readonly placement: Placement;
  readonly bottom: Color;
  /** The name of the drawing for a letter. */
  readonly art: (letter: string) => string;
  readonly label: string;
  /** What a screen reader says for a square. */
  readonly describe: (square: Square) => string;
  readonly marks?: ReadonlyMap<Square, Mark>;
  readonly selected?: Square | null;
  readonly lastMove?: readonly Square[];
  readonly check?: Square | null;
  readonly coordinates?: boolean;
  readonly animate?: boolean;
  readonly readOnly?: boolean;
  readonly handle?: RefObject<BoardHandle | null>;
  readonly canDrag?: (square: Square) => boolean;
  /** A click, a tap, Enter or Space. */
  readonly onPick?: (square: Square) => void;
  /** A piece let go over a square, or outside the board (null). */
  readonly onDrop?: (from: Square, to: Square | null) => void;
  readonly onCancel?: () => void;
  /** A letter key that the board has no use for. True where it was used. */
  readonly onKey?: (key: string, square: Square) => boolean;
}

const NO_MARKS: ReadonlyMap<Square, Mark> = new Map();

interface Drag {
  readonly from: Square;
  readonly pointer: number;
  readonly startX: number;
  readonly startY: number;
  /** Was the square selected before the press: then letting go there unselects it. */
  readonly again: boolean;
  moved: boolean;
}

/** Pixels that a pointer may tremble before a press becomes a drag. */
const DRAG_THRESHOLD = 4;

export function Board(props: BoardProps) {
  const { shape, placement, bottom, marks = NO_MARKS, selected = null, readOnly = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const cells = useRef<(HTMLElement | null)[]>([]);
  const dragGroup = useRef<SVGGElement>(null);
  const drag = useRef<Drag | null>(null);
  const [dragged, setDragged] = useState<Square | null>(null);
  const [hover, setHover] = useState<Square | null>(null);
  const [focus, setFocus] = useState<Square>(
    () => squareOfCell(shape, { column: 0, row: shape.ranks - 1 }, bottom)!,
  );
  const dropped = useRef<Square | null>(null);

  function squareFromPoint(x: number, y: number): Square | null {
    const box = root.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const column = Math.floor(((x - box.left) / box.width) * shape.files);
    const row = Math.floor(((y - box.top) / box.height) * shape.ranks);
    return squareOfCell(shape, { column, row }, bottom);
  }

  function focusSquare(square: Square): void {
    setFocus(square);
    cells.current[square]?.focus({ preventScroll: true });
  }

  useImperativeHandle(props.handle ?? null, () => ({ squareFromPoint, focusSquare }));

  useEffect(() => {
    if (focus >= squareCount(shape)) setFocus(0);
  }, [focus, shape]);

  function onPointerDown(event: PointerEvent): void {
    if (readOnly || event.button !== 0 || drag.current) return;
    const square = squareFromPoint(event.clientX, event.clientY);
    if (square === null) return;
    const again = selected === square;
    const target = marks.get(square) === "move" || marks.get(square) === "capture";
    if (!target && placement[square] && props.canDrag?.(square)) {
      drag.current = {
        from: square,
        pointer: event.pointerId,
        startX: event.clientX,
        startY: event.clientY,
        again,
        moved: false,
      };
      root.current?.setPointerCapture(event.pointerId);
      if (!again) props.onPick?.(square);
    } else {
      props.onPick?.(square);
    }
    setFocus(square);
    if (event.pointerType === "mouse") cells.current[square]?.focus({ preventScroll: true });
    event.preventDefault();
  }

  function onPointerMove(event: PointerEvent): void {
    const now = drag.current;
    if (!now || now.pointer !== event.pointerId) return;
    if (!now.moved) {
      if (Math.hypot(event.clientX - now.startX, event.clientY - now.startY) < DRAG_THRESHOLD) return;
      now.moved = true;
      setDragged(now.from);
    }
    const square = squareFromPoint(event.clientX, event.clientY);
    if (square !== hover) setHover(square);
    const box = root.current!.getBoundingClientRect();
    const scale = (shape.files * UNIT) / box.width;
    const x = (event.clientX - box.left) * scale - UNIT / 2;
    const y = (event.clientY - box.top) * scale - UNIT / 2;
    if (dragGroup.current) dragGroup.current.style.transform = `translate(${x}px, ${y}px)`;
  }

  function endDrag(event: PointerEvent, cancelled: boolean): void {
    const now = drag.current;
    if (!now || now.pointer !== event.pointerId) return;
    drag.current = null;
    setDragged(null);
    setHover(null);
    if (cancelled) return;
    const square = squareFromPoint(event.clientX, event.clientY);
    if (!now.moved || square === now.from) {
      if (now.again && !now.moved) props.onPick?.(now.from);
      return;
    }
    dropped.current = square;
    props.onDrop?.(now.from, square);
  }

  function moveFocus(square: Square | null): void {
    if (square !== null) focusSquare(square);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { column, row } = cellOf(shape, focus, bottom);
    const step = (columns: number, rows: number): void =>
      moveFocus(squareOfCell(shape, { column: column + columns, row: row + rows }, bottom));
    const rank = rankOfDigit(shape, event.key);
    // A page that waits for a letter's argument ("s" then a rank) hears digits first.
    if (props.onKey?.(event.key, focus)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (rank !== null) {
      moveFocus(squareAt(shape, fileOf(shape, focus), rank));
    } else {
      switch (event.key) {
        case "ArrowLeft":
          step(-1, 0);
          break;
        case "ArrowRight":
          step(1, 0);
          break;
        case "ArrowUp":
          step(0, -1);
          break;
        case "ArrowDown":
          step(0, 1);
          break;
        case "Home":
          moveFocus(squareOfCell(shape, { column: 0, row }, bottom));
          break;
        case "End":
          moveFocus(squareOfCell(shape, { column: shape.files - 1, row }, bottom));
          break;
        case "PageUp":
          moveFocus(squareOfCell(shape, { column, row: 0 }, bottom));
          break;
        case "PageDown":
          moveFocus(squareOfCell(shape, { column, row: shape.ranks - 1 }, bottom));
          break;
        case "Enter":
        case " ":
          if (!readOnly) props.onPick?.(focus);
          break;
        case "Escape":
          props.onCancel?.();
          break;
        default:
          return;
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const width = shape.files * UNIT;
  const height = shape.ranks * UNIT;
  const squares = useMemo(() => darkSquares(shape, bottom), [shape.files, shape.ranks, bottom]);
  const pieces = useRef<SVGGElement>(null);
  const previous = useRef<Placement>(placement);
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = placement;
    const landed = dropped.current;
    dropped.current = null;
    if (before === placement || !props.animate || !pieces.current) return;
    glide(pieces.current, shape, before, placement, bottom, UNIT, landed);
  }, [placement]);

  const rows: Square[][] = [];
  for (let row = 0; row < shape.ranks; row++) {
    const squaresOfRow: Square[] = [];
    for (let column = 0; column < shape.files; column++) {
      squaresOfRow.push(squareOfCell(shape, { column, row }, bottom)!);
    }
    rows.push(squaresOfRow);
  }

  return (
    <div
      class="board"
      ref={root}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => endDrag(event, false)}
      onPointerCancel={(event) => endDrag(event, true)}
      onContextMenu={(event) => {
        if (readOnly) return;
        event.preventDefault();
        props.onCancel?.();
      }}
      data-files={shape.files}
      data-ranks={shape.ranks}
      data-bottom={bottom}
    >
      <svg class="board-picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <defs>
          <pattern
            id="hatch"
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path class="hatch-line" d="M0 0V8" />
          </pattern>
        </defs>
        <rect class="sq-light" width={width} height={height} />
        <path class="sq-dark" d={squares} />
        {props.lastMove?.map((square) => (
          <SquareRect
            key={square}
            class="mark-last"
            shape={shape}
            square={square}
            bottom={bottom}
            inset={0}
          />
        ))}
        {[...marks].map(([square, mark]) =>
          mark === "hatch" || mark === "premove" || mark === "hint" ? (
            <SquareRect
              key={square}
              class={`mark-${mark}`}
              shape={shape}
              square={square}
              bottom={bottom}
              inset={0}
            />
          ) : null,
        )}
        {selected !== null && (
          <SquareRect class="mark-selected" shape={shape} square={selected} bottom={bottom} inset={0} />
        )}
        {props.coordinates !== false && <Coordinates shape={shape} bottom={bottom} />}
        {props.lastMove?.map((square) => (
          <Frame key={square} kind="last" shape={shape} square={square} bottom={bottom} />
        ))}
        {selected !== null && <Frame kind="selected" shape={shape} square={selected} bottom={bottom} />}
        {props.check !== null && props.check !== undefined && (
          <Frame kind="check" shape={shape} square={props.check} bottom={bottom} />
        )}
        <g ref={pieces}>
          {placement.map((letter, square) =>
            letter ? (
              <PieceOnBoard
                key={`${square}${letter}`}
                letter={letter}
                art={props.art(letter)}
                shape={shape}
                square={square}
                bottom={bottom}
                faded={dragged === square}
              />
            ) : null,
          )}
        </g>
        {[...marks].map(([square, mark]) => (
          <MarkShape key={square} mark={mark} shape={shape} square={square} bottom={bottom} />
        ))}
        {hover !== null && dragged !== null && (
          <Frame kind="hover" shape={shape} square={hover} bottom={bottom} />
        )}
        <g ref={dragGroup} class="dragged">
          {dragged !== null && placement[dragged] && (
            <use
              href={`#p-${props.art(placement[dragged]!)}`}
              class={`piece ${colorOf(placement[dragged]!)}`}
              width={UNIT}
              height={UNIT}
            />
          )}
        </g>
      </svg>
      <div class="board-grid" role="grid" aria-label={props.label} onKeyDown={onKeyDown}>
        {rows.map((row, index) => (
          <div class="board-row" role="row" key={index}>
            {row.map((square) => (
              <div
                key={square}
                class="board-cell"
                role="gridcell"
                tabIndex={square === focus ? 0 : -1}
                aria-label={props.describe(square)}
                aria-selected={readOnly ? undefined : square === selected}
                data-square={squareName(shape, square)}
                data-piece={placement[square] || undefined}
                data-mark={marks.get(square)}
                ref={(element) => {
                  cells.current[square] = element;
                }}
                onFocus={() => setFocus(square)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface Placed {
  readonly shape: Shape;
  readonly square: Square;
  readonly bottom: Color;
}

function origin({ shape, square, bottom }: Placed): { x: number; y: number } {
  const { column, row } = cellOf(shape, square, bottom);
  return { x: column * UNIT, y: row * UNIT };
}

function SquareRect(props: Placed & { class: string; inset: number }) {
  const { x, y } = origin(props);
  const side = UNIT - 2 * props.inset;
  return <rect class={props.class} x={x + props.inset} y={y + props.inset} width={side} height={side} />;
}

/** Two lines, a light and a dark one, so that a frame is seen on either square colour. */
function Frame(props: Placed & { kind: "last" | "selected" | "check" | "hover" }) {
  const { x, y } = origin(props);
  return (
    <g class={`frame frame-${props.kind}`}>
      <rect class="frame-outer" x={x + 1.5} y={y + 1.5} width={UNIT - 3} height={UNIT - 3} />
      <rect class="frame-inner" x={x + 3.5} y={y + 3.5} width={UNIT - 7} height={UNIT - 7} />
    </g>
  );
}

function PieceOnBoard(props: Placed & { letter: string; art: string; faded: boolean }) {
  const { x, y } = origin(props);
  return (
    <g
      class={props.faded ? "faded" : undefined}
      data-at={props.square}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <use href={`#p-${props.art}`} class={`piece ${colorOf(props.letter)}`} width={UNIT} height={UNIT} />
    </g>
  );
}

function MarkShape(props: Placed & { mark: Mark }) {
  const { x, y } = origin(props);
  const cx = x + UNIT / 2;
  const cy = y + UNIT / 2;
  switch (props.mark) {
    case "move":
      return <circle class="mark mark-move" cx={cx} cy={cy} r={6.5} />;
    case "reach":
      return <circle class="mark mark-reach" cx={cx} cy={cy} r={6} />;
    case "king":
      return <path class="mark mark-reach" d={`M${cx} ${cy - 9}l9 9-9 9-9-9z`} />;
    case "capture":
      return <Ring cx={cx} cy={cy} kind="capture" />;
    case "reach-capture":
      return <Ring cx={cx} cy={cy} kind="reach-capture" />;
    case "blocker":
      return <path class="mark mark-blocker" d={`M${x + 14} ${y + 14}h20v20h-20z`} />;
    case "forbidden":
      return <path class="mark mark-forbidden" d={`M${x + 12} ${y + 12}l24 24m0-24l-24 24`} />;
    default:
      return null;
  }
}

function Ring({ cx, cy, kind }: { cx: number; cy: number; kind: string }) {
  return (
    <g class={`mark mark-${kind}`}>
      <circle class="ring-under" cx={cx} cy={cy} r={21.5} />
      <circle class="ring" cx={cx} cy={cy} r={21.5} />
    </g>
  );
}

function Coordinates({ shape, bottom }: { shape: Shape; bottom: Color }) {
  const texts = [];
  for (let column = 0; column < shape.files; column++) {
    const square = squareOfCell(shape, { column, row: shape.ranks - 1 }, bottom)!;
    texts.push(
      <text
        key={`f${column}`}
        class={isDark(shape, square) ? "coordinate on-dark" : "coordinate on-light"}
        x={(column + 1) * UNIT - 2.5}
        y={shape.ranks * UNIT - 2.8}
        text-anchor="end"
      >
        {fileName(fileOf(shape, square))}
      </text>,
    );
  }
  for (let row = 0; row < shape.ranks; row++) {
    const square = squareOfCell(shape, { column: 0, row }, bottom)!;
    texts.push(
      <text
        key={`r${row}`}
        class={isDark(shape, square) ? "coordinate on-dark" : "coordinate on-light"}
        x={2.2}
        y={row * UNIT + 9.6}
      >
        {rankOf(shape, square) + 1}
      </text>,
    );
  }
  return <g>{texts}</g>;
}
