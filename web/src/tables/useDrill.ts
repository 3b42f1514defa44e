/** One attempt: the position, the moves of both sides, and what is said of them. */

import { useEffect, useRef, useState } from "preact/hooks";
import { colorOf, placementOf, splitFen } from "../core/fen";
import type { Color, Square } from "../core/geometry";
import { parseUci } from "../core/move";
import type { VariantInfo, WireError } from "../core/wire";
import { describeMove } from "../core/words";
import { t } from "../ui/language";
import { settings } from "../ui/memory";
import { alertNow, say } from "../ui/say";
import { play as sound } from "../ui/sound";
import { type Distance, movesIn, type Role, type Rung, rangeOf } from "./ladder";
import { note, noteDaily } from "./memory";
import { isClean } from "./progress";
import { problemText } from "./values";
import { getStats, type Probe, type ProbedMove, pick, probe } from "./wire";

export interface Task {
  readonly rung: Rung;
  readonly role: Role;
  readonly distance: Distance;
  readonly seed: number;
  readonly daily?: boolean;
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

export function useDrill(variant: VariantInfo, task: Task) {
  const { rung, role } = task;
  const me: Color = role === "attack" ? "white" : "black";
  const [start, setStart] = useState<Probe | null>(null);
  const [now, setNow] = useState<Probe | null>(null);
  const [fen, setFen] = useState("");
  const [last, setLast] = useState<readonly Square[]>([]);
  const [line, setLine] = useState<readonly Played[]>([]);
  const [feedback, setFeedback] = useState("");
  const [hints, setHints] = useState(0);
  const [hint, setHint] = useState(0);
  const [end, setEnd] = useState<End | null>(null);
  const [problem, setProblem] = useState("");
  const [building, setBuilding] = useState(false);
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

  const least = start?.dtm ? movesIn(start.dtm) : 0;
  const used = line.filter((each) => each.mine).length;
  const mine = now !== null && end === null && now.turn === me && now.fen === fen;
  const best = now?.moves[0];
  const bestMove = best ? parseUci(best.uci, variant) : null;

  function finish(how: End, moves: number): void {
    setEnd(how);
    if (!noted.current) {
      noted.current = true;
      if (task.daily) noteDaily(task.seed);
      note({ ...rung, ending: start?.ending ?? rung.ending }, role, {
        won: how === "mate",
        used: moves,
        least,
        hints,
      });
    }
    sound("end");
    alertNow(endText(how, moves));
  }

  function endText(how: End, moves: number): string {
    if (how !== "mate") return t(`tables.end.${how}`);
    if (role === "defend") return t("tables.end.held", { moves, most: least });
    const clean = isClean({ role, won: true, used: moves, least, hints });
    return t(moves === least ? "tables.end.perfect" : clean ? "tables.end.clean" : "tables.end.won", {
      moves,
      least,
    });
  }

  async function submit(move: ProbedMove): Promise<void> {
    if (!now || !mine) return;
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
      if (gone.current) return;
      // As it was before the move, so that it can be tried again.
      setProblem(problemText(error as WireError, move.fen, variant));
      setNow(before);
      setFen(before.fen);
      setLast([]);
      setLine(line);
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

  /** What is to be done, or that it has to be waited for. */
  function taskText(): string {
    if (!start) return building ? t("tables.problem.building") : "\u00a0";
    const bare =
      placementOf(start.fen, variant).filter((letter) => letter && colorOf(letter) === me).length === 1;
    const key = role === "attack" ? "attack" : bare ? "defend" : "defend-black";
    return t(`tables.drill.${key}`, { moves: least });
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

  return {
    me,
    start,
    now,
    fen,
    last,
    line,
    feedback,
    hint,
    end,
    problem,
    least,
    used,
    mine,
    bestMove,
    submit,
    takeBack,
    giveHint,
    giveUp: () => finish("given-up", used),
    text: (told: boolean) => (end ? endText(end, used) : (told && feedback) || taskText()),
  };
}

/** The best answer; of several that are as good, any. */
function answerOf(position: Probe): ProbedMove {
  const first = position.moves[0]!;
  const alike = position.moves.filter((each) => each.value === first.value && each.dtm === first.dtm);
  return alike[Math.floor(Math.random() * alike.length)]!;
}
