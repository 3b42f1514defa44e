/** After a game between people: another one, with the sides changed or as they were, when all want the same. */

import { useEffect } from "preact/hooks";
import type { GameState, Rematch as Wish } from "../core/wire";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { navigate } from "../ui/router";
import { alertNow } from "../ui/say";
import { remember } from "./status";

interface Props {
  readonly session: GameSession;
  readonly state: Pick<GameState, "variant" | "mode"> & Wish;
  readonly mine: string | undefined;
  readonly token: string;
  /** What a seat is called. */
  readonly name: (seat: string) => string;
}

export function Rematch({ session, state, mine, token, name }: Props) {
  const { rematch, rematchKeep, next } = state;
  useEffect(() => {
    if (!next || !mine || !token) return;
    remember({ ...state, id: next, ply: 0, result: "*" }, token, { mine: false, over: false });
    navigate(`/play/${next}`);
  }, [next]);
  const others = rematch.filter((seat) => seat !== mine);
  const words = others
    .map((seat) =>
      t(rematchKeep.includes(seat) ? "rematch.wants-keep" : "rematch.wants-swap", { who: name(seat) }),
    )
    .join(" ");
  useEffect(() => {
    if (words) alertNow(words);
  }, [words]);
  if (!mine) {
    return next ? (
      <p class="offer">
        <a href={`/play/${next}`}>{t("rematch.watch")}</a>
      </p>
    ) : null;
  }
  const mineIs = rematch.includes(mine) ? (rematchKeep.includes(mine) ? "keep" : "swap") : "";
  const likely = rematchKeep.length > 0 ? "keep" : "swap";
  return (
    <div class="offer" role="group" aria-label={t("rematch.title")}>
      <p>{words || t(mineIs ? "rematch.waiting" : "rematch.title")}</p>
      <div class="row">
        {(["swap", "keep"] as const).map((how) => (
          <button
            key={how}
            type="button"
            class={how === likely && !mineIs ? "primary" : undefined}
            aria-pressed={mineIs === how}
            onClick={() => session.send({ t: "rematch", keep: how === "keep" })}
          >
            {t(`rematch.${how}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
