/** One position to win, or to hold out in, against the table's perfect play. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Mark } from "../board/Board";
import { colorOf, placementOf, splitFen, squaresOf, withColor } from "../core/fen";
import { type Color, opposite, type Square } from "../core/geometry";
import { type Move, parseUci } from "../core/move";
import type { VariantInfo, WireError } from "../core/wire";
import { describeMarked, describeMove } from "../core/words";
import { PromotionDialog } from "../play/PromotionDialog";
import { copyText } from "../ui/clipboard";
import { t } from "../ui/language";
import { settings } from "../ui/memory";
import { alertNow, say } from "../ui/say";
import { play as sound } from "../ui/sound";
import { artOf } from "../ui/variants";
import { type Distance, dayOf, movesIn, type Role, type Rung, rangeOf } from "./ladder";
import { note } from "./memory";
import { endingTitle, exploreLink } from "./names";
import { type Attempt, isClean } from "./progress";
import { progressKey } from "./TrainPage";
import { problemText } from "./values";
import { getStats, type Probe, type ProbedMove, pick, probe } from "./wire";

export interface Task {
  readonly rung: Rung;
  readonly role: Role;
  readonly distance: Distance;
  readonly seed: number;
  readonly daily?: boolean;
}

interface Props {
  readonly variant: VariantInfo;
  readonly task: Task;
  /** Another position of the same kind. */
  readonly onAgain: () => void;
  readonly onEnd: () => void;
}

/** Milliseconds before the table answers, so that its move is seen as one. */
const ANSWER_AFTER = 350;

/** How an attempt ended: the goal reached, the win given away, or the count of moves run out. */
type End = "mate" | "thrown" | "count" | "given-up";

interface Played {
  readonly san: string;
  readonly mine: boolean;
  /** Before it. */
  readonly from: Probe;
}

export function Drill({ variant, task, onAgain, onEnd }: Props) {
  const { rung, role } = task;
  const me: Color = role === "attack" ? "white" : "black";
  const [start, setStart] = useState<Probe | null>(null);
  const [now, setNow] = useState<Probe | null>(null);
  const [fen, setFen] = useState("");
  const [last, setLast] = useState<readonly Square[]>([]);
  const [line, setLine] = useState<readonly Played[]>([]);
  const [feedback, setFeedback] = useState("");
  const [told, setTold] = useState(true);
  const [hints, setHints] = useState(0);
  const [hint, setHint] = useState(0);
  const [end, setEnd] = useState<End | null>(null);
  const [problem, setProblem] = useState("");
  const [building, setBuilding] = useState(false);
  const [selected, setSelected] = useState<Square | null>(null);
  const [promoting, setPromoting] = useState<readonly ProbedMove[] | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [copied, setCopied] = useState(false);
  const noted = useRef(false);
  const gone = useRef(false);
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );

  useEffect(() => {
    void fetchStart();
  }, []);

  async function fetchStart(): Promise<void> {
    const wait = () => !gone.current && setBuilding(true);
    try {
      let longest = rung.longest;
      if (longest === 0) {
        const stats = await getStats(rung.variant, rung.ending, wait);
        longest = stats.parts[stats.parts.length - 1]!.white.longestWin;
      }
      const { low, high } = rangeOf(longest, task.distance);
      const first = await pick(
        {
          variant: rung.variant,
          ending: rung.ending,
          turn: me,
          value: role === "attack" ? "win" : "loss",
          low,
          high: role === "attack" ? high : high + 1,
          seed: task.seed,
        },
        wait,
      );
      if (gone.current) return;
      setBuilding(false);
      setStart(first);
      setNow(first);
      setFen(first.fen);
    } catch (error) {
      if (!gone.current) {
        setBuilding(false);
        setProblem(problemText(error as WireError, "", variant));
      }
    }
  }

  const placement = useMemo(() => placementOf(fen, variant), [fen, variant]);
  const least = start?.dtm ? movesIn(start.dtm) : 0;
  const used = line.filter((each) => each.mine).length;
  const left = Math.max(0, Math.ceil((variant.claimPlies - Number(splitFen(fen).halfmove)) / 2));
  const mine = now !== null && end === null && now.turn === me && now.fen === fen;
  const royal = variant.pieces.find((each) => each.royal)?.letter ?? "K";
  const checked =
    now?.fen === fen && now.check ? (squaresOf(placement, withColor(royal, now.turn))[0] ?? null) : null;

  const moves = useMemo(() => {
    const found = new Map<Square, ProbedMove[]>();
    if (!mine || selected === null) return found;
    for (const move of now?.moves ?? []) {
      const read = parseUci(move.uci, variant);
      if (read?.from === selected) found.set(read.to, [...(found.get(read.to) ?? []), move]);
    }
    return found;
  }, [mine, now, selected, variant]);
  const marks = new Map<Square, Mark>(
    [...moves.keys()].map((square) => [square, placement[square] ? "capture" : "move"]),
  );
  const best = now?.moves[0];
  const bestMove = best ? parseUci(best.uci, variant) : null;
  if (hint > 0 && mine && bestMove) {
    marks.set(bestMove.from, "reach");
    if (hint > 1) marks.set(bestMove.to, "reach");
  }

  function finish(how: End, moves: number): void {
    setEnd(how);
    const attempt: Attempt =
      role === "attack"
        ? { won: how === "mate", used: moves, least, hints }
        : // The defender's measure is the other way round: moves that he did not hold out.
          { won: how === "mate", used: least, least: Math.min(moves, least), hints };
    if (!noted.current) {
      noted.current = true;
      note(progressKey(rung, role), attempt, dayOf(new Date()));
    }
    sound("end");
    alertNow(endText(how, moves));
  }

  function endText(how: End, moves: number): string {
    if (how !== "mate") return t(`tables.end.${how}`);
    if (role === "defend") return t("tables.end.held", { moves, most: least });
    const clean = isClean({ won: true, used: moves, least, hints });
    return t(moves === least ? "tables.end.perfect" : clean ? "tables.end.clean" : "tables.end.won", {
      moves,
      least,
    });
  }

  async function submit(move: ProbedMove): Promise<void> {
    if (!now || !mine) return;
    setSelected(null);
    setPromoting(null);
    setHint(0);
    const before = now;
    const count = used + 1;
    show(before, move, true);
    judge(before, move);
    if (role === "attack" && move.value !== "win") {
      finish("thrown", count);
      return;
    }
    try {
      const reached = await probe(variant.id, move.fen);
      if (gone.current) return;
      if (reached.status !== "ongoing") {
        setNow(reached);
        finish(role === "attack" ? "mate" : "thrown", count);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, settings.value.animate ? ANSWER_AFTER : 0));
      if (gone.current) return;
      const reply = answerOf(reached);
      show(reached, reply, false);
      const next = await probe(variant.id, reply.fen);
      if (gone.current) return;
      setNow(next);
      if (next.status !== "ongoing")
        finish(next.status === "checkmate" && role === "defend" ? "mate" : "thrown", count);
      else if (variant.claimPlies > 0 && Number(splitFen(next.fen).halfmove) >= variant.claimPlies)
        finish("count", count);
    } catch (error) {
      if (!gone.current) setProblem(problemText(error as WireError, move.fen, variant));
    }
  }

  function show(from: Probe, move: ProbedMove, byMe: boolean): void {
    const read = parseUci(move.uci, variant);
    setFen(move.fen);
    setLast(read ? [read.from, read.to] : []);
    setLine((was) => [...was, { san: move.san, mine: byMe, from }]);
    say(describeMove(t, variant, placementOf(from.fen, variant), move.uci, move.san));
    sound(move.san.includes("x") ? "capture" : "move");
  }

  /** Says whether the move kept the shortest way, or the longest one for who defends. */
  function judge(before: Probe, move: ProbedMove): void {
    const first = before.moves[0]!;
    if (role === "attack" && move.value !== "win") {
      setFeedback(t("tables.judge.thrown"));
      return;
    }
    const slip = Math.abs(movesIn(move.dtm ?? 0) - movesIn(first.dtm ?? 0));
    const rest = movesIn(move.dtm ?? 0) - (role === "attack" ? 1 : 0);
    const key = role === "attack" ? "tables.judge" : "tables.judge.defend";
    setFeedback(
      slip === 0
        ? t(`${key}.best`, { moves: rest })
        : t(`${key}.slip`, { slip, best: first.san, moves: rest }),
    );
  }

  function taskText(): string {
    if (!start) return building ? t("tables.problem.building") : "\u00a0";
    return t(role === "attack" ? "tables.drill.attack" : "tables.drill.defend", { moves: least });
  }

  function takeBack(): void {
    const index = line.map((each) => each.mine).lastIndexOf(true);
    const played = line[index];
    if (!played) return;
    setHints((was) => was + 1);
    setLine(line.slice(0, index));
    setNow(played.from);
    setFen(played.from.fen);
    setLast([]);
    setEnd(null);
    setFeedback("");
    setHint(0);
    say(t("say.taken-back"));
  }

  function attempt(from: Square, to: Square): void {
    const fits = (now?.moves ?? []).filter((each) => {
      const read = parseUci(each.uci, variant);
      return read?.from === from && read.to === to;
    });
    if (fits.length === 1) void submit(fits[0]!);
    else if (fits.length > 1) setPromoting(fits);
    else {
      alertNow(t("error.bad-move"));
      sound("refused");
    }
  }

  function movable(square: Square): boolean {
    return mine && placement[square] !== "" && colorOf(placement[square]!) === me;
  }

  const title = endingTitle(variant, rung.ending);
  const bottom = flipped ? opposite(me) : me;
  return (
    <main
      class="play setup tables-board drill"
      style={{ "--files": variant.files, "--ranks": variant.ranks }}
    >
      <section class="stage" aria-label={t("play.board")}>
        <div class="board-place">
          <Board
            shape={variant}
            placement={placement}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("tables.drill.board", { ending: title })}
            describe={(square) => describeMarked(t, variant, placement, square, marks.get(square))}
            marks={marks}
            selected={selected}
            lastMove={last}
            check={checked}
            coordinates={settings.value.coordinates}
            animate={settings.value.animate}
            canDrag={movable}
            onPick={(square) => {
              if (selected !== null && moves.has(square)) attempt(selected, square);
              else setSelected(movable(square) && square !== selected ? square : null);
            }}
            onDrop={(from, to) => {
              if (to !== null && mine) attempt(from, to);
            }}
            onCancel={() => setSelected(null)}
            onKey={(key) => {
              if (key !== "h") return false;
              giveHint();
              return true;
            }}
          />
        </div>
      </section>
      <section class="panel" aria-label={title}>
        <h1>{title}</h1>
        {task.daily && <p class="quiet">{t("tables.drill.daily")}</p>}
        <p class="problem" role="status">
          {problem}
        </p>
        <p class="drill-feedback" role="status" data-end={end ?? undefined}>
          {end ? endText(end, used) : (told && feedback) || taskText()}
        </p>
        <div class="row">
          {end === null ? (
            <>
              <button type="button" disabled={!mine} onClick={giveHint}>
                {t(hint === 0 ? "tables.hint" : "tables.hint.more")}
              </button>
              <button type="button" disabled={!mine || used === 0} onClick={takeBack}>
                {t("action.takeback")}
              </button>
              <button type="button" disabled={!now || used === 0} onClick={() => finish("given-up", used)}>
                {t("tables.give-up")}
              </button>
            </>
          ) : (
            <>
              <button type="button" class="primary" onClick={onAgain}>
                {t("tables.again")}
              </button>
              {end !== "mate" && (
                <button type="button" onClick={takeBack}>
                  {t("action.takeback")}
                </button>
              )}
              <a class="button-like" href={exploreLink(variant.id, start?.fen ?? fen)}>
                {t("tables.look")}
              </a>
            </>
          )}
          <button type="button" onClick={() => setFlipped((was) => !was)}>
            {t("action.flip")}
          </button>
        </div>
        <dl class="drill-count">
          <div>
            <dt>{t("tables.count.used")}</dt>
            <dd data-used>{used}</dd>
          </div>
          <div>
            <dt>{t(role === "attack" ? "tables.count.least" : "tables.count.most")}</dt>
            <dd>{least || "–"}</dd>
          </div>
          {variant.claimPlies > 0 && (
            <div>
              <dt>{t("tables.count.clock", { limit: variant.claimPlies / 2 })}</dt>
              <dd>{left}</dd>
            </div>
          )}
        </dl>
        <label class="setting">
          <input type="checkbox" checked={told} onChange={(event) => setTold(event.currentTarget.checked)} />
          {t("tables.told")}
        </label>
        <p class="tables-line">
          <span class="unseen">{t("tables.line")}: </span>
          {line.map((each) => each.san).join(" ") || "\u00a0"}
        </p>
        <div class="row">
          <button type="button" onClick={onEnd}>
            {t("tables.to-ladder")}
          </button>
          <button
            type="button"
            onClick={() =>
              void copyText(location.href).then(
                () => setCopied(true),
                () => {},
              )
            }
          >
            {t(copied ? "tables.copied.link" : "tables.copy.link")}
          </button>
        </div>
      </section>
      {promoting && (
        <PromotionDialog
          variant={variant}
          color={me}
          moves={promoting
            .map((each) => parseUci(each.uci, variant))
            .filter((each): each is Move => each !== null)}
          onChoose={(chosen) => {
            const found =
              chosen && promoting.find((each) => parseUci(each.uci, variant)?.promotion === chosen.promotion);
            if (found) void submit(found);
            else setPromoting(null);
          }}
        />
      )}
    </main>
  );

  /** First which piece, then where it goes. */
  function giveHint(): void {
    if (!mine || !best || !bestMove) return;
    if (hint === 0) setHints((was) => was + 1);
    const next = Math.min(hint + 1, 2);
    setHint(next);
    const from = best.uci.match(/^[a-p]\d+/)![0];
    const text =
      next === 2 ? t("tables.hint.move", { san: best.san }) : t("tables.hint.piece", { square: from });
    say(text);
    setFeedback(text);
  }
}

/** The best answer; of several that are as good, any. */
function answerOf(position: Probe): ProbedMove {
  const first = position.moves[0]!;
  const alike = position.moves.filter((each) => each.value === first.value && each.dtm === first.dtm);
  return alike[Math.floor(Math.random() * alike.length)]!;
}
