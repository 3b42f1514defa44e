/** A player who does not act. */

import { useEffect, useState } from "preact/hooks";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { colorOfSeat, partnerOf, type Seat, type TagState } from "./wire";

/** What can be done about a player who does not act, and when. */
export function Idle({ state, session, mine }: { state: TagState; session: GameSession; mine: Seat | null }) {
  const idle = state.tag.idle;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!idle || !mine || idle.seat === mine || !state.clock) return null;
  const now = state.clock.at + session.elapsed();
  const partner = partnerOf(idle.seat) === mine;
  const opponents = colorOfSeat(idle.seat) !== colorOfSeat(mine);
  const at = partner ? idle.takeOverAt : idle.claimWinAt;
  if (!partner && !opponents) return null;
  const minutes = Math.max(0, Math.ceil((at - now) / 60_000));
  return (
    <button
      type="button"
      disabled={now < at}
      onClick={() => session.send(partner ? { t: "take-over", level: 5 } : { t: "claim-win" })}
    >
      {t(partner ? "tag.take-over" : "tag.claim-win")}
      {now < at ? ` (${t("tag.in-minutes", { minutes })})` : ""}
    </button>
  );
}
