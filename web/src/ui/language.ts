/** The language of the page, and `t`. Catalogues are shared with the server and loaded one at a time. */

import { signal } from "@preact/signals";
import { type Catalogue, chooseLanguage, type Language, lookup, type Params } from "../core/i18n";

type Loader = () => Promise<{ default: Catalogue }>;

const files = import.meta.glob<{ default: Catalogue }>(
  "../../../internal/i18n/*/{client,names,tag,tables}.json",
);

function loader(language: Language, name: string): Loader | undefined {
  return files[`../../../internal/i18n/${language}/${name}.json`];
}

export const language = signal<Language>("en");
const catalogue = signal<Catalogue>({});

export function t(key: string, params?: Params): string {
  return lookup(catalogue.value, key, params);
}

/** True where the catalogue has that key; for texts that only some games have. */
export function has(key: string): boolean {
  return key in catalogue.value;
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** The language asked for in the address, chosen before, or preferred by the browser. */
export function preferredLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return chooseLanguage([asked, cookie("lang"), ...navigator.languages]);
}

/** Texts that only some pages need, and that have been asked for. */
const wanted = new Set<string>();

/** Loads the texts of an area, which stay with the page from then on. */
export async function needTexts(area: string): Promise<void> {
  if (wanted.has(area)) return;
  wanted.add(area);
  await useLanguage(language.value);
}

export async function useLanguage(next: Language): Promise<void> {
  const parts = await Promise.all([
    loader(next, "names")?.(),
    loader(next, "client")?.(),
    loader(next, "tag")?.(),
    ...[...wanted].map((area) => loader(next, area)?.()),
  ]);
  catalogue.value = Object.assign({}, ...parts.map((part) => part?.default));
  language.value = next;
  document.documentElement.lang = next;
}

/** Switches and remembers, so that the server's pages follow. */
export async function switchLanguage(next: Language): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to choose the language of its pages
  document.cookie = `lang=${next};path=/;max-age=31536000;samesite=lax`;
  await useLanguage(next);
}
