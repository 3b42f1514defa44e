/** What one player asks of the other, a draw or a move back, with the answers beside it. */

import type { Color } from "../core/geometry";
import { type GameState, isOver } from "../core/wire";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly mine: Color | undefined;
  /** May this player answer for his side? */
  readonly speaks: boolean;
}

export function Offers({ session, state, mine, speaks }: Props) {
  if (!mine || isOver(state)) return null;
  const asked = [
    { what: "draw", by: state.drawOffer },
    { what: "takeback", by: state.takebackOffer },
  ] as const;
  return (
    <>
      {asked.map(({ what, by }) =>
        by === "" ? null : by === mine ? (
          <p key={what} class="offer">
            {t(`offer.${what}.mine`)}
          </p>
        ) : (
          <div key={what} class="offer asks" role="group" aria-label={t(`offer.${what}`)}>
            <p>{t(`offer.${what}`)}</p>
            {speaks && (
              <div class="row">
                <button type="button" class="primary" onClick={() => session.send({ t: what })}>
                  {t(`offer.${what}.accept`)}
                </button>
                <button type="button" onClick={() => session.send({ t: "decline" })}>
                  {t("offer.decline")}
                </button>
              </div>
            )}
          </div>
        ),
      )}
    </>
  );
}
