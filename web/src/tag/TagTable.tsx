/** The table before the start: who sits where, who holds the move first, and who is ready. */

import { useState } from "preact/hooks";
import type { WireError } from "../core/wire";
import { joinGame } from "../net/http";
import type { GameSession } from "../net/session";
import { remember } from "../play/status";
import { copyText } from "../ui/clipboard";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { deviceKey, guestName, tokenOf } from "../ui/memory";
import { NameField } from "../ui/NameField";
import { colorOfSeat, partnerOf, SEATS, type Seat, type Side, type TagState } from "./wire";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function TagTable({ session, state }: { session: GameSession; state: TagState }) {
  const [problem, setProblem] = useState("");
  const [copied, setCopied] = useState<Seat | null>(null);
  const mine = state.you[0] ?? null;
  const wanted = new URLSearchParams(location.search).get("seat");

  async function join(seat: Seat): Promise<void> {
    try {
      const made = await joinGame(
        state.id,
        { name: guestName.value, seat },
        tokenOf(state.id) || deviceKey(),
      );
      remember({ ...state, mode: "tag" }, made.token, { mine: false, over: false });
      setProblem("");
    } catch (error) {
      setProblem(errorText(error as WireError));
    }
  }

  async function invite(seat: Seat): Promise<void> {
    const link = `${location.origin}/play/${state.id}?seat=${seat}`;
    try {
      await copyText(link);
      setCopied(seat);
    } catch {
      setProblem(link);
    }
  }

  return (
    <main class="page tag-table">
      <h1>{t("tag.table")}</h1>
      <p class="lead">{t("tag.lead")}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
      {!mine && <NameField />}
      <div class="tag-teams">
        {(["white", "black"] as const).map((color) => (
          <section key={color} class="tag-team">
            <h2>{t(`tag.team.${color}`)}</h2>
            <ul>
              {SEATS.filter((seat) => colorOfSeat(seat) === color).map((seat) => {
                const place = state.tag.seats[seat];
                return (
                  <li key={seat} data-seat={seat} class={seat === wanted ? "wanted" : undefined}>
                    <p>
                      <strong>{t(`tag.seat.${seat[1]}`)}</strong>
                      <br />
                      {place.kind === "free"
                        ? t("tag.free")
                        : place.kind === "computer"
                          ? t("play.computer", { level: place.level ?? 0 })
                          : `${place.name || t("tag.guest")}${seat === mine ? ` (${t("play.you")})` : ""}`}
                      {place.kind === "human" && (
                        <span class="quiet"> – {t(place.ready ? "tag.ready" : "tag.not-ready")}</span>
                      )}
                    </p>
                    {place.kind === "free" && (
                      <div class="row">
                        <button
                          type="button"
                          class={seat === wanted ? "primary" : ""}
                          onClick={() => void join(seat)}
                        >
                          {t("tag.sit")}
                        </button>
                        {mine && (
                          <>
                            <BotChoice session={session} seat={seat} />
                            <button type="button" onClick={() => void invite(seat)}>
                              {t(copied === seat ? "tag.copied" : "tag.invite")}
                            </button>
                          </>
                        )}
                      </div>
                    )}
                    {place.kind === "computer" && mine && (
                      <button type="button" class="plain" onClick={() => session.send({ t: "unseat", seat })}>
                        {t("tag.remove")}
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
            {mine && colorOfSeat(mine) === color && (
              <fieldset class="segments">
                <legend>{t("tag.first")}</legend>
                {(["q", "k"] as Side[]).map((side) => (
                  <label key={side}>
                    <input
                      type="radio"
                      name="holder"
                      checked={state.tag.holders[color] === side}
                      onChange={() => session.send({ t: "holder", side })}
                    />
                    <span>{t(`tag.seat.${side}`)}</span>
                  </label>
                ))}
              </fieldset>
            )}
          </section>
        ))}
      </div>
      {mine && (
        <div class="row">
          <button
            type="button"
            class="primary"
            aria-pressed={state.tag.seats[mine].ready}
            onClick={() => session.send({ t: "ready", ready: !state.tag.seats[mine].ready })}
          >
            {t(state.tag.seats[mine].ready ? "tag.unready" : "tag.be-ready")}
          </button>
          <button type="button" onClick={() => session.send({ t: "unseat" })}>
            {t("tag.leave")}
          </button>
        </div>
      )}
      <p class="quiet">
        {state.waiting.length > 0 ? t("tag.waiting", { count: state.waiting.length }) : t("tag.all-seated")}{" "}
        {mine && t("tag.partner", { seat: t(`tag.seat.${partnerOf(mine)[1]}`) })}
      </p>
    </main>
  );
}

function BotChoice({ session, seat }: { session: GameSession; seat: Seat }) {
  return (
    <label>
      <span class="unseen">{t("tag.bot")}</span>
      <select
        value=""
        onChange={(event) => {
          const level = Number(event.currentTarget.value);
          if (level > 0) session.send({ t: "seat-bot", seat, level });
        }}
      >
        <option value="">{t("tag.bot")}</option>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {t(`level.${level}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
