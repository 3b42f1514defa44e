/** All games of this guest, as the server keeps them, to look at and to take away. */

import { useEffect, useState } from "preact/hooks";
import type { VariantInfo, WireError } from "../core/wire";
import { describeResult } from "../core/words";
import { getAllGames, getHistory, type PastGame } from "../net/http";
import { errorText } from "../ui/errors";
import { language, t } from "../ui/language";
import { deviceKey, rememberGame, tokenOf } from "../ui/memory";
import { PasteGame } from "./PasteGame";
import { gameTitle } from "./YourGames";

export function HistoryPage({ variants }: { variants: readonly VariantInfo[] }) {
  const [games, setGames] = useState<readonly PastGame[] | null>(null);
  const [more, setMore] = useState(false);
  const [problem, setProblem] = useState("");

  async function load(before?: number): Promise<void> {
    try {
      const page = await getHistory(deviceKey(), before);
      for (const game of page.games) keepKey(game);
      setGames((known) => [...(before === undefined ? [] : (known ?? [])), ...page.games]);
      setMore(page.more);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error as WireError));
      setGames((known) => known ?? []);
    }
  }
  useEffect(() => void load(), []);

  async function save(form: "pgn" | "export"): Promise<void> {
    try {
      const text = await getAllGames(deviceKey(), form);
      const name = form === "pgn" ? "tagmate.pgn" : "tagmate.json";
      const url = URL.createObjectURL(new Blob([text]));
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
      URL.revokeObjectURL(url);
    } catch (error) {
      setProblem(errorText(error as WireError));
    }
  }

  return (
    <main class="page your-games" aria-busy={games === null}>
      <h1>{t("history.title")}</h1>
      <p class="lead">{t("history.lead")}</p>
      <p class="row">
        <button type="button" disabled={!games?.length} onClick={() => void save("pgn")}>
          {t("history.pgn")}
        </button>
        <button type="button" disabled={!games?.length} onClick={() => void save("export")}>
          {t("history.json")}
        </button>
      </p>
      <p class="problem" role="alert">
        {problem}
      </p>
      <PasteGame variants={variants} />
      {games?.length === 0 && !problem && <p>{t("games.none")}</p>}
      <ul>
        {(games ?? []).map((game) => (
          <Line key={game.id} game={game} variants={variants} />
        ))}
      </ul>
      {more && (
        <button type="button" onClick={() => void load(games?.at(-1)?.created)}>
          {t("history.more")}
        </button>
      )}
    </main>
  );
}

function Line({ game, variants }: { game: PastGame; variants: readonly VariantInfo[] }) {
  const variant = variants.find((each) => each.id === game.variant);
  const level = Object.values(game.players).find((each) => each.kind === "computer")?.level ?? 0;
  const names = Object.entries(game.players)
    .filter(([seat, player]) => player.name && !game.you.includes(seat))
    .map(([, player]) => player.name);
  const status = game.over
    ? variant
      ? describeResult(t, variant, game as Pick<PastGame, "reason"> & { result: "*" })
      : game.result
    : t("history.open", { moves: Math.floor(game.plies / 2) + 1 });
  return (
    <li>
      <a href={`/play/${game.id}`}>{gameTitle(variants, { ...game, level })}</a>
      {names.length > 0 && <span>{names.join(", ")}</span>}
      <span class="quiet">{status}</span>
      <time class="quiet" dateTime={new Date(game.created).toISOString()}>
        {new Date(game.created).toLocaleDateString(language.value, { dateStyle: "medium" })}
      </time>
    </li>
  );
}

/** A game that this browser forgot is its own again: the key to all of them is the same. */
function keepKey(game: PastGame): void {
  if (tokenOf(game.id)) return;
  rememberGame({
    id: game.id,
    token: deviceKey(),
    variant: game.variant,
    mode: game.mode,
    level: Object.values(game.players).find((each) => each.kind === "computer")?.level ?? 0,
    plies: game.plies,
    yourTurn: false,
    result: game.result,
    over: game.over,
    at: game.created,
  });
}
