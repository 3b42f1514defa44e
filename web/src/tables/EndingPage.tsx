/** What the table of one ending says: counts, distances, the longest win, and where mates happen. */

import { useEffect, useState } from "preact/hooks";
import { Diagram, PieceIcon } from "../board/Diagram";
import { colorOf, placementOf } from "../core/fen";
import type { VariantInfo, WireError } from "../core/wire";
import { gameHeading, pieceName } from "../core/words";
import { errorText } from "../ui/errors";
import { has, language, t } from "../ui/language";
import { artOf } from "../ui/variants";
import { HeatMap, placesOf } from "./HeatMap";
import { byMoves, Histogram } from "./Histogram";
import { movesIn } from "./ladder";
import { endingTitle, exploreLink } from "./names";
import { getStats, type Part, type Side, type Stats } from "./wire";

/** The moves that the orthodox mate with bishop and knight takes at most. */
const BISHOP_AND_KNIGHT = 33;

/** The pairs of which the inventor says that they mate in corners of one colour only. */
const BOUND_PAIRS: readonly string[] = ["KNEk", "KEMk", "KFMk", "KUMk", "KJMk"];

export function EndingPage({ variant, ending }: { variant: VariantInfo; ending: string }) {
  const [stats, setStats] = useState<Stats | null>(null);
  const [problem, setProblem] = useState("");
  const [building, setBuilding] = useState(false);
  useEffect(() => {
    let current = true;
    getStats(variant.id, ending, () => current && setBuilding(true)).then(
      (answer) => {
        if (!current) return;
        setBuilding(false);
        setStats(answer);
      },
      (error: WireError) => {
        if (!current) return;
        setBuilding(false);
        setProblem(
          error.code === "not-found" || error.code === "bad-request"
            ? `${t("tables.problem.none")} (${error.detail})`
            : errorText(error),
        );
      },
    );
    return () => {
      current = false;
    };
  }, [variant.id, ending]);
  const name = stats?.ending ?? ending;
  const title = endingTitle(variant, name);
  return (
    <main class="page ending" aria-busy={!stats && !problem}>
      <h1>{title}</h1>
      <p class="quiet">
        {gameHeading(t, variant.id)} · {name}
      </p>
      {building && <p role="status">{t("tables.problem.building")}</p>}
      <p class="problem" role="alert">
        {problem}
      </p>
      {stats && <EndingOf variant={variant} stats={stats} title={title} />}
    </main>
  );
}

function EndingOf({ variant, stats, title }: { variant: VariantInfo; stats: Stats; title: string }) {
  const part = stats.parts[stats.parts.length - 1]!;
  const { white, black } = part;
  const longest = white.longestFen || black.lossFen;
  return (
    <>
      <p class="ending-men" aria-hidden="true">
        {[...stats.ending].map((letter, index) => (
          <PieceIcon key={`${letter}${index}`} art={artOf(variant, letter)} color={colorOf(letter)} />
        ))}
      </p>
      <section>
        <h2>{t("tables.ending.know")}</h2>
        <ul>
          {knowledge(variant, stats, part).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p class="row">
          {white.longestWin > 4 && (
            <a
              class="button-like primary"
              href={`/tables/train?${new URLSearchParams({ v: variant.id, ending: stats.ending, distance: "near" })}`}
            >
              {t("tables.ending.train")}
            </a>
          )}
          {longest && (
            <a class="button-like" href={exploreLink(variant.id, longest)}>
              {t("tables.ending.explore")}
            </a>
          )}
        </p>
      </section>
      <section>
        <h2>{t("tables.ending.counts")}</h2>
        <Counts stats={stats} />
      </section>
      <section>
        <h2>{t("tables.ending.distances")}</h2>
        <Histogram counts={byMoves(white.winsBy)} label={t("tables.plot.label", { ending: title })} />
      </section>
      <div class="ending-boards">
        {longest && (
          <section>
            <h2>{t("tables.ending.longest")}</h2>
            <Diagram
              shape={variant}
              placement={placementOf(longest, variant)}
              art={(letter) => artOf(variant, letter)}
              label={t("tables.ending.longest-label", { men: spoken(variant, longest) })}
            />
            <p>
              {longestText(white, black)} <a href={exploreLink(variant.id, longest)}>{t("tables.look")}</a>
            </p>
          </section>
        )}
        <section>
          <h2>{t("tables.ending.where")}</h2>
          {black.mates === 0 && /p/i.test(stats.ending) ? (
            <p class="quiet">{t("tables.heat.pawn")}</p>
          ) : (
            <HeatMap
              shape={variant}
              counts={black.matedOn}
              label={t("tables.heat.label", { ending: title })}
            />
          )}
          {variant.id === "teammate" && BOUND_PAIRS.includes(stats.ending) && (
            <p>
              <a href="/tables/claims#claim-7">{t("tables.know.corners")}</a>
            </p>
          )}
        </section>
      </div>
    </>
  );
}

function longestText(white: Side, black: Side): string {
  if (!white.longestFen) return t("tables.ending.mated-in", { moves: movesIn(black.longestLoss) });
  if (white.longestWin === 1) return t("tables.ending.mate-at-once");
  return t("tables.ending.mate-in", { moves: movesIn(white.longestWin) });
}

/** What there is to know, in sentences made from the numbers, and a note of ours where there is one. */
function knowledge(variant: VariantInfo, stats: Stats, part: Part): string[] {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 });
  const { white, black } = part;
  const out: string[] = [];
  const wins = number.format(white.winPercent);
  if (white.wins === 0) out.push(t("tables.know.never"));
  else if (white.winPercent < 1) out.push(t("tables.know.rarely", { count: number.format(white.wins) }));
  else out.push(t("tables.know.wins", { percent: wins }));
  if (white.longestWin > 0 && white.winPercent >= 1) {
    const moves = movesIn(white.longestWin);
    out.push(
      t(moves > BISHOP_AND_KNIGHT ? "tables.know.longer" : "tables.know.longest", {
        moves,
        limit: BISHOP_AND_KNIGHT,
      }),
    );
    if (variant.claimPlies > 0 && moves > variant.claimPlies / 2)
      out.push(t("tables.know.over-limit", { limit: variant.claimPlies / 2 }));
  }
  if (stats.parts.length === 3) {
    const same = stats.parts[1]!.white;
    out.push(
      t(same.wins === 0 ? "tables.know.same-never" : "tables.know.same", {
        percent: number.format(same.winPercent),
      }),
    );
  }
  if (black.mates > 0) {
    const places = placesOf(variant, black.matedOn);
    out.push(
      t("tables.know.places", {
        corners: number.format(places.corners),
        edges: number.format(places.edges),
        middle: number.format(places.middle),
      }),
    );
  }
  const key = `tables.note.${stats.variant}.${stats.ending}`;
  if (has(key)) out.push(t(key));
  return out;
}

function spoken(variant: VariantInfo, fen: string): string {
  return placementOf(fen, variant)
    .filter(Boolean)
    .map((letter) => t(`board.piece.${colorOf(letter)}`, { piece: pieceName(t, variant, letter) }))
    .join(", ");
}

const COUNTS = ["legal", "wins", "draws", "losses", "mates", "stalemates"] as const;

/** All positions; and where the colours of squares matter, those of each kind beside them. */
function Counts({ stats }: { stats: Stats }) {
  const number = new Intl.NumberFormat(language.value);
  const percent = new Intl.NumberFormat(language.value, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const share = (side: Side, key: (typeof COUNTS)[number]): string =>
    key === "wins"
      ? `${percent.format(side.winPercent)} %`
      : key === "losses"
        ? `${percent.format(side.lossPercent)} %`
        : "";
  return (
    <div class="ending-counts">
      {stats.parts.map((part) => (
        <table key={part.squares} class="figures">
          {part.squares !== "all" && <caption>{t(`tables.squares.${part.squares}`)}</caption>}
          <thead>
            <tr>
              <th scope="col">{t("tables.col.turn")}</th>
              <th scope="col">{t("tables.turn.white")}</th>
              <th scope="col">{t("tables.turn.black")}</th>
            </tr>
          </thead>
          <tbody>
            {COUNTS.map((key) => (
              <tr key={key}>
                <th scope="row">{t(`tables.col.${key}`)}</th>
                {[part.white, part.black].map((side, index) => (
                  <td key={index}>
                    {number.format(side[key])} <span class="quiet">{share(side, key)}</span>
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t("tables.col.longest")}</th>
              {[part.white, part.black].map((side, index) => (
                <td key={index}>{movesIn(Math.max(side.longestWin, side.longestLoss)) || "–"}</td>
              ))}
            </tr>
          </tbody>
        </table>
      ))}
    </div>
  );
}
