/** Everything about endings: the way in, the explorer, the trainer, the claims, and a page for each ending. */

import "./tables.css";
import { useEffect, useState } from "preact/hooks";
import type { VariantInfo, WireError } from "../core/wire";
import { gameHeading } from "../core/words";
import { errorText } from "../ui/errors";
import { language, t } from "../ui/language";
import { decoded, path } from "../ui/router";
import { ClaimsPage } from "./ClaimsPage";
import { EndingPage } from "./EndingPage";
import { Explorer } from "./Explorer";
import { movesIn } from "./ladder";
import { endingLink, endingTitle } from "./names";
import { TrainPage } from "./TrainPage";
import { getTables, type TableInShort, type Tables } from "./wire";

/** How often a building that goes on is asked for, in milliseconds. */
const PROGRESS_EVERY = 3000;

export default function TablesPage({ variants }: { variants: readonly VariantInfo[] }) {
  const [room = "", rest = ""] = path.value.split("/").slice(2).map(decoded);
  useEffect(() => {
    document.title = `${t("tables.title")} – tagmate`;
  }, [path.value, language.value]);
  useEffect(scrollToFragment, [path.value]);
  return (
    <>
      <nav class="tables-nav" aria-label={t("tables.nav")}>
        {[
          ["/tables", "tables.title"],
          ["/tables/explore", "tables.explore.title"],
          ["/tables/train", "tables.train.title"],
          ["/tables/claims", "tables.claims.title"],
        ].map(([to, text]) => (
          <a key={to} href={to} aria-current={path.value === to ? "page" : undefined}>
            {t(text!)}
          </a>
        ))}
      </nav>
      <Room variants={variants} room={room} rest={rest} />
    </>
  );
}

/** Goes to the part of the page that the address names, when it is there: pages wait for their answers. */
function scrollToFragment(): (() => void) | undefined {
  const name = location.hash.slice(1);
  if (!name) return undefined;
  const look = (): boolean => {
    const part = document.getElementById(name);
    part?.scrollIntoView();
    return part !== null;
  };
  if (look()) return undefined;
  const observer = new MutationObserver(() => look() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function Room({ variants, room, rest }: { variants: readonly VariantInfo[]; room: string; rest: string }) {
  const game = (id: string) => variants.find((each) => each.id === id && !each.team);
  switch (room) {
    case "":
      return <Overview variants={variants} />;
    case "explore":
      return <Explorer variants={variants} />;
    case "train":
      return <TrainPage variants={variants} />;
    case "claims":
      return <ClaimsPage variants={variants} />;
  }
  const variant = rest ? game(room) : game("teammate");
  const ending = rest || room;
  if (variant && /^[A-Za-z]{2,8}$/.test(ending)) {
    return <EndingPage key={`${variant.id}/${ending}`} variant={variant} ending={ending} />;
  }
  return (
    <main class="page">
      <h1>{t("error.no-page")}</h1>
      <p>
        <a href="/tables">{t("tables.title")}</a>
      </p>
    </main>
  );
}

function Overview({ variants }: { variants: readonly VariantInfo[] }) {
  const [tables, setTables] = useState<Tables | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = (): void => {
      getTables().then(
        (answer) => {
          if (!current) return;
          setTables(answer);
          if (answer.building.state === "building" || answer.building.state === "idle")
            timer = setTimeout(ask, PROGRESS_EVERY);
        },
        (error: WireError) => current && setProblem(errorText(error)),
      );
    };
    ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, []);
  const list = (tables?.endings ?? []).filter((each) => !each.pure);
  const teammate = list.filter((each) => each.variant === "teammate");
  const groups: readonly (readonly [string, readonly TableInShort[]])[] = [
    ["pairs", teammate.filter((each) => each.men === 4 && /^[A-Z]+k$/.test(each.ending))],
    ["singles", teammate.filter((each) => each.men === 3)],
    ["against", teammate.filter((each) => each.men === 4 && !/^[A-Z]+k$/.test(each.ending))],
    ["large", teammate.filter((each) => each.men > 4)],
    ["others", list.filter((each) => each.variant !== "teammate")],
  ];
  return (
    <main class="page tables-home" aria-busy={!tables && !problem}>
      <h1>{t("tables.title")}</h1>
      <p class="lead">{t("tables.lead")}</p>
      <ul class="tables-ways">
        {(["explore", "train", "claims"] as const).map((way) => (
          <li key={way}>
            <a href={`/tables/${way}`}>{t(`tables.${way}.title`)}</a>
            <p>{t(`tables.way.${way}`)}</p>
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {problem}
      </p>
      {tables && <BuildingNote tables={tables} />}
      {groups.map(([key, some]) =>
        some.length === 0 ? null : (
          <section key={key}>
            <h2>{t(`tables.group.${key}`)}</h2>
            <EndingList list={some} variants={variants} />
          </section>
        ),
      )}
    </main>
  );
}

function BuildingNote({ tables }: { tables: Tables }) {
  const { state, done, total, current } = tables.building;
  if (state === "done" || state === "off") return null;
  if (state === "failed") return <p role="status">{t("tables.building.failed")}</p>;
  return (
    <div class="tables-building">
      <p role="status">{t("tables.building", { done, total })}</p>
      <progress max={Math.max(total, 1)} value={done} aria-label={t("tables.building", { done, total })} />
      <p class="quiet">
        {current ? t("tables.building.now", { ending: current.split(" ")[1] ?? "" }) : "\u00a0"}
      </p>
    </div>
  );
}

function EndingList({ list, variants }: { list: readonly TableInShort[]; variants: readonly VariantInfo[] }) {
  const percent = new Intl.NumberFormat(language.value, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return (
    <table class="figures endings">
      <thead>
        <tr>
          <th scope="col">{t("tables.col.ending")}</th>
          <th scope="col">{t("tables.col.win")}</th>
          <th scope="col">{t("tables.col.longest")}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((each) => {
          const variant = variants.find((one) => one.id === each.variant);
          return (
            <tr key={each.variant + each.ending}>
              <th scope="row">
                <a href={endingLink(each.variant, each.ending)}>
                  {variant ? endingTitle(variant, each.ending) : each.ending}
                </a>{" "}
                <span class="quiet">
                  {each.ending}
                  {each.variant !== "teammate" ? ` · ${gameHeading(t, each.variant)}` : ""}
                </span>
              </th>
              <td>
                {each.winPercent > 0 && each.winPercent < 0.05
                  ? `< ${percent.format(0.1)}`
                  : percent.format(each.winPercent)}{" "}
                %
              </td>
              <td>{each.longest > 0 ? movesIn(each.longest) : "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
