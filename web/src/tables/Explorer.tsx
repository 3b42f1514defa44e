/** Set up any position of few men, see what it and every move are worth, and play through the best line. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle } from "../board/Board";
import { useCarry } from "../board/carry";
import {
  colorOf,
  emptyPlacement,
  formatPlacement,
  joinFen,
  parsePlacement,
  placementOf,
  splitFen,
  withSquare,
} from "../core/fen";
import type { Color, Square } from "../core/geometry";
import { parseUci } from "../core/move";
import type { VariantInfo } from "../core/wire";
import { describeMarked, describeMove, gameHeading } from "../core/words";
import { Palette, type Tool } from "../pages/SetupPage";
import { copyText } from "../ui/clipboard";
import { t } from "../ui/language";
import { settings } from "../ui/memory";
import { say } from "../ui/say";
import { play as sound } from "../ui/sound";
import { artOf } from "../ui/variants";
import { Line } from "./Line";
import { MoveValues } from "./MoveValues";
import { endingLink, exploreLink } from "./names";
import { Promotion } from "./Promotion";
import { SetUpTools } from "./SetUpTools";
import { marksOf, movesFrom } from "./targets";
import { useProbe } from "./useProbe";
import { ValueMarks } from "./ValueMarks";
import { countTooHigh, verdictOf, worth } from "./values";
import type { ProbedMove } from "./wire";

/** Where one begins: a first position of each game that is worth a look. */
const FIRST: Readonly<Record<string, string>> = {
  teammate: "8/8/8/3k4/8/8/8/K4EM1 w - - 0 1",
  chess: "8/8/8/3k4/8/8/8/K4BN1 w - - 0 1",
  teutonic: "8/8/8/3k4/8/8/8/8/8/K5T1 w - - 0 1",
  "teutonic-princess": "8/8/8/3k4/8/8/8/8/8/K5C1 w - - 0 1",
};

/** Milliseconds between the moves of a line that plays itself. */
const PACE = 700;

interface Step {
  readonly fen: string;
  /** The squares of the move that led here. */
  readonly last: readonly Square[];
  readonly san: string;
}

export function Explorer({ variants }: { variants: readonly VariantInfo[] }) {
  const asked = new URLSearchParams(location.search);
  const games = variants.filter((each) => !each.team);
  const [variant, setVariant] = useState(
    () => games.find((each) => each.id === asked.get("v")) ?? games.find((each) => each.id === "teammate")!,
  );
  return (
    <ExplorerOf
      key={variant.id}
      variant={variant}
      games={games}
      start={asked.get("v") === variant.id || !asked.get("v") ? asked.get("fen") : null}
      onVariant={(id) => setVariant(games.find((each) => each.id === id)!)}
    />
  );
}

interface Props {
  readonly variant: VariantInfo;
  readonly games: readonly VariantInfo[];
  readonly start: string | null;
  readonly onVariant: (id: string) => void;
}

function ExplorerOf({ variant, games, start, onVariant }: Props) {
  const [line, setLine] = useState<readonly Step[]>(() => [
    { fen: firstFen(variant, start), last: [], san: "" },
  ]);
  const [at, setAt] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const [selected, setSelected] = useState<Square | null>(null);
  const [promoting, setPromoting] = useState<readonly ProbedMove[] | null>(null);
  const [running, setRunning] = useState(false);
  const [flipped, setFlipped] = useState(false);
  const [notice, setNotice] = useState("");
  const [pure, setPure] = useState(() => new URLSearchParams(location.search).get("pure") === "1");
  const board = useRef<BoardHandle>(null);

  const now = line[at]!;
  const fen = typed ?? now.fen;
  const placement = useMemo(() => placementOf(now.fen, variant), [now.fen, variant]);
  const { probe, problem, building } = useProbe(variant, fen, pure);
  const turn = splitFen(now.fen).turn;
  const bottom: Color = flipped ? "black" : "white";
  const settingUp = tool !== null;

  useEffect(() => {
    history.replaceState(null, "", exploreLink(variant.id, now.fen, pure));
  }, [variant.id, now.fen, pure]);

  const text = probe ? verdictOf(probe) : "";
  const over = probe && countTooHigh(probe, variant);
  useEffect(() => {
    if (text) say(text);
  }, [text, fen]);

  // The best line plays itself, a move each time the value is known.
  useEffect(() => {
    if (!running || !probe) return;
    const best = probe.moves[0];
    if (!best || probe.status !== "ongoing" || best.dtm === null) {
      setRunning(false);
      return;
    }
    const timer = setTimeout(() => playMove(best), PACE);
    return () => clearTimeout(timer);
  }, [running, probe]);

  const bySquare = useMemo(
    () => movesFrom(variant, settingUp || selected === null ? [] : (probe?.moves ?? []), selected ?? -1),
    [probe, selected, settingUp, variant],
  );
  const best = new Map([...bySquare].map(([square, moves]) => [square, moves[0]!]));
  const marks = marksOf(placement, bySquare);

  function setUp(next: string): void {
    setTyped(null);
    setSelected(null);
    setRunning(false);
    setLine([{ fen: next, last: [], san: "" }]);
    setAt(0);
  }

  function put(square: Square, letter: string): void {
    const fields = splitFen(now.fen);
    setUp(
      joinFen({
        ...fields,
        placement: formatPlacement(withSquare(placement, square, letter), variant),
        castling: "-",
        enPassant: "-",
      }),
    );
  }

  function shift(from: Square, to: Square | null): void {
    const fields = splitFen(now.fen);
    let next = withSquare(placement, from, "");
    if (to !== null) next = withSquare(next, to, placement[from]!);
    setUp(joinFen({ ...fields, placement: formatPlacement(next, variant), castling: "-", enPassant: "-" }));
  }

  function playMove(move: ProbedMove): void {
    const read = parseUci(move.uci, variant);
    setTyped(null);
    setSelected(null);
    setPromoting(null);
    // A move that was gone back from is gone again; any other begins a new line.
    if (line[at + 1]?.fen !== move.fen)
      setLine([
        ...line.slice(0, at + 1),
        { fen: move.fen, last: read ? [read.from, read.to] : [], san: move.san },
      ]);
    setAt(at + 1);
    say(describeMove(t, variant, placement, move.uci, move.san));
    sound(move.san.includes("x") ? "capture" : "move");
  }

  function jump(plies: number): void {
    setTyped(null);
    setSelected(null);
    setRunning(false);
    setAt(plies);
  }

  function choose(moves: readonly ProbedMove[]): void {
    if (moves.length === 1) playMove(moves[0]!);
    else if (moves.length > 1) setPromoting(moves);
  }

  function onPick(square: Square): void {
    setRunning(false);
    setNotice("");
    if (tool?.kind === "erase") put(square, "");
    else if (tool?.kind === "put") put(square, placement[square] === tool.letter ? "" : tool.letter);
    else if (tool) {
      if (selected !== null && selected !== square) shift(selected, square);
      else setSelected(selected === square || !placement[square] ? null : square);
    } else if (bySquare.has(square)) choose(bySquare.get(square)!);
    else setSelected(square !== selected && placement[square] ? square : null);
  }

  function onDrop(from: Square, to: Square | null): void {
    if (settingUp) {
      shift(from, to);
      setSelected(null);
      return;
    }
    if (to !== null) choose(movesFrom(variant, probe?.moves ?? [], from).get(to) ?? []);
  }

  const { carry, carried } = useCarry({
    board,
    art: (letter) => artOf(variant, letter),
    onTake: (letter) => {
      setTool({ kind: "put", letter });
      setSelected(null);
    },
    onPut: put,
  });

  async function copy(what: string, said: string): Promise<void> {
    await copyText(what).then(
      () => setNotice(t(said)),
      () => setNotice(what),
    );
  }

  const name = gameHeading(t, variant.id);
  const palette = (color: Color) => (
    <Palette
      variant={variant}
      color={color}
      tool={tool ?? { kind: "move" }}
      onPick={setTool}
      onCarry={carry}
    />
  );
  return (
    <main class="play setup tables-board" style={{ "--files": variant.files, "--ranks": variant.ranks }}>
      <section class="stage" aria-label={t("play.board")}>
        {palette(flipped ? "white" : "black")}
        <div class="board-place">
          <Board
            shape={variant}
            placement={placement}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("board.label", { game: name })}
            describe={(square) => {
              const said = describeMarked(t, variant, placement, square, marks.get(square));
              const value = best.get(square);
              return value ? `${said}, ${worth(value)}` : said;
            }}
            marks={settingUp ? undefined : marks}
            selected={selected}
            lastMove={now.last}
            coordinates={settings.value.coordinates}
            animate={settings.value.animate}
            handle={board}
            canDrag={(square) =>
              placement[square] !== "" &&
              (settingUp ? tool.kind === "move" : colorOf(placement[square]!) === turn)
            }
            onPick={onPick}
            onDrop={onDrop}
            onCancel={() => {
              setSelected(null);
              setTool(null);
            }}
            onKey={(key, square) => {
              if (key !== "Delete" && key !== "Backspace") return false;
              put(square, "");
              return true;
            }}
          />
          {!settingUp && <ValueMarks shape={variant} bottom={bottom} marks={best} />}
        </div>
        {palette(flipped ? "black" : "white")}
      </section>
      <section class="panel" aria-label={t("tables.explore.title")}>
        <h1>{t("tables.explore.title")}</h1>
        <p class="tables-verdict" data-value={probe?.value ?? ""}>
          {text || (building ? t("tables.problem.building") : "\u00a0")}
        </p>
        {over !== null && (
          <p class="tables-count">
            {t("tables.count.over", { moves: Math.floor(over / 2), limit: variant.claimPlies / 2 })}
          </p>
        )}
        <p class="problem" role="status" id="explore-problem">
          {problem}
        </p>
        <div class="row">
          <button type="button" disabled={at === 0} onClick={() => jump(at - 1)}>
            {t("tables.back")}
          </button>
          <button type="button" disabled={at === line.length - 1} onClick={() => jump(at + 1)}>
            {t("tables.forward")}
          </button>
          <button
            type="button"
            disabled={!probe?.moves[0] || probe.status !== "ongoing"}
            onClick={() => probe && playMove(probe.moves[0]!)}
          >
            {t("tables.best")}
          </button>
          <button
            type="button"
            aria-pressed={running}
            disabled={!probe || probe.dtm === null || probe.status !== "ongoing"}
            onClick={() => setRunning((was) => !was)}
          >
            {t("tables.run")}
          </button>
          <button type="button" onClick={() => setFlipped((was) => !was)}>
            {t("action.flip")}
          </button>
        </div>
        {line.length > 1 && (
          <Line fen={line[0]!.fen} moves={line.slice(1).map((step) => step.san)} at={at} onJump={jump} />
        )}
        {probe && probe.status === "ongoing" && <MoveValues moves={probe.moves} onPlay={playMove} />}
        <SetUpTools
          variant={variant}
          games={games}
          turn={turn}
          tool={tool}
          onTool={setTool}
          onTurn={(color) => setUp(joinFen({ ...splitFen(now.fen), turn: color, enPassant: "-" }))}
          onClear={() =>
            setUp(
              joinFen({
                ...splitFen(now.fen),
                placement: formatPlacement(emptyPlacement(variant), variant),
                castling: "-",
                enPassant: "-",
              }),
            )
          }
          onVariant={onVariant}
        />
        <label class="field wide">
          <span>{t("setup.fen")}</span>
          <input
            type="text"
            name="fen"
            value={fen}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={problem !== ""}
            aria-describedby="explore-problem"
            onInput={(event) => {
              const next = event.currentTarget.value;
              if (parsePlacement(next.split(" ")[0] ?? "", variant).ok) setUp(next);
              setTyped(next);
            }}
          />
        </label>
        <div class="row">
          <button type="button" onClick={() => void copy(location.href, "tables.copied.link")}>
            {t("tables.copy.link")}
          </button>
          <button type="button" onClick={() => void copy(now.fen, "tables.copied.fen")}>
            {t("action.fen")}
          </button>
          {probe && (
            <a class="button-like" href={endingLink(variant.id, probe.ending)}>
              {t("tables.about", { ending: probe.ending })}
            </a>
          )}
        </div>
        <p class="quiet" role="status">
          {notice}
        </p>
        <label class="setting">
          <input type="checkbox" checked={pure} onChange={(event) => setPure(event.currentTarget.checked)} />
          {t("tables.pure")}
        </label>
        <p class="quiet">{t("tables.explore.how")}</p>
      </section>
      {promoting && (
        <Promotion
          variant={variant}
          color={turn}
          moves={promoting}
          onChoose={(move) => (move ? playMove(move) : setPromoting(null))}
        />
      )}
      {carried}
    </main>
  );
}

function firstFen(variant: VariantInfo, asked: string | null): string {
  if (asked && parsePlacement(asked.split(" ")[0] ?? "", variant).ok) return joinFen(splitFen(asked));
  return FIRST[variant.id] ?? variant.start;
}
