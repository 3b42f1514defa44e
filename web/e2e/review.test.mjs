/** The engine beside the board: a hint, its opinion, and a game looked back at. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, openPage, openSite, play, playFrom, type } from "./site.mjs";

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

test("a hint shows the best move, and playing it mates", async () => {
  const { page, tidy } = await openPage(site);
  await playFrom(page, site, "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForFunction(() => document.querySelector("[data-status]")?.textContent.includes("Try Ra8#"));
  assert.equal(await cell(page, "a1").getAttribute("data-mark"), "hint");
  assert.equal(await cell(page, "a8").getAttribute("data-mark"), "hint");
  await play(page, "a1a8");
  await page.waitForSelector(".result");
  await tidy();
});

test("the opinion follows the position that is shown", async () => {
  const { page, tidy } = await openPage(site);
  await playFrom(page, site, "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
  await page.locator(".more summary").click();
  await page.getByRole("checkbox", { name: "The engine’s opinion" }).check();
  await page.locator(".live-opinion b", { hasText: /^#1$/ }).waitFor();
  await type(page, "Kg2");
  await page.locator(".live-opinion", { hasText: /^[+−#][\d.#]+ 1…/ }).waitFor();
  await page.getByRole("button", { name: "One move back" }).click();
  await page.locator(".live-opinion b", { hasText: /^#1$/ }).waitFor();
  await tidy();
});

test("a finished game is looked back at: curve, judgements, the better line", async () => {
  const { page, tidy } = await openPage(site);
  await page.goto(`${site.url}/setup/chess`);
  await page.getByRole("button", { name: "Play two at one screen" }).click();
  await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
  // Damiano's trap: the knight goes back, and the queen is lost.
  await type(page, "e4", "e5", "Nf3", "Nf6", "Nxe5", "Nxe4", "Qe2", "Nf6", "Nc6+", "Be7", "Nxd8");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog .primary").click();
  await page.waitForSelector(".result");
  await page.getByRole("button", { name: "Look back at the game" }).click();
  await page.waitForSelector(".counts");
  await page.locator(".moves .move", { hasText: /^Nf6\?+$/ }).click();
  await page.locator(".about-move", { hasText: "Better:" }).waitFor();
  const box = await page.locator(".curve").boundingBox();
  await page.mouse.click(box.x + 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelectorAll(".moves [aria-current]").length === 0);
  await tidy();
});

test("a record from elsewhere becomes a board to look at", async () => {
  const { page, tidy } = await openPage(site);
  await page.goto(`${site.url}/games`);
  await page.getByText("Look at a game from elsewhere").click();
  await page.fill("textarea", '[White "Ann"]\n\n1. f3 e5 2. g5 *');
  await page.getByRole("button", { name: "Look at it" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: "This is no record of a game. (pgn: line 3" })
    .first()
    .waitFor();
  await page.fill("textarea", '[White "Ann"]\n\n1. f3 e5 2. g4 Qh4# 0-1');
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.waitForSelector(".result");
  assert.match(await page.locator('[data-player="white"]').textContent(), /Ann/);
  await page.getByRole("button", { name: "Look back at the game" }).click();
  await page.locator(".moves .move", { hasText: /^g4\?+$/ }).waitFor();
  await tidy();
});
