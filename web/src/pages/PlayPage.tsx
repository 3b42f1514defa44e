/** One game: opens its session and shows it. */

import { useEffect, useMemo } from "preact/hooks";
import { isOver } from "../core/wire";
import { browserSurroundings, GameSession } from "../net/session";
import { GameView } from "../play/GameView";
import { Invitation } from "../play/Invitation";
import { TagGame } from "../tag/TagGame";
import { TagTable } from "../tag/TagTable";
import { tagState } from "../tag/wire";
import { t } from "../ui/language";
import { tokenOf } from "../ui/memory";
import { variantOf } from "../ui/variants";

export function PlayPage({ id }: { id: string }) {
  const token = tokenOf(id);
  const session = useMemo(() => new GameSession(token, browserSurroundings(id)), [id, token]);
  useEffect(() => {
    const wake = (): void => session.wake();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      session.close();
    };
  }, [session]);

  const state = session.state.value;
  const variant = state && variantOf(state.variant);
  if (session.link.value === "missing") {
    return (
      <main class="page">
        <h1>{t("error.not-found")}</h1>
        <p>
          <a href="/">{t("site.start")}</a>
        </p>
      </main>
    );
  }
  if (!state || !variant) {
    return (
      <main class="page" aria-busy="true">
        <h1 class="quiet">{t("play.opening")}</h1>
      </main>
    );
  }
  const tag = tagState(state);
  if (tag) {
    return tag.tag.phase === "table" ? (
      <TagTable session={session} state={tag} />
    ) : (
      <TagGame session={session} state={tag} variant={variant} />
    );
  }
  if (state.waiting.length > 0 && !isOver(state)) {
    return <Invitation session={session} state={state} variant={variant} />;
  }
  return <GameView session={session} state={state} variant={variant} />;
}
