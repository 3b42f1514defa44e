/** The three languages say the same things. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, placeholders } from "./i18n";

const folder = join(import.meta.dirname, "../../../internal/i18n");
const read = (language: string, name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${name}.json`), "utf8"));

for (const name of ["client", "names", "tables", "tag"]) {
  test(`${name}.json has the same keys and placeholders in every language`, () => {
    const english = read("en", name);
    for (const language of LANGUAGES) {
      const other = read(language, name);
      expect(Object.keys(other).sort(), language).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(other)) {
        expect(text.trim(), `${language} ${key}`).not.toBe("");
        // A language may need fewer of the values, but none that English does not have.
        for (const each of placeholders(text))
          expect(placeholders(english[key]!), `${language} ${key}`).toContain(each);
      }
    }
  });
}

test("every key that the client asks for is there", () => {
  const english = {
    ...read("en", "client"),
    ...read("en", "names"),
    ...read("en", "tables"),
    ...read("en", "tag"),
  };
  const source = join(import.meta.dirname, "..");
  const asked = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file) || /\.test\./.test(file)) continue;
    const text = readFileSync(join(source, file), "utf8");
    for (const match of text.matchAll(/\bt\(\s*"([a-z][\w.-]+)"/g)) asked.add(match[1]!);
  }
  expect(asked.size).toBeGreaterThan(80);
  expect([...asked].filter((key) => !(key in english))).toEqual([]);
});

test("every mark, fault and refusal has its words", () => {
  const english = read("en", "client");
  const source = join(import.meta.dirname, "..");
  const marks = /export type Mark =([^;]+);/.exec(readFileSync(join(source, "board/Board.tsx"), "utf8"))![1]!;
  const spoken = [...marks.matchAll(/"([\w-]+)"/g)].map((match) => `board.mark.${match[1]}`);
  const faults = readFileSync(join(source, "core/fencheck.ts"), "utf8").matchAll(/key: "([\w-]+)"/g);
  const refusals = readFileSync(join(source, "core/refusal.ts"), "utf8").matchAll(/return "([\w-]+)"/g);
  const keys = [
    ...spoken,
    ...[...faults].map((match) => `fen.${match[1]}`),
    ...[...refusals].map((match) => `refused.${match[1]}`),
  ];
  expect(keys.length).toBeGreaterThan(15);
  expect(keys.filter((key) => !(key in english))).toEqual([]);
});
