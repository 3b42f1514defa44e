/** What can be done beside moving. */

import { useRef, useState } from "preact/hooks";
import { splitFen } from "../core/fen";
import { opposite } from "../core/geometry";
import { type GameState, isOver, type WireError } from "../core/wire";
import { getPgn } from "../net/http";
import type { GameSession } from "../net/session";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { changeSettings, settings } from "../ui/memory";
import { startGame } from "../ui/newgame";
import { say } from "../ui/say";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly token: string;
  readonly fen: string;
  readonly onFlip: () => void;
  readonly onNotice: (text: string) => void;
}

export function Actions({ session, state, token, fen, onFlip, onNotice }: Props) {
  const over = isOver(state);
  const seated = state.you.length > 0;
  const yours = seated && state.you.includes(state.turn) && !over;
  // There is something to take back once one of one's own sides has moved.
  const first = splitFen(state.startFen).turn;
  const moved = state.moves.some((_, ply) => state.you.includes(ply % 2 === 0 ? first : opposite(first)));
  // One offer a move: it stands, or was declined.
  const offered = state.drawOffer !== "" || state.drawDeclined !== "";
  const dialog = useRef<HTMLDialogElement>(null);
  const [copied, setCopied] = useState({ what: "", text: "" });
  const [asked, setAsked] = useState<"resign" | "draw">("resign");

  function ask(what: "resign" | "draw"): void {
    if (what === "resign" && !settings.value.confirmResign) {
      session.send({ t: "resign" });
      return;
    }
    if (what === "draw" && state.mode !== "hotseat") {
      session.send({ t: "draw" });
      onNotice(t("play.draw-offered"));
      return;
    }
    setAsked(what);
    dialog.current?.showModal();
  }

  async function copy(what: "fen" | "pgn"): Promise<void> {
    let text: string;
    try {
      await copyText(what === "fen" ? fen : await getPgn(state.id, token));
      text = t(`play.copied-${what}`);
    } catch {
      text = t("play.copy-failed");
    }
    setCopied({ what, text });
    say(text);
  }

  return (
    <div class="actions">
      <button type="button" onClick={onFlip}>
        {t("action.flip")}
      </button>
      <button type="button" disabled={over || !moved} onClick={() => session.send({ t: "takeback" })}>
        {t("action.takeback")}
      </button>
      {state.claim && yours ? (
        <button type="button" class="primary" onClick={() => session.send({ t: "claim" })}>
          {t("action.claim")}
        </button>
      ) : (
        <button type="button" disabled={!yours || offered} onClick={() => ask("draw")}>
          {t("action.draw")}
        </button>
      )}
      {over ? (
        <Again state={state} main />
      ) : (
        <button type="button" disabled={!seated} onClick={() => ask("resign")}>
          {t("action.resign")}
        </button>
      )}
      <details class="more">
        <summary>{t("action.more")}</summary>
        <div class="more-list">
          {!over && <Again state={state} />}
          {(["fen", "pgn"] as const).map((what) => (
            <button key={what} type="button" onClick={() => void copy(what)}>
              {copied.what === what ? copied.text : t(`action.${what}`)}
            </button>
          ))}
          <a href={`/setup/${state.variant}?fen=${encodeURIComponent(fen)}`}>{t("action.setup")}</a>
          <Setting name="sound" />
          <Setting name="animate" />
          <Setting name="coordinates" />
          <Setting name="confirmResign" />
          {state.mode === "hotseat" && <Setting name="flipForTurn" />}
        </div>
      </details>
      <dialog
        ref={dialog}
        class="question"
        aria-label={t(`ask.${asked}`)}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <p>{t(`ask.${asked}`)}</p>
        <div class="row">
          <button
            type="button"
            class="primary"
            onClick={() => {
              dialog.current?.close();
              session.send({ t: asked });
            }}
          >
            {t(`ask.${asked}.yes`)}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {t("ask.no")}
          </button>
        </div>
      </dialog>
    </div>
  );
}

function Setting({ name }: { name: "sound" | "animate" | "coordinates" | "confirmResign" | "flipForTurn" }) {
  return (
    <label class="setting">
      <input
        type="checkbox"
        checked={settings.value[name]}
        onChange={(event) => changeSettings({ [name]: event.currentTarget.checked })}
      />
      {t(`setting.${name}`)}
    </label>
  );
}

/** Pages that do not come by TLS have no clipboard of the new kind. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not copied");
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
