/** The frame of every page: header, the page that the address names, and the live regions. */

import { useEffect } from "preact/hooks";
import { LANGUAGES, type Language } from "../core/i18n";
import { Tables } from "../tables/Tables";
import { language, switchLanguage, t } from "../ui/language";
import { changeSettings, settings, type Theme } from "../ui/memory";
import { decoded, path } from "../ui/router";
import { LiveRegions } from "../ui/say";
import { loadVariants, variants, variantsFailed } from "../ui/variants";
import { HistoryPage } from "./HistoryPage";
import { PlayPage } from "./PlayPage";
import { SetupPage } from "./SetupPage";
import { StartPage } from "./StartPage";

const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "français" };
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

export function App() {
  return (
    <>
      <Header />
      <Page />
      <footer class="site-footer">
        <ThemeChoice />
      </footer>
      <LiveRegions />
    </>
  );
}

function Header() {
  return (
    <header class="site">
      <a class="site-name" href="/">
        tagmate
      </a>
      <nav aria-label={t("site.nav")}>
        <a href="/guide/">{t("site.guide")}</a>
        <a href="/tables">{t("site.tables")}</a>
      </nav>
      <label class="unlabelled">
        <span class="unseen">{t("site.language")}</span>
        <select
          value={language.value}
          onChange={(event) => void switchLanguage(event.currentTarget.value as Language)}
        >
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      <ThemeChoice />
    </header>
  );
}

/** In the header where it is wide enough, else below the page. */
function ThemeChoice() {
  return (
    <label class="theme-choice">
      <span class="unseen">{t("site.theme")}</span>
      <select
        value={settings.value.theme}
        onChange={(event) => changeSettings({ theme: event.currentTarget.value as Theme })}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t(`site.theme.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Page() {
  useEffect(() => {
    document.title = "tagmate";
  }, [path.value]);
  if (variantsFailed.value) {
    return (
      <main class="page">
        <h1>{t("error.offline")}</h1>
        <button type="button" class="primary" onClick={() => void loadVariants()}>
          {t("error.retry")}
        </button>
      </main>
    );
  }
  if (!variants.value) return <main class="page" aria-busy="true" />;
  const [, room, rest = ""] = path.value.split("/");
  switch (room) {
    case "":
      return <StartPage variants={variants.value} />;
    case "games":
      return <HistoryPage variants={variants.value} />;
    case "tables":
      return <Tables variants={variants.value} />;
    case "play":
      return <PlayPage key={rest} id={decoded(rest)} />;
    case "setup": {
      const variant = variants.value.find((each) => each.id === decoded(rest));
      if (variant) return <SetupPage key={rest} variant={variant} />;
    }
  }
  return (
    <main class="page">
      <h1>{t("error.no-page")}</h1>
      <p>
        <a href="/">{t("site.start")}</a>
      </p>
    </main>
  );
}
