/** What is shown without JavaScript: one sentence in each language, from the catalogues. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const CATALOGUES = join(import.meta.dirname, "../../internal/i18n");
const PLACE = /<!-- noscript:.*?-->/;

export function noscript(): Plugin {
  return {
    name: "noscript",
    transformIndexHtml(html) {
      const lines = ["en", "de", "fr"].map((language) => {
        const texts = JSON.parse(readFileSync(join(CATALOGUES, language, "client.json"), "utf8"));
        return `<p lang="${language}"><a href="/guide/?lang=${language}">${texts["site.noscript"]}</a></p>`;
      });
      return html.replace(PLACE, `<noscript>${lines.join("")}</noscript>`);
    },
  };
}
