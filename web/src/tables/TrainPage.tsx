/** The ladder of endings, with what this guest has done on it, and the way into a drill. */

import "./train.css";
import { useEffect, useState } from "preact/hooks";
import { PieceIcon } from "../board/Diagram";
import { colorOf } from "../core/fen";
import type { VariantInfo } from "../core/wire";
import { gameHeading } from "../core/words";
import { t } from "../ui/language";
import { artOf } from "../ui/variants";
import { Drill } from "./Drill";
import {
  DISTANCES,
  type Distance,
  daily,
  dayOf,
  keyOf,
  LADDER,
  movesIn,
  practisedBeside,
  progressKey,
  type Role,
  type Rung,
  rungOf,
} from "./ladder";
import { dailyDone, exchange, progress } from "./memory";
import { endingLink, endingTitle } from "./names";
import { INTERVALS, next } from "./progress";
import type { Task } from "./useDrill";
import { getTables, type TableInShort } from "./wire";

const ROLES: readonly Role[] = ["attack", "defend"];

function freshSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export function TrainPage({ variants }: { variants: readonly VariantInfo[] }) {
  const [role, setRole] = useState<Role>("attack");
  const [distance, setDistance] = useState<Distance>("near");
  const [task, setTask] = useState<Task | null>(() => taskFromAddress(variants));
  const today = dayOf(new Date());

  function begin(rung: Rung, how: { distance: Distance; seed: number; daily?: boolean }): void {
    setTask({ rung, role, ...how });
    scrollTo(0, 0);
  }

  useEffect(() => void exchange(), []);

  useEffect(() => {
    if (!task) {
      history.replaceState(null, "", "/tables/train");
      return;
    }
    const query = new URLSearchParams({
      v: task.rung.variant,
      ending: task.rung.ending,
      role: task.role,
      distance: task.distance,
      seed: String(task.seed),
    });
    if (task.daily) query.set("daily", "1");
    history.replaceState(null, "", `/tables/train?${query}`);
  }, [task]);

  if (task) {
    return (
      <Drill
        key={`${keyOf(task.rung)} ${task.role} ${task.seed}`}
        variant={endingOf(variants, task.rung)!}
        task={task}
        onAgain={() => setTask({ ...task, daily: false, seed: freshSeed() })}
        onEnd={() => setTask(null)}
      />
    );
  }

  const ladder = LADDER.filter((each) => !each.aside);
  const aside = LADDER.filter((each) => each.aside);
  const others = practisedBeside(Object.keys(progress.value), role).filter((each) =>
    endingOf(variants, each),
  );
  const cardKey = (rung: Rung) => progressKey(rung, role);
  // Of what stands beside the ladder only what was tried comes back.
  const rungs = [...ladder, ...[...aside, ...others].filter((each) => progress.value[cardKey(each)])];
  const wanted = next(rungs.map(cardKey), progress.value, today);
  const coming = rungs.find((each) => cardKey(each) === wanted) ?? ladder[0]!;
  const ofToday = daily(today);
  const list = (some: readonly Rung[]) => (
    <ol class="ladder">
      {some.map((rung) => {
        const variant = endingOf(variants, rung);
        if (!variant) return null;
        return (
          <RungLine
            key={keyOf(rung)}
            rung={rung}
            variant={variant}
            progressKey={cardKey(rung)}
            today={today}
            onBegin={() => begin(rung, { distance, seed: freshSeed() })}
          />
        );
      })}
    </ol>
  );
  return (
    <main class="page train">
      <h1>{t("tables.train.title")}</h1>
      <p class="lead">{t("tables.train.lead")}</p>
      <form class="options" onSubmit={(event) => event.preventDefault()}>
        <Segments
          legend={t("tables.role")}
          name="role"
          values={ROLES}
          value={role}
          text={(each) => t(`tables.role.${each}`)}
          onChange={setRole}
        />
        <Segments
          legend={t("tables.distance")}
          name="distance"
          values={DISTANCES}
          value={distance}
          text={(each) => t(`tables.distance.${each}`)}
          onChange={setDistance}
        />
      </form>
      <div class="row train-begin">
        <button type="button" class="primary" onClick={() => begin(coming, { distance, seed: freshSeed() })}>
          {t("tables.train.next", { ending: titleOf(variants, coming) })}
        </button>
        <button
          type="button"
          data-daily
          onClick={() => begin(ofToday.rung, { distance: ofToday.distance, seed: ofToday.seed, daily: true })}
        >
          {t(dailyDone.value === ofToday.seed ? "tables.train.daily-done" : "tables.train.daily", {
            ending: titleOf(variants, ofToday.rung),
          })}
        </button>
      </div>
      <h2>{t("tables.ladder")}</h2>
      {list(ladder)}
      <h2>{t("tables.aside")}</h2>
      {list([...aside, ...others])}
      <Others variants={variants} onBegin={(rung) => begin(rung, { distance, seed: freshSeed() })} />
    </main>
  );
}

/** The game of an ending, if it is played here. */
function endingOf(variants: readonly VariantInfo[], rung: Rung): VariantInfo | undefined {
  return variants.find((each) => each.id === rung.variant && !each.team);
}

function titleOf(variants: readonly VariantInfo[], rung: Rung): string {
  const variant = endingOf(variants, rung);
  return variant ? endingTitle(variant, rung.ending) : rung.ending;
}

/** A drill that the address names, such as that of a link to the position of a day. */
function taskFromAddress(variants: readonly VariantInfo[]): Task | null {
  const asked = new URLSearchParams(location.search);
  const ending = asked.get("ending");
  if (asked.has("daily") && !ending) return { ...daily(dayOf(new Date())), role: "attack", daily: true };
  const variant = variants.find((each) => each.id === (asked.get("v") ?? "teammate"));
  if (!ending || !variant || variant.team) return null;
  const distance = DISTANCES.find((each) => each === asked.get("distance")) ?? "near";
  const role = ROLES.find((each) => each === asked.get("role")) ?? "attack";
  const seed = Number(asked.get("seed"));
  return {
    rung: rungOf(variant.id, ending) ?? { variant: variant.id, ending, longest: 0 },
    role,
    distance,
    seed: Number.isSafeInteger(seed) && seed > 0 ? seed : freshSeed(),
    daily: asked.has("daily"),
  };
}

interface SegmentsProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly text: (value: T) => string;
  readonly onChange: (value: T) => void;
}

function Segments<T extends string>({ legend, name, values, value, text, onChange }: SegmentsProps<T>) {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      {values.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          <span>{text(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RungProps {
  readonly rung: Rung;
  readonly variant: VariantInfo;
  readonly progressKey: string;
  readonly today: number;
  readonly onBegin: () => void;
}

function RungLine({ rung, variant, progressKey, today, onBegin }: RungProps) {
  const card = progress.value[progressKey];
  const title = endingTitle(variant, rung.ending);
  const steps = INTERVALS.length - 1;
  return (
    <li data-ending={rung.ending}>
      <span class="rung-men" aria-hidden="true">
        {[...rung.ending.slice(1)]
          .filter((letter) => colorOf(letter) === "white")
          .map((letter, index) => (
            <PieceIcon key={`${letter}${index}`} art={artOf(variant, letter)} color="white" />
          ))}
      </span>
      <span class="rung-title">
        <a href={endingLink(rung.variant, rung.ending)}>{title}</a>
        <span class="quiet">
          {[
            rung.variant === "teammate" ? "" : gameHeading(t, rung.variant),
            rung.longest > 0 ? t("tables.rung.longest", { moves: movesIn(rung.longest) }) : rung.ending,
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </span>
      <span class="rung-done">
        {card ? (
          <>
            <span class="boxes" role="img" aria-label={t("tables.rung.box", { box: card.box, of: steps })}>
              {Array.from({ length: steps }, (_, index) => (
                <span key={index} class={index < card.box ? "box full" : "box"} />
              ))}
            </span>
            <span class="quiet">
              {t("tables.rung.tries", { won: card.won, tries: card.tries })}
              {" · "}
              {card.due <= today
                ? t("tables.rung.due")
                : t(card.due === today + 1 ? "tables.rung.tomorrow" : "tables.rung.in", {
                    days: card.due - today,
                  })}
            </span>
          </>
        ) : (
          <span class="quiet">{t("tables.rung.new")}</span>
        )}
      </span>
      <button type="button" onClick={onBegin}>
        {t("tables.practise")}
        <span class="unseen"> {title}</span>
      </button>
    </li>
  );
}

/** Every other table that can be won. */
function Others(props: { variants: readonly VariantInfo[]; onBegin: (rung: Rung) => void }) {
  const [list, setList] = useState<readonly TableInShort[]>([]);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    let current = true;
    getTables().then(
      (tables) => current && setList(tables.endings.filter((each) => !each.pure && each.longest > 4)),
      () => {},
    );
    return () => {
      current = false;
    };
  }, []);
  if (list.length === 0) return null;
  const found = list.find((each) => `${each.variant}/${each.ending}` === chosen) ?? list[0]!;
  return (
    <div class="row train-other">
      <label class="field">
        <span>{t("tables.other")}</span>
        <select
          value={`${found.variant}/${found.ending}`}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {list.map((each) => (
            <option key={`${each.variant}/${each.ending}`} value={`${each.variant}/${each.ending}`}>
              {each.ending} · {gameHeading(t, each.variant)} ·{" "}
              {t("tables.rung.longest", { moves: movesIn(each.longest) })}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => props.onBegin({ ...found, longest: found.longest })}>
        {t("tables.practise")}
        <span class="unseen"> {found.ending}</span>
      </button>
    </div>
  );
}
