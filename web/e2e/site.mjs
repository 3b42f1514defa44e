/**
 * What the browser tests share: the real server with a data folder of its own, a real Chromium, and hands that
 * play. Any error in the page's console or against its security policy fails the test that caused it.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BINARY = process.env.TAGMATE_BIN ?? join(import.meta.dirname, "../../bin/tagmate");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

export const PATIENCE = 20_000;

/** A server and a browser, and how to end both. */
export async function openSite() {
  const data = mkdtempSync(join(tmpdir(), "tagmate-e2e-"));
  let server = await startServer(data);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    browser,
    get url() {
      return server.url;
    },
    /** Kills the server as a power cut would and starts it again on the same games and address. */
    async restart() {
      const address = new URL(server.url).host;
      await stop(server.process, "SIGKILL");
      server = await startServer(data, address);
    },
    async close() {
      await browser.close();
      await stop(server.process, "SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function stop(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

function startServer(data, address = "127.0.0.1:0") {
  const child = spawn(BINARY, ["serve", "--addr", address, "--data", data, "--no-limits"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (text) => {
      out += text;
      const match = /ready at (http:\S+)/.exec(out);
      if (match) resolve({ process: child, url: match[1].replace(/\/$/, "") });
    });
    child.stderr.on("data", (text) => {
      out += text;
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${out}`)));
  });
}

/** A page that fails its test on errors; `tidy` is to be called when it is done. */
export async function openPage(site, options = {}) {
  const context = await site.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on("console", (message) => {
    // The browser itself reports every refusal of the server; a position that is being typed is refused often.
    if (message.type() === "error" && !message.text().includes("status of 422")) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return {
    page,
    errors,
    async tidy() {
      await context.close();
      assert.deepEqual(errors, [], "errors in the page");
    },
  };
}

/** Opens the set-up page with a position and plays on from it, two at one screen. */
export async function playFrom(page, site, variant, fen) {
  await page.goto(`${site.url}/setup/${variant}?fen=${encodeURIComponent(fen)}`);
  const go = page.getByRole("button", { name: "Play two at one screen" });
  await go.click();
  await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
}

export function cell(page, square) {
  return page.locator(`.board-cell[data-square="${square}"]`);
}

async function centre(page, square) {
  const box = await cell(page, square).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function tap(page, square) {
  const { x, y } = await centre(page, square);
  await page.mouse.click(x, y);
}

export async function drag(page, from, to) {
  const start = await centre(page, from);
  const end = await centre(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

export function movesShown(page) {
  return page.locator(".moves .move").allTextContents();
}

export async function waitForMoves(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll(".moves .move").length === n, count);
}

/** Plays "e2e4" by two taps and waits until it stands in the list. */
export async function play(page, ...moves) {
  for (const move of moves) {
    const [, from, to] = /^([a-p]\d+)([a-p]\d+)$/.exec(move);
    const before = (await movesShown(page)).length;
    await tap(page, from);
    await tap(page, to);
    await waitForMoves(page, before + 1);
  }
}

export async function type(page, ...moves) {
  for (const move of moves) {
    const before = (await movesShown(page)).length;
    await page.fill("input[name=move]", move);
    await page.press("input[name=move]", "Enter");
    await waitForMoves(page, before + 1);
  }
}

/** The banner's words once the game is over. */
export async function result(page) {
  const text = await page.locator(".result p:not(.result-score)").textContent();
  return text.trim();
}

/** The letters on the board by square. */
export function pieces(page) {
  return page.$$eval(".board-cell[data-piece]", (cells) =>
    Object.fromEntries(cells.map((each) => [each.dataset.square, each.dataset.piece])),
  );
}
