/** What can be done beside moving. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { splitFen } from "../core/fen";
import { opposite } from "../core/geometry";
import { type GameState, isOver, type WireError } from "../core/wire";
import type { GameSession } from "../net/session";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { settings } from "../ui/memory";
import { startGame } from "../ui/newgame";
import { Question } from "../ui/Question";
import { More } from "./More";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly token: string;
  readonly fen: string;
  readonly onFlip: () => void;
  readonly onNotice: (text: string) => void;
  /** What this kind of game has beside the rest. */
  readonly children?: ComponentChildren;
}

export function Actions({ session, state, token, fen, onFlip, onNotice, children }: Props) {
  const over = isOver(state);
  const seated = state.you.length > 0;
  const yours = seated && state.you.includes(state.turn) && !over;
  // There is something to take back once one of one's own sides has moved.
  const first = splitFen(state.startFen).turn;
  const moved = state.moves.some((_, ply) => state.you.includes(ply % 2 === 0 ? first : opposite(first)));
  // One offer a move: it stands, or was declined. Between people one may offer while the other thinks, too.
  const offered = state.drawOffer !== "" || state.drawDeclined !== "";
  const between = state.mode === "link";
  const mayOffer = between ? seated && !over : yours;
  const abortable = between && state.ply < 2;
  const [asked, setAsked] = useState<"resign" | "draw" | "abort" | null>(null);

  function ask(what: "resign" | "draw" | "abort"): void {
    if (what === "resign" && !settings.value.confirmResign) {
      session.send({ t: "resign" });
      return;
    }
    if (what === "draw" && state.mode !== "hotseat") {
      session.send({ t: "draw" });
      if (!between) onNotice(t("play.draw-offered"));
      return;
    }
    setAsked(what);
  }

  return (
    <div class="actions">
      <button type="button" onClick={onFlip}>
        {t("action.flip")}
      </button>
      <button
        type="button"
        disabled={over || !moved || state.takebackOffer !== ""}
        onClick={() => session.send({ t: "takeback" })}
      >
        {t("action.takeback")}
      </button>
      {state.claim && yours ? (
        <button type="button" class="primary" onClick={() => session.send({ t: "claim" })}>
          {t("action.claim")}
        </button>
      ) : (
        <button type="button" disabled={!mayOffer || offered} onClick={() => ask("draw")}>
          {t("action.draw")}
        </button>
      )}
      {over && between ? (
        <button
          type="button"
          class="primary"
          disabled={!seated || state.rematch.includes(state.you[0]!)}
          onClick={() => session.send({ t: "rematch", keep: state.rematchKeep.length > 0 })}
        >
          {t("action.rematch")}
        </button>
      ) : over ? (
        <Again state={state} main />
      ) : (
        <button type="button" disabled={!seated || over} onClick={() => ask(abortable ? "abort" : "resign")}>
          {t(abortable ? "action.abort" : "action.resign")}
        </button>
      )}
      {children}
      <More state={state} token={token} fen={fen}>
        {!over && !between && <Again state={state} />}
      </More>
      {asked && (
        <Question
          title={t(`ask.${asked}`)}
          yes={t(`ask.${asked}.yes`)}
          no={t("ask.no")}
          onYes={() => session.send({ t: asked })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** The same game once more. */
function Again({ state, main = false }: { state: GameState; main?: boolean }) {
  const [problem, setProblem] = useState("");
  async function again(): Promise<void> {
    const level = state.players.white.level ?? state.players.black.level;
    try {
      await startGame(state.variant, "", {
        mode: state.mode,
        color: state.you[0] ?? "random",
        ...(level ? { level } : {}),
        clock: state.clock ? { initial: state.clock.initial, increment: state.clock.increment } : null,
      });
    } catch (error) {
      setProblem(errorText(error as WireError));
    }
  }
  return (
    <>
      <button type="button" class={main ? "primary" : undefined} onClick={() => void again()}>
        {t("action.again")}
      </button>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
