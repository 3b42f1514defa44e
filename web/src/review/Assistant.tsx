/** The engine beside the board: one hint, or its opinion of every position that is shown. */

import { useEffect, useState } from "preact/hooks";
import { splitFen } from "../core/fen";
import type { LegalMove } from "../core/move";
import type { GameState, WireError } from "../core/wire";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { lineText, type Opinion, scoreText } from "./judge";
import { opinionAt } from "./opinions";

/** Asks once for the best move of the latest position. */
export function HintButton({
  state,
  onHint,
  onNotice,
}: {
  state: GameState;
  onHint: (move: LegalMove) => void;
  onNotice: (text: string) => void;
}) {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!asking) return;
    const control = new AbortController();
    onNotice(t("hint.thinking"));
    opinionAt(state, state.ply, true, control.signal)
      .then(
        (opinion) => opinion.line[0] && onHint(opinion.line[0]),
        (error) => control.signal.aborted || onNotice(errorText(error as WireError)),
      )
      .finally(() => setAsking(false));
    return () => control.abort();
  }, [asking, state.seq]);
  return (
    <button type="button" disabled={asking} onClick={() => setAsking(true)}>
      {t("action.hint")}
    </button>
  );
}

/** Waits until a position has been looked at for a moment before it asks, in milliseconds. */
const SETTLE = 250;

/** One line: how the position that is shown stands, and the best line from there. */
export function LiveOpinion({ state, fen, ply }: { state: GameState; fen: string; ply: number }) {
  const [opinion, setOpinion] = useState<Opinion | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const control = new AbortController();
    setOpinion(null);
    setProblem("");
    const timer = setTimeout(() => {
      opinionAt(state, ply, true, control.signal).then(setOpinion, (error: WireError) => {
        if (!control.signal.aborted) setProblem(error.code === "game-over" ? "" : errorText(error));
      });
    }, SETTLE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [fen, ply]);
  const { turn, fullmove } = splitFen(fen);
  return (
    <p class="about-move live-opinion" aria-live="off" aria-busy={!opinion && !problem}>
      {opinion ? (
        <>
          <b>{scoreText(opinion)}</b> {lineText(opinion.line, Number(fullmove) || 1, turn)}{" "}
          <span class="quiet">{t("opinion.depth", { depth: opinion.depth })}</span>
        </>
      ) : (
        problem || t("hint.thinking")
      )}
    </p>
  );
}
