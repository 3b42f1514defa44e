/** What is seldom needed beside a board: copies, and the settings of this browser. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type GameState, isOver } from "../core/wire";
import { getPgn } from "../net/http";
import { copyText } from "../ui/clipboard";
import { t } from "../ui/language";
import { changeSettings, settings } from "../ui/memory";
import { say } from "../ui/say";

interface Props {
  readonly state: Pick<GameState, "id" | "variant" | "mode" | "result" | "reason">;
  readonly token: string;
  readonly fen: string;
  /** What goes first. */
  readonly children?: ComponentChildren;
}

export function More({ state, token, fen, children }: Props) {
  const over = isOver(state);
  const [copied, setCopied] = useState({ what: "", text: "" });

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
    <details class="more">
      <summary>{t("action.more")}</summary>
      <div class="more-list">
        {children}
        {(["fen", "pgn"] as const).map((what) => (
          <button key={what} type="button" onClick={() => void copy(what)}>
            {copied.what === what ? copied.text : t(`action.${what}`)}
          </button>
        ))}
        {state.mode !== "tag" && (
          <a href={`/setup/${state.variant}?fen=${encodeURIComponent(fen)}`}>{t("action.setup")}</a>
        )}
        <Setting name="sound" />
        <Setting name="animate" />
        <Setting name="coordinates" />
        <Setting name="confirmResign" />
        {state.mode === "hotseat" && <Setting name="flipForTurn" />}
        {(state.mode === "hotseat" || over) && <Setting name="opinion" />}
      </div>
    </details>
  );
}

function Setting({
  name,
}: {
  name: "sound" | "animate" | "coordinates" | "confirmResign" | "flipForTurn" | "opinion";
}) {
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
