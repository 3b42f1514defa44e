/** Set up any position of a game, and play on from it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle } from "../board/Board";
import { useCarry } from "../board/carry";
import { PieceIcon } from "../board/Diagram";
import {
  colorOf,
  emptyPlacement,
  type FenFields,
  formatPlacement,
  joinFen,
  parsePlacement,
  placementOf,
  splitFen,
  withColor,
  withSquare,
} from "../core/fen";
import { type Color, type Square, squareName } from "../core/geometry";
import { sentence } from "../core/i18n";
import type { Mode, PositionInfo, VariantInfo, WireError } from "../core/wire";
import { describeSquare, gameHeading, pieceName } from "../core/words";
import { checkPosition } from "../net/http";
import { fenErrorText } from "../ui/errors";
import { t } from "../ui/language";
import { choice } from "../ui/memory";
import { startGame } from "../ui/newgame";
import { say } from "../ui/say";
import { artOf } from "../ui/variants";

/** What a tap on the board does: put a piece, take one away, or take one up to move it. */
export type Tool =
  | { readonly kind: "move" }
  | { readonly kind: "erase" }
  | { readonly kind: "put"; readonly letter: string };

export function SetupPage({ variant }: { variant: VariantInfo }) {
  const [fields, setFields] = useState<FenFields>(() => {
    const asked = new URLSearchParams(location.search).get("fen");
    return splitFen(asked && parsePlacement(asked.split(" ")[0] ?? "", variant).ok ? asked : variant.start);
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool>({ kind: "move" });
  const [held, setHeld] = useState<Square | null>(null);
  const [answer, setAnswer] = useState<PositionInfo | null>(null);
  const [problem, setProblem] = useState("");
  const [flipped, setFlipped] = useState(false);
  const board = useRef<BoardHandle>(null);

  const placement = placementOf(fields.placement, variant);
  const fen = typed ?? joinFen(fields);

  useEffect(() => {
    let current = true;
    checkPosition(variant.id, fen).then(
      (info) => {
        if (!current) return;
        setAnswer(info);
        setProblem("");
        // A reload, and the way back from a game, find the position here.
        history.replaceState(null, "", `/setup/${variant.id}?fen=${encodeURIComponent(fen)}`);
      },
      (error: WireError) => {
        if (!current) return;
        setAnswer(null);
        setProblem(fenErrorText(error, fen, variant));
      },
    );
    return () => {
      current = false;
    };
  }, [variant.id, fen]);

  function change(part: Partial<FenFields>): void {
    setFields((was) => ({ ...was, ...part }));
    setTyped(null);
  }

  function setSquare(square: Square, letter: string): void {
    change({ placement: formatPlacement(withSquare(placement, square, letter), variant), enPassant: "-" });
    say(
      letter
        ? `${pieceName(t, variant, letter)} ${squareName(variant, square)}`
        : t("board.square.empty", { square: squareName(variant, square) }),
    );
  }

  function move(from: Square, to: Square | null): void {
    const letter = placement[from];
    if (!letter) return;
    let next = withSquare(placement, from, "");
    if (to !== null) next = withSquare(next, to, letter);
    change({ placement: formatPlacement(next, variant), enPassant: "-" });
  }

  function onPick(square: Square): void {
    if (tool.kind === "erase") setSquare(square, "");
    else if (tool.kind === "put") setSquare(square, placement[square] === tool.letter ? "" : tool.letter);
    else if (held !== null) {
      if (held !== square) move(held, square);
      setHeld(null);
    } else if (placement[square]) setHeld(square);
  }

  function onTyped(text: string): void {
    setTyped(text);
    const next = splitFen(text);
    if (parsePlacement(next.placement, variant).ok) setFields(next);
  }

  const { carry, carried } = useCarry({
    board,
    art: (letter) => artOf(variant, letter),
    onTake: (letter) => {
      setTool({ kind: "put", letter });
      setHeld(null);
    },
    onPut: setSquare,
  });

  async function playOn(mode: Mode): Promise<void> {
    try {
      await startGame(variant.id, fen, { mode });
    } catch (error) {
      setProblem(fenErrorText(error as WireError, fen, variant));
    }
  }

  const name = gameHeading(t, variant.id);
  const over = answer !== null && answer.status !== "ongoing";
  const color = choice.value.color;
  return (
    <main class="play setup" style={{ "--files": variant.files, "--ranks": variant.ranks }}>
      <section class="stage" aria-label={t("play.board")}>
        <Palette
          variant={variant}
          color={flipped ? "white" : "black"}
          tool={tool}
          onPick={setTool}
          onCarry={carry}
        />
        <div class="board-place">
          <Board
            shape={variant}
            placement={placement}
            bottom={flipped ? "black" : "white"}
            art={(letter) => artOf(variant, letter)}
            label={t("setup.board", { game: name })}
            describe={(square) => describeSquare(t, variant, placement, square)}
            selected={held}
            handle={board}
            canDrag={(square) => tool.kind === "move" && placement[square] !== ""}
            onPick={onPick}
            onDrop={(from, to) => {
              setHeld(null);
              move(from, to);
            }}
            onCancel={() => {
              setHeld(null);
              setTool({ kind: "move" });
            }}
            onKey={(key, square) => {
              if (key !== "Delete" && key !== "Backspace") return false;
              setSquare(square, "");
              return true;
            }}
          />
        </div>
        <Palette
          variant={variant}
          color={flipped ? "black" : "white"}
          tool={tool}
          onPick={setTool}
          onCarry={carry}
        />
      </section>
      <section class="panel" aria-label={t("setup.title", { game: name })}>
        <h1>{t("setup.title", { game: name })}</h1>
        <p class="quiet">{t("setup.how")}</p>
        <div class="row">
          <button type="button" aria-pressed={tool.kind === "move"} onClick={() => setTool({ kind: "move" })}>
            {t("setup.move")}
          </button>
          <button
            type="button"
            aria-pressed={tool.kind === "erase"}
            onClick={() => {
              setHeld(null);
              setTool({ kind: "erase" });
            }}
          >
            {t("setup.erase")}
          </button>
          <button type="button" onClick={() => setFlipped((was) => !was)}>
            {t("action.flip")}
          </button>
        </div>
        <div class="row">
          <button
            type="button"
            onClick={() =>
              change({
                placement: formatPlacement(emptyPlacement(variant), variant),
                castling: "-",
                enPassant: "-",
              })
            }
          >
            {t("setup.clear")}
          </button>
          <button type="button" onClick={() => change(splitFen(variant.start))}>
            {t("setup.start")}
          </button>
        </div>
        <fieldset class="segments">
          <legend>{t("setup.turn")}</legend>
          {(["white", "black"] as Color[]).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="turn"
                checked={fields.turn === each}
                onChange={() => change({ turn: each, enPassant: "-" })}
              />
              <span>{sentence(t(`color.${each}`))}</span>
            </label>
          ))}
        </fieldset>
        <fieldset class="castling">
          <legend>{t("setup.castling")}</legend>
          {["K", "Q", "k", "q"].map((right) => (
            <label key={right} class="setting">
              <input
                type="checkbox"
                checked={fields.castling.includes(right)}
                onChange={(event) =>
                  change({ castling: withRight(fields.castling, right, event.currentTarget.checked) })
                }
              />
              {sentence(
                t(`setup.castling.${right === "K" || right === "k" ? "king" : "queen"}`, {
                  color: t(`color.${colorOf(right)}`),
                }),
              )}
            </label>
          ))}
        </fieldset>
        <label class="field wide">
          <span>{t("setup.fen")}</span>
          <input
            type="text"
            name="fen"
            value={fen}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={problem !== ""}
            aria-describedby="fen-problem"
            onInput={(event) => onTyped(event.currentTarget.value)}
          />
        </label>
        <p id="fen-problem" class="problem" role="status">
          {problem || (over ? t(`setup.over.${answer.status}`) : "")}
        </p>
        <p class="quiet">
          {t("setup.play-as", { color: t(`start.color.${color}`), level: t(`level.${choice.value.level}`) })}
        </p>
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={!answer || over}
            onClick={() => void playOn("computer")}
          >
            {t("setup.play.computer")}
          </button>
          <button type="button" disabled={!answer || over} onClick={() => void playOn("hotseat")}>
            {t("setup.play.hotseat")}
          </button>
        </div>
      </section>
      {carried}
    </main>
  );
}

function withRight(castling: string, right: string, on: boolean): string {
  const next = ["K", "Q", "k", "q"]
    .filter((each) => (each === right ? on : castling.includes(each)))
    .join("");
  return next || "-";
}

interface PaletteProps {
  readonly variant: VariantInfo;
  readonly color: Color;
  readonly tool: Tool;
  readonly onPick: (tool: Tool) => void;
  readonly onCarry: (event: PointerEvent, letter: string) => void;
}

export function Palette({ variant, color, tool, onPick, onCarry }: PaletteProps) {
  return (
    <div class="palette" role="group" aria-label={t(`setup.palette.${color}`)}>
      {variant.pieces.map((piece) => {
        const letter = withColor(piece.letter, color);
        const chosen = tool.kind === "put" && tool.letter === letter;
        const name = sentence(t(`board.piece.${color}`, { piece: pieceName(t, variant, letter) }));
        return (
          <button
            key={letter}
            type="button"
            data-palette={letter}
            aria-pressed={chosen}
            aria-label={name}
            title={name}
            onPointerDown={(event) => onCarry(event, letter)}
            onClick={(event) => {
              // A click by keyboard has no pointer that chose the tool before.
              if (event.detail === 0) onPick(chosen ? { kind: "move" } : { kind: "put", letter });
            }}
          >
            <PieceIcon art={piece.name} color={color} />
          </button>
        );
      })}
    </div>
  );
}
