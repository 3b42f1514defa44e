/** A game for two before the second player is there: an invitation to send, or one to accept. */

import { useState } from "preact/hooks";
import { Diagram } from "../board/Diagram";
import { placementOf } from "../core/fen";
import { type Color, opposite } from "../core/geometry";
import { sentence } from "../core/i18n";
import type { GameState, VariantInfo, WireError } from "../core/wire";
import { gameHeading } from "../core/words";
import { joinGame } from "../net/http";
import type { GameSession } from "../net/session";
import { copyText } from "../ui/clipboard";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { deviceKey, guestName } from "../ui/memory";
import { NameField } from "../ui/NameField";
import { artOf } from "../ui/variants";
import { remember } from "./status";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly variant: VariantInfo;
}

export function Invitation({ session, state, variant }: Props) {
  const name = gameHeading(t, variant.id);
  const seated = state.you.length > 0;
  const free = state.waiting[0] as Color;
  const host = state.players[opposite(free)].name || t("tag.guest");
  return (
    <main class="page invitation">
      <h1>{seated ? t("invite.title", { game: name }) : t("invite.asked", { who: host, game: name })}</h1>
      <div class="invitation-body">
        <div class="card-picture">
          <Diagram
            shape={variant}
            placement={placementOf(state.startFen, variant)}
            art={(letter) => artOf(variant, letter)}
            label={t("start.set-up", { game: name })}
          />
        </div>
        <div>
          <ul class="facts">
            <li>
              {t(seated ? "invite.you-have" : "invite.you-get", {
                color: t(`color.${seated ? opposite(free) : free}`),
              })}
            </li>
            <li>
              {state.clock
                ? sentence(
                    t("start.clock-of", {
                      minutes: state.clock.initial / 60,
                      seconds: state.clock.increment,
                    }),
                  )
                : t("start.no-clock")}
            </li>
            <li>
              <a href={`/guide/${variant.id}`}>{t("start.rules")}</a>
            </li>
          </ul>
          {seated ? <Sender session={session} id={state.id} /> : <Accept state={state} />}
        </div>
      </div>
    </main>
  );
}

function Sender({ session, id }: { session: GameSession; id: string }) {
  const link = `${location.origin}/play/${id}`;
  const [told, setTold] = useState("");
  async function copy(): Promise<void> {
    try {
      await copyText(link);
      setTold(t("tag.copied"));
    } catch {
      setTold(t("play.copy-failed"));
    }
  }
  return (
    <>
      <label class="field wide">
        <span>{t("invite.link")}</span>
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="row">
        <button type="button" class="primary" onClick={() => void copy()}>
          {told || t("invite.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" onClick={() => void navigator.share({ url: link }).catch(() => {})}>
            {t("invite.share")}
          </button>
        )}
        <button type="button" onClick={() => session.send({ t: "abort" })}>
          {t("invite.cancel")}
        </button>
      </p>
      <p class="quiet" role="status">
        {t("invite.waiting")}
      </p>
    </>
  );
}

function Accept({ state }: { state: GameState }) {
  const [problem, setProblem] = useState("");
  async function join(): Promise<void> {
    try {
      const made = await joinGame(state.id, { name: guestName.value }, deviceKey());
      remember(state, made.token, { mine: false, over: false });
    } catch (error) {
      setProblem(errorText(error as WireError));
    }
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void join();
      }}
    >
      <NameField />
      <button type="submit" class="primary">
        {t("invite.accept")}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  );
}
