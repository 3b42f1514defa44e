/** Keyboard, screen reader, layout, themes and languages. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { movesShown, openPage, openSite, play, playFrom, result, tap, waitForMoves } from "./site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

/** What axe-core finds, in short. */
async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map(
    (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 4)}`,
  );
}

async function press(page, key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** Tabs on until something matches, as a person would. */
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the Tab key does not reach ${selector}`);
}

/** Moves the board's focus to a square by arrows. */
async function focusSquare(page, square) {
  const now = await page.evaluate(() => document.activeElement.dataset.square);
  const files = square.charCodeAt(0) - now.charCodeAt(0);
  const ranks = Number(square.slice(1)) - Number(now.slice(1));
  await press(page, files > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(files));
  await press(page, ranks > 0 ? "ArrowUp" : "ArrowDown", Math.abs(ranks));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), square);
}

async function playByKeys(page, move) {
  const [, from, to] = /^([a-p]\d+)([a-p]\d+)$/.exec(move);
  const before = (await movesShown(page)).length;
  await focusSquare(page, from);
  await press(page, "Enter");
  await focusSquare(page, to);
  await press(page, "Enter");
  await waitForMoves(page, before + 1);
}

describe("keyboard alone", () => {
  test("a whole game from the start page to mate, and what is said of it", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(site.url);
    await page.waitForSelector(".card");
    await tabTo(page, "input[name=mode]");
    await press(page, "ArrowRight");
    await press(page, "ArrowRight");
    await tabTo(page, 'li.card[data-variant="chess"] button.primary');
    await press(page, "Enter");
    await page.waitForSelector(".play .board-cell");
    await tabTo(page, ".board-cell");
    for (const move of ["f2f3", "e7e5", "g2g4", "d8h4"]) await playByKeys(page, move);
    assert.equal(await result(page), "Black wins: checkmate");
    await page.waitForFunction(() =>
      document.querySelector('[data-live="polite"]').textContent.includes("Queen d8 to h4, checkmate"),
    );
    await page.waitForFunction(() =>
      document.querySelector('[data-live="assertive"]').textContent.includes("Black wins: checkmate"),
    );
    await tidy();
  });

  test("digits jump to ranks, 0 to rank ten, and letters ask", async () => {
    const { page, tidy } = await openPage(site);
    await playFrom(page, site, "teutonic", "rtdakdtr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RTDAKDTR w KQkq - 0 1");
    await tabTo(page, ".board-cell");
    await press(page, "0");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "a10");
    const said = (text) =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-live="polite"]').textContent.includes(wanted),
        text,
      );
    await press(page, "o");
    await said("a10, black Rook");
    await press(page, "p");
    await press(page, "k");
    await said("King: White e1, Black e10");
    await press(page, "1");
    await press(page, "m");
    await said("No moves from here");
    await tidy();
  });
});

describe("axe-core finds nothing", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const lang of ["en", "de", "fr"]) {
      test(`${colorScheme}, ${lang}`, async () => {
        const { page, tidy } = await openPage(site, { colorScheme, locale: lang });
        await page.goto(site.url);
        await page.waitForSelector(".card");
        assert.deepEqual(await faults(page), [], "start page");
        await page.goto(`${site.url}/games`);
        await page.waitForSelector(".your-games[aria-busy=false]");
        assert.deepEqual(await faults(page), [], "all games");
        await page.goto(site.url);
        await page.waitForSelector(".card");
        await page.locator("input[name=mode]").nth(1).check({ force: true });
        assert.deepEqual(await faults(page), [], "start page, with a friend");
        await page.locator('li.card[data-variant="teammate"] button.primary').click();
        await page.waitForSelector(".invitation");
        assert.deepEqual(await faults(page), [], "invitation");
        await page.goto(`${site.url}/setup/teammate`);
        await page.waitForSelector(".palette");
        assert.deepEqual(await faults(page), [], "set-up page");
        await page.goto(
          `${site.url}/setup/teutonic?fen=${encodeURIComponent("k7/8/2T5/8/8/8/8/8/6PK/7R w - - 0 1")}`,
        );
        await page.locator(".panel .row button").last().click();
        await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
        await play(page, "g2g3");
        await page.locator(".legend summary").click();
        await page.locator(".more summary").click();
        assert.deepEqual(await faults(page), [], "game");
        await page.locator(".more summary").click();
        await page.locator(".actions > button").nth(3).click();
        await page.waitForSelector("dialog[open]");
        assert.deepEqual(await faults(page), [], "question");
        await page.goto(
          `${site.url}/setup/teammate?fen=${encodeURIComponent("4k2c/6P1/8/8/8/8/8/4K3 w k - 2 7")}`,
        );
        await page.locator(".panel .row button").last().click();
        await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
        await play(page, "e1e2");
        await play(page, "e8e7");
        for (const square of ["g7", "h8"]) await tap(page, square);
        await page.waitForSelector("dialog[open]");
        assert.deepEqual(await faults(page), [], "promotion");
        await page.keyboard.press("Escape");
        await page.locator(".actions > button").nth(2).click();
        await page.locator("dialog[open] .primary").click();
        await page.waitForSelector(".result");
        assert.deepEqual(await faults(page), [], "result");
        for (const path of ["/guide/", "/guide/teammate", "/guide/teutonic"]) {
          await page.goto(site.url + path);
          assert.deepEqual(await faults(page), [], path);
        }
        await tidy();
      });
    }
  }
});

describe("layout", () => {
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1280, 800],
    [1920, 1080],
  ]) {
    test(`the board of ten ranks is whole at ${width} × ${height}, and nothing jumps`, async () => {
      const { page, tidy } = await openPage(site, { viewport: { width, height } });
      await playFrom(page, site, "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1");
      const before = await page.locator(".board").boundingBox();
      assert.ok(
        before.x >= 0 &&
          before.y >= 0 &&
          before.x + before.width <= width &&
          before.y + before.height <= height,
        JSON.stringify(before),
      );
      assert.ok(before.width >= Math.min(width, height) * 0.5, `the board is small: ${before.width}`);
      if (width === 360) assert.equal(before.width, 360, "the board has the full width of a phone");
      await play(page, "h1b1");
      await result(page);
      // The result and the moves are in sight too, above the bar of actions.
      const moves = await page.locator(".moves").boundingBox();
      const flip = await page.getByRole("button", { name: "Flip" }).boundingBox();
      const floor = width < 800 ? flip.y : height;
      assert.ok(moves.y + moves.height <= floor + 1, `moves ${JSON.stringify(moves)}, bar at ${flip.y}`);
      const box = await page.locator(".result").boundingBox();
      const text = await page.locator(".result").evaluate((each) => each.scrollHeight - each.clientHeight);
      assert.ok(text <= 1 && box.y + box.height <= moves.y + 1, `the result is cut by ${text}`);
      assert.deepEqual(await page.locator(".board").boundingBox(), before);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} wide`);
      await tidy();
    });
  }

  for (const lang of ["en", "de", "fr"]) {
    test(`no page is wider than a phone: ${lang}`, async () => {
      for (const width of [320, 360]) {
        const { page, tidy } = await openPage(site, { viewport: { width, height: 640 }, locale: lang });
        for (const path of ["/", "/setup/teutonic", "/guide/", "/guide/teammate"]) {
          await page.goto(site.url + path);
          await page.waitForSelector("h1");
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${path} is ${wide} wide at ${width}`);
        }
        await tidy();
      }
    });
  }

  test("a diagram of the guide comes alive where it stands", async () => {
    const { page, tidy } = await openPage(site, { locale: "de" });
    await page.goto(`${site.url}/guide/teammate`);
    const figure = page.locator('figure.diagram[data-art="acromantula"]').first();
    await figure.scrollIntoViewIfNeeded();
    const before = await figure.boundingBox();
    await figure.hover();
    await figure.locator(".board-cell").first().waitFor();
    assert.deepEqual(await figure.boundingBox(), before, "it does not move");
    // A pawn of its own side beside it closes the way; the marks are spoken in the reader's language.
    const d5 = figure.locator('[data-square="d5"]');
    await page.waitForFunction(() => document.querySelector('.board-cell[data-mark="move"]'));
    assert.match(await d5.getAttribute("aria-label"), /^d5, leer, kann hierher ziehen$/);
    await d5.focus();
    await page.keyboard.press("Enter");
    await figure.locator('[data-square="d5"][data-piece="P"]').waitFor();
    await figure.locator('[data-square="e6"]:not([data-mark])').waitFor();
    await page.keyboard.press("Enter");
    await figure.locator('[data-square="d5"][data-piece="p"][data-mark="capture"]').waitFor();
    assert.deepEqual(await faults(page), [], "live diagram");
    await tidy();
  });

  test("a game that does not exist says so", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/play/nosuchgame12`);
    await page.getByRole("heading", { name: "There is no such game." }).waitFor();
    await tidy();
  });

  test("the browser's language is taken, and can be switched", async () => {
    const { page, tidy } = await openPage(site, { locale: "de-AT" });
    await page.goto(site.url);
    await page.getByRole("heading", { name: "Ordensritterschach" }).waitFor();
    await page.getByLabel("Sprache").selectOption("fr");
    await page.getByRole("heading", { name: "échecs du chevalier teutonique" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "échecs du chevalier teutonique" }).waitFor();
    await tidy();
  });

  test("the first view weighs less than 120 KB", async () => {
    const { page, tidy } = await openPage(site);
    let bytes = 0;
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    client.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength;
    });
    await page.goto(site.url, { waitUntil: "networkidle" });
    console.log(`first view: ${bytes} bytes over the wire`);
    assert.ok(bytes > 5_000 && bytes < 120_000, `${bytes} bytes`);
    await tidy();
  });
});
