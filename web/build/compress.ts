/** Writes a Brotli and a gzip file next to every text file of the build, and tells the size of the first view. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

export function compress(): Plugin {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      let first = 0;
      for (const path of [...filesBelow(folder)]) {
        if (!TEXT.test(path)) continue;
        const text = readFileSync(path);
        const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        writeFileSync(`${path}.br`, packed);
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        // All but the guide's island and the manifest; a reader loads one of the three catalogues.
        if (/\.(html|js|css)$/.test(path) && !/guide-/.test(path)) first += packed.length;
      }
      console.log(`first view: ${(first / 1024).toFixed(1)} KiB compressed at most`);
    },
  };
}
