/** The games that this browser has seats in. */

import { useState } from "preact/hooks";
import type { VariantInfo } from "../core/wire";
import { gameHeading } from "../core/words";
import { t } from "../ui/language";
import { forgetGame, type KnownGame, knownGames } from "../ui/memory";

/** How many games are seen without asking for more. */
const GAMES_SHOWN = 12;

export function YourGames({ variants }: { variants: readonly VariantInfo[] }) {
  const games = knownGames.value;
  const list = (some: readonly KnownGame[]) => (
    <ul>
      {some.map((game) => (
        <GameLine key={game.id} game={game} title={gameTitle(variants, game)} />
      ))}
    </ul>
  );
  const older = games.slice(GAMES_SHOWN);
  return (
    <section class="your-games">
      <h2>{t("games.title")}</h2>
      {games.length === 0 ? <p>{t("games.none")}</p> : list(games.slice(0, GAMES_SHOWN))}
      {older.length > 0 && (
        <details>
          <summary>{t("games.older", { count: older.length })}</summary>
          {list(older)}
        </details>
      )}
      <p>
        <a href="/games">{t("history.link")}</a>
      </p>
    </section>
  );
}

function GameLine({ game, title }: { game: KnownGame; title: string }) {
  // The key to an unfinished game is here alone: whoever lets it go is asked once more.
  const [asked, setAsked] = useState(false);
  return (
    <li>
      <a href={`/play/${game.id}`}>{title}</a>
      <span class="quiet">{gameStatus(game)}</span>
      <button
        type="button"
        class="plain"
        aria-label={asked ? t("games.forget-sure") : t("games.forget-which", { game: title })}
        onBlur={() => setAsked(false)}
        onClick={() => (asked || game.over ? forgetGame(game.id) : setAsked(true))}
      >
        {t(asked ? "games.forget-sure" : "games.forget")}
      </button>
    </li>
  );
}

export function gameTitle(
  variants: readonly VariantInfo[],
  game: Pick<KnownGame, "variant" | "mode" | "level">,
): string {
  const known = variants.some((each) => each.id === game.variant);
  const name = known ? gameHeading(t, game.variant) : game.variant;
  if (game.mode === "tag") return t("games.table", { game: name });
  if (game.mode === "link") return t("games.link", { game: name });
  return game.mode === "computer"
    ? t("games.against", { game: name, level: game.level })
    : t("games.two", { game: name });
}

export function gameStatus(game: Pick<KnownGame, "over" | "result" | "plies" | "yourTurn">): string {
  if (game.over) {
    const result = game.result.replaceAll("1/2", "½").replace("-", "–");
    return t("games.over", { result, moves: Math.ceil(game.plies / 2) });
  }
  const moves = Math.floor(game.plies / 2) + 1;
  return game.yourTurn ? t("games.your-turn", { moves }) : t("games.waiting", { moves });
}
