/** Asks the server for the engine's opinion, of one position or of a whole game. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { splitFen } from "../core/fen";
import { opposite } from "../core/geometry";
import { type GameState, isOver, type WireError } from "../core/wire";
import { getOpinion } from "../net/http";
import { LATER } from "../net/session";
import { errorText } from "../ui/errors";
import { chance, chanceOf, type Judgement, judge, type Opinion } from "./judge";

type Played = Pick<GameState, "variant" | "startFen" | "moves">;

/** How long to wait before a busy server is asked again, and how often; milliseconds. */
const AGAIN_AFTER = 1500;
const ATTEMPTS = 20;

/** The opinion of the position after so many plies. Waits where the server is busy. */
export async function opinionAt(
  game: Played,
  ply: number,
  deep: boolean,
  signal: AbortSignal,
): Promise<Opinion> {
  const moves = game.moves.slice(0, ply).map((each) => each.uci);
  for (let attempt = 1; ; attempt++) {
    try {
      return await getOpinion({ variant: game.variant, fen: game.startFen, moves, deep }, signal);
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !LATER.has((error as WireError).code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
  }
}

export interface Review {
  /** Before each ply, as far as it has come. */
  readonly opinions: readonly Opinion[];
  /** White's chances before each ply and, at the end, after the last. */
  readonly chances: readonly number[];
  /** Of each ply that is known from both sides. */
  readonly judgements: readonly Judgement[];
  readonly running: boolean;
  /** How many positions have to be looked at. */
  readonly total: number;
  readonly problem: string;
  readonly start: () => void;
}

/** Goes through a finished game move by move. */
export function useReview(state: GameState): Review {
  const [opinions, setOpinions] = useState<readonly Opinion[]>([]);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);
  const total = state.moves.length;
  useEffect(() => () => stop.current?.abort(), []);
  // Moves that are taken back were other moves; what came before them stays.
  useEffect(() => setOpinions((known) => known.slice(0, total + 1)), [total]);

  async function run(): Promise<void> {
    const control = new AbortController();
    stop.current = control;
    setRunning(true);
    setProblem("");
    const found = [...opinions];
    try {
      while (found.length < total) {
        found.push(await opinionAt(state, found.length, false, control.signal));
        if (control.signal.aborted) return;
        setOpinions([...found]);
      }
    } catch (error) {
      if (control.signal.aborted) return;
      setProblem(errorText(error as WireError));
    }
    setRunning(false);
  }

  const first = splitFen(state.startFen).turn;
  const chances = useMemo(() => {
    const list = opinions.map(chance);
    // What the last move led to is the result; nothing is left to be thought about.
    if (list.length === total && isOver(state) && decidedOnBoard(state.reason)) {
      list.push(chanceOf(state.result));
    }
    return list;
  }, [opinions, total, state.result, state.reason]);
  const judgements = useMemo(
    () =>
      chances
        .slice(1)
        .map((after, ply) => judge(chances[ply]!, after, ply % 2 === 0 ? first : opposite(first))),
    [chances, first],
  );
  return { opinions, chances, judgements, running, total, problem, start: () => void run() };
}

/** Games end off the board, too; then the last move is not what decided them. */
function decidedOnBoard(reason: string): boolean {
  return reason.includes("mate") || reason === "material";
}
