import { defineConfig } from "vitest/config";
import { compress } from "./build/compress.ts";
import { noscript } from "./build/noscript.ts";

export default defineConfig({
  build: {
    outDir: "../internal/server/web/dist",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // Everything is loaded at once anyway, and a policy without inline scripts needs no polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: "index.html", guide: "src/guide.ts" } },
  },
  plugins: [noscript(), compress()],
  test: { include: ["src/**/*.test.ts"] },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true }, "/guide": "http://127.0.0.1:8080" },
  },
});
