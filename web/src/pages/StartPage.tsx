/** Choose a game and play: one click from here to the board. */

import { useEffect, useState } from "preact/hooks";
import { Diagram } from "../board/Diagram";
import { placementOf } from "../core/fen";
import type { Color } from "../core/geometry";
import type { Mode, VariantInfo, WireError } from "../core/wire";
import { baseGame, gameHeading } from "../core/words";
import { getLobby, type OpenTable } from "../net/http";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { changeChoice, choice } from "../ui/memory";
import { NameField } from "../ui/NameField";
import { startGame, startTable } from "../ui/newgame";
import { artOf } from "../ui/variants";
import { YourGames } from "./YourGames";

const CLOCKS = ["", "1+1", "3+2", "5+3", "10+5", "30+20"];
/** How often the list of tables is asked for, in milliseconds. */
const LOBBY_EVERY = 10_000;
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export function StartPage({ variants }: { variants: readonly VariantInfo[] }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  // The guide's "Play this game" comes with the game's name.
  const asked = new URLSearchParams(location.search).get("game") ?? "";
  useEffect(() => {
    if (baseGame(asked) === "teutonic") changeChoice({ teutonic: asked });
    document
      .querySelector<HTMLElement>(`.card[data-variant="${CSS.escape(baseGame(asked))}"] .primary`)
      ?.focus();
  }, [asked]);
  const playable = variants.filter((each) => each.id !== "teutonic-princess");

  async function openTable(): Promise<void> {
    setBusy(true);
    setError("");
    try {
      await startTable();
    } catch (problem) {
      setError(errorText(problem as WireError));
      setBusy(false);
    }
  }

  async function play(variant: string): Promise<void> {
    setBusy(true);
    setError("");
    try {
      await startGame(variant, "");
    } catch (problem) {
      setError(errorText(problem as WireError));
      setBusy(false);
    }
  }

  return (
    <main class="page start">
      <h1>{t("start.title")}</h1>
      <p class="lead">{t("start.lead")}</p>
      <Options />
      <p class="problem" role="alert">
        {error}
      </p>
      <ul class="cards">
        {playable.map((variant) =>
          variant.team ? (
            <TagCard key={variant.id} variant={variant} busy={busy} open={openTable} />
          ) : (
            <Card key={variant.id} variant={variant} busy={busy} play={play} variants={variants} />
          ),
        )}
      </ul>
      <Tables variants={variants} />
      <section>
        <h2>{t("start.today")}</h2>
        <p>
          <a href="/tables/train?daily=1">{t("start.today.link")}</a>
        </p>
      </section>
      <YourGames variants={variants} />
    </main>
  );
}

function Card(props: {
  variant: VariantInfo;
  variants: readonly VariantInfo[];
  busy: boolean;
  play: (id: string) => void;
}) {
  const teutonic = props.variant.id === "teutonic";
  const id = teutonic ? choice.value.teutonic : props.variant.id;
  const variant = props.variants.find((each) => each.id === id) ?? props.variant;
  const name = gameHeading(t, variant.id);
  return (
    <li class="card" data-variant={props.variant.id}>
      <h2>{name}</h2>
      <div class="card-picture">
        <Diagram
          shape={variant}
          placement={placementOf(variant.start, variant)}
          art={(letter) => artOf(variant, letter)}
          label={t("start.set-up", { game: name })}
        />
      </div>
      <p>{t(`start.sentence.${props.variant.id}`)}</p>
      {teutonic && (
        <fieldset class="segments">
          <legend class="unseen">{t("start.array")}</legend>
          {["teutonic", "teutonic-princess"].map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="array"
                checked={choice.value.teutonic === each}
                onChange={() => changeChoice({ teutonic: each })}
              />
              <span>{t(`start.array.${each}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <button type="button" class="primary" disabled={props.busy} onClick={() => props.play(variant.id)}>
        {t("start.play")}
        <span class="unseen"> {name}</span>
      </button>
      <p class="links">
        <a href={`/guide/${variant.id}`}>
          {t("start.rules")}
          <span class="unseen"> {name}</span>
        </a>
        <a href={`/setup/${variant.id}`}>
          {t("start.setup")}
          <span class="unseen"> {name}</span>
        </a>
      </p>
    </li>
  );
}

function TagCard(props: { variant: VariantInfo; busy: boolean; open: () => void }) {
  const { variant } = props;
  return (
    <li class="card" data-variant={variant.id}>
      <h2>{variant.name}</h2>
      <div class="card-picture">
        <Diagram
          shape={variant}
          placement={placementOf(variant.start, variant)}
          art={(letter) => artOf(variant, letter)}
          label={t("start.set-up", { game: variant.name })}
        />
      </div>
      <p>{t("start.sentence.tag")}</p>
      <div class="stack">
        <NameField />
        <Check name="open" text={t("start.open")} />
        <Check name="touchMove" text={t("tag.touch-move")} />
      </div>
      <button type="button" class="primary" disabled={props.busy} onClick={props.open}>
        {t("tag.open")}
      </button>
      <p class="links">
        <a href={`/guide/${variant.id}`}>
          {t("start.rules")}
          <span class="unseen"> {variant.name}</span>
        </a>
      </p>
    </li>
  );
}

/** Tables that wait for players, as the server lists them. */
function Tables({ variants }: { variants: readonly VariantInfo[] }) {
  const [tables, setTables] = useState<readonly OpenTable[]>([]);
  useEffect(() => {
    let current = true;
    const ask = (): void => {
      if (document.visibilityState === "visible") {
        getLobby().then(
          (list) => current && setTables(list),
          () => {},
        );
      }
    };
    ask();
    const timer = setInterval(ask, LOBBY_EVERY);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <section class="your-games">
      <h2>{t("tag.tables")}</h2>
      {tables.length === 0 ? (
        <p>{t("tag.no-tables")}</p>
      ) : (
        <ul>
          {tables.map((table) => (
            <li key={table.id}>
              <a href={`/play/${table.id}`}>{tableTitle(variants, table)}</a>
              <span class="quiet">
                {Object.values(table.seats)
                  .map((seat) => seat.name)
                  .filter(Boolean)
                  .join(", ")}
              </span>
              <span class="quiet">{clockText(table.clock)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function tableTitle(variants: readonly VariantInfo[], table: OpenTable): string {
  const known = variants.some((each) => each.id === table.variant);
  const game = known ? gameHeading(t, table.variant) : table.variant;
  const free = Object.entries(table.seats).filter(([, seat]) => !seat.taken);
  return table.mode === "tag"
    ? t("tag.join-table", { game, count: free.length })
    : t("start.join-game", { game, color: t(`color.${free[0]?.[0] ?? "white"}`) });
}

function clockText(clock: OpenTable["clock"]): string {
  return clock
    ? t("start.clock-of", { minutes: clock.initial / 60, seconds: clock.increment })
    : t("start.no-clock");
}

function Options() {
  const now = choice.value;
  return (
    <form class="options" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="segments">
        <legend>{t("start.opponent")}</legend>
        {(["computer", "link", "hotseat"] as Mode[]).map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              checked={now.mode === mode}
              onChange={() => changeChoice({ mode })}
            />
            <span>{t(`start.mode.${mode}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="segments" disabled={now.mode === "hotseat"}>
        <legend>{t("start.color")}</legend>
        {(["white", "black", "random"] as (Color | "random")[]).map((color) => (
          <label key={color}>
            <input
              type="radio"
              name="color"
              checked={now.color === color}
              onChange={() => changeChoice({ color })}
            />
            <span>{t(`start.color.${color}`)}</span>
          </label>
        ))}
      </fieldset>
      {now.mode === "link" ? (
        <NameField />
      ) : (
        <label class="field">
          <span>{t("start.level")}</span>
          <select
            disabled={now.mode !== "computer"}
            value={now.level}
            onChange={(event) => changeChoice({ level: Number(event.currentTarget.value) })}
          >
            {LEVELS.map((level) => (
              <option key={level} value={level}>
                {t(`level.${level}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <ClockChoice />
      {now.mode === "link" && <Check name="open" text={t("start.open")} />}
    </form>
  );
}

/** A clock of the usual kind, or one's own. */
function ClockChoice() {
  const now = choice.value.clock;
  const [own, setOwn] = useState(!CLOCKS.includes(now));
  const { minutes, seconds } = clockParts(now);
  const number = (key: "minutes" | "seconds", value: string, most: number) => (
    <label class="field">
      <span>{t(`start.clock.${key}`)}</span>
      <input
        type="number"
        inputMode="numeric"
        name={key}
        min={key === "minutes" ? 1 : 0}
        max={most}
        value={value}
        onChange={(event) => {
          const least = key === "minutes" ? 1 : 0;
          const n = Math.min(most, Math.max(least, Math.round(event.currentTarget.valueAsNumber || 0)));
          event.currentTarget.value = String(n);
          changeChoice({ clock: key === "minutes" ? `${n}+${seconds}` : `${minutes}+${n}` });
        }}
      />
    </label>
  );
  return (
    <>
      <label class="field">
        <span>{t("start.clock")}</span>
        <select
          value={own ? "own" : now}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setOwn(chosen === "own");
            changeChoice({ clock: chosen === "own" ? (now === "" ? "15+10" : now) : chosen });
          }}
        >
          {CLOCKS.map((clock) => (
            <option key={clock} value={clock}>
              {clock === "" ? t("start.no-clock") : t("start.clock-of", clockParts(clock))}
            </option>
          ))}
          <option value="own">{t("start.clock.own")}</option>
        </select>
      </label>
      {own && number("minutes", minutes, 180)}
      {own && number("seconds", seconds, 180)}
    </>
  );
}

function Check({ name, text }: { name: "open" | "touchMove"; text: string }) {
  return (
    <label class="setting">
      <input
        type="checkbox"
        checked={choice.value[name]}
        onChange={(event) => changeChoice({ [name]: event.currentTarget.checked })}
      />
      {text}
    </label>
  );
}

function clockParts(clock: string): { minutes: string; seconds: string } {
  const [minutes = "", seconds = ""] = clock.split("+");
  return { minutes, seconds };
}
