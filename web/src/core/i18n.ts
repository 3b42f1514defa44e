/** Catalogues: flat key → text with {placeholders}, one language at a time. No browser here. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Catalogue = Readonly<Record<string, string>>;
export type Params = Readonly<Record<string, string | number>>;

/** The first language that we have among those that the reader prefers. */
export function chooseLanguage(preferred: readonly (string | null | undefined)[]): Language {
  for (const tag of preferred) {
    const base = tag?.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return "en";
}

/** Fills the placeholders; one without a value stays as it is, so that it is seen. */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of a key, or the key itself where the catalogue lacks it. */
export function lookup(catalogue: Catalogue, key: string, params?: Params): string {
  return fill(catalogue[key] ?? key, params);
}

/** The names of a text's placeholders, sorted. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].sort();
}

/** The text with a capital first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
