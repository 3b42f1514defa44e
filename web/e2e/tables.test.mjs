/** Endgames: the explorer, the trainer to the mate, the pages, for eyes, keys and screen readers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { cell, openPage, openSite, pieces, tap } from "./site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map(
    (each) => `${each.id}: ${each.nodes.map((node) => node.target.join(" ")).slice(0, 4)}`,
  );
}

/** What the table says, asked of the server itself; again while it is being built. */
async function ask(path, body) {
  for (;;) {
    const response = await fetch(site.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status !== 503) return response.json();
  }
}

function verdict(page, text) {
  return page.locator(".tables-verdict", { hasText: text }).waitFor();
}

async function square(page, name) {
  await tap(page, name);
}

/** Plays a move in the drill by two taps. */
async function drillMove(page, uci) {
  const [, from, to] = /^([a-p]\d+)([a-p]\d+)/.exec(uci);
  await square(page, from);
  await page.waitForSelector(`.board-cell[data-square="${to}"][data-mark]`);
  await square(page, to);
}

/** The position on the board of a drill, as text, White to move unless said otherwise. */
async function positionOf(page, turn = "w") {
  const there = await pieces(page);
  let rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let run = 0;
    for (const file of "abcdefgh") {
      const letter = there[file + rank];
      if (!letter) run++;
      else {
        row += (run || "") + letter;
        run = 0;
      }
    }
    rows = [...rows, row + (run || "")];
  }
  return `${rows.join("/")} ${turn} - - 0 1`;
}

describe("explorer", () => {
  test("values of a position and its moves, the best line, set-up and links", async () => {
    const { page, tidy } = await openPage(site);
    const fen = "8/8/8/8/8/2k5/8/K4J1A w - - 0 1";
    await page.goto(`${site.url}/tables/explore?v=teammate&fen=${encodeURIComponent(fen)}`);
    const known = await ask("/api/v1/tables/probe", { variant: "teammate", fen });
    await verdict(page, `White wins in ${Math.ceil(known.dtm / 2)} moves`);
    assert.equal(await page.locator(".move-values li").count(), known.moves.length);
    // The moves of a piece show their values on the board, and say them.
    await square(page, "a1");
    const kings = known.moves.filter((move) => move.uci.startsWith("a1"));
    assert.equal(await page.locator(".value-mark").count(), kings.length);
    const to = kings[0].uci.slice(2);
    assert.match(await cell(page, to).getAttribute("aria-label"), /(wins in \d+|draw)$/);
    await square(page, to);
    await page.locator(".tables-line", { hasText: `1. ${kings[0].san}` }).waitFor();
    // Back, and forward by the button and by the move itself: each time with the value of what is shown.
    for (const forward of [
      () => page.getByRole("button", { name: "Forward" }).click(),
      () => page.locator('.tables-line [data-ply="1"] button').click(),
    ]) {
      await page.getByRole("button", { name: "Back" }).click();
      await verdict(page, `White wins in ${Math.ceil(known.dtm / 2)} moves`);
      assert.equal(await page.locator(".move-values li").count(), known.moves.length);
      await forward();
      await page.locator('.tables-line [aria-current="step"]').waitFor();
    }
    await page.getByRole("button", { name: "Back" }).click();
    // The best line plays itself to the mate.
    await page.getByRole("button", { name: "Play it out" }).click();
    await verdict(page, "Checkmate");
    assert.equal(await page.locator(".tables-line li").count(), known.dtm);
    // The value is that of the position; of a count that runs out first it is said so.
    assert.equal(await page.locator(".tables-count").count(), 0);
    await page.goto(
      `${site.url}/tables/explore?v=teammate&fen=${encodeURIComponent("8/8/8/3k4/8/8/8/K4EM1 w - - 100 60")}`,
    );
    await page.locator(".tables-count", { hasText: "50 of 64 moves" }).waitFor();
    // What is set up is in the address, and survives a reload.
    await page.getByRole("button", { name: "Empty board" }).click();
    await page.locator(".problem", { hasText: "king" }).waitFor();
    for (const [letter, on] of [
      ["K", "e1"],
      ["k", "e8"],
      ["U", "a5"],
    ]) {
      await page.locator(`[data-palette="${letter}"]`).click();
      await square(page, on);
    }
    await verdict(page, "A draw");
    await page.reload();
    await verdict(page, "A draw");
    assert.deepEqual(await pieces(page), { e1: "K", e8: "k", a5: "U" });
    await tidy();
  });

  test("what has no table gets a sentence that says why", async () => {
    const { page, errors } = await openPage(site);
    for (const [fen, words] of [
      ["8/8/8/8/8/8/k7/K1C5 w - - 0 1", "in check"],
      ["4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1", "6 pieces are too many"],
      ["4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "pawns on both sides"],
    ]) {
      await page.goto(`${site.url}/tables/explore?v=teammate&fen=${encodeURIComponent(fen)}`);
      await page.waitForFunction(
        (wanted) => new RegExp(wanted).test(document.querySelector("#explore-problem")?.textContent ?? ""),
        words,
      );
    }
    await page.context().close();
    // The browser itself reports every refusal.
    assert.deepEqual(
      errors.filter((each) => !/status of 40[04]/.test(each)),
      [],
    );
  });
});

describe("trainer", () => {
  test("one short mate to the end, and the ladder remembers it", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/tables/train`);
    const rung = page.locator('.ladder li[data-ending="KAJk"]');
    await rung.getByText("not tried yet").waitFor();
    await page.goto(`${site.url}/tables/train?ending=KAJk&distance=near&seed=3`);
    await page.locator(".drill-feedback", { hasText: "Mate can be forced" }).waitFor();
    for (let moves = 1; ; moves++) {
      const known = await ask("/api/v1/tables/probe", { variant: "teammate", fen: await positionOf(page) });
      await drillMove(page, known.moves[0].uci);
      if (known.dtm === 1) break;
      await page.locator(".drill-feedback", { hasText: "The shortest way" }).waitFor();
      await page.locator(`.tables-line [data-ply="${2 * moves}"]`).waitFor();
    }
    await page.locator('.drill-feedback[data-end="mate"]', { hasText: "cannot be done faster" }).waitFor();
    await page.getByRole("button", { name: "To the ladder" }).click();
    await rung.getByText("again tomorrow").waitFor();
    assert.equal(await rung.locator(".box.full").count(), 1);
    await page.reload();
    await rung.getByText("1 of 1 solved · again tomorrow").waitFor();
    // The server has it too, for the secret of this browser.
    await page.waitForFunction(async () => {
      const secret = JSON.parse(localStorage.getItem("tagmate.device"));
      const answer = await fetch("/api/v1/tables/attempts", {
        headers: { authorization: `Bearer ${secret}` },
      });
      return (await answer.json()).attempts.length === 1;
    });
    await page.evaluate(() => localStorage.removeItem("tagmate.attempts"));
    await page.reload();
    await rung.getByText("1 of 1 solved · again tomorrow").waitFor();
    await tidy();
  });

  test("a move that lets the win slip is named, and can be taken back; hints by key", async () => {
    const { page, tidy } = await openPage(site);
    // King and pawn: the wrong step of the king draws.
    await page.goto(`${site.url}/tables/train?ending=KPk&distance=middle&seed=1`);
    await page.locator(".drill-feedback", { hasText: "Mate can be forced" }).waitFor();
    let draw;
    for (let seed = 1; !draw; seed++) {
      if (seed > 1) {
        await page.goto(`${site.url}/tables/train?ending=KPk&distance=middle&seed=${seed}`);
        await page.locator(".drill-feedback", { hasText: "Mate can be forced" }).waitFor();
      }
      const known = await ask("/api/v1/tables/probe", { variant: "teammate", fen: await positionOf(page) });
      draw = known.moves.find((move) => move.value === "draw" && move.uci.length === 4);
    }
    const before = await pieces(page);
    await drillMove(page, draw.uci);
    await page.locator('.drill-feedback[data-end="thrown"]').waitFor();
    await page.getByRole("button", { name: "Take back" }).click();
    assert.deepEqual(await pieces(page), before);
    await cell(page, "a1").focus();
    await page.keyboard.press("h");
    await page.locator(".drill-feedback", { hasText: "Move the piece on" }).waitFor();
    await page.keyboard.press("h");
    await page.locator(".drill-feedback", { hasText: "The best move is" }).waitFor();
    await tidy();
  });

  test("holding out as the king, and the position of the day", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/tables/train?ending=KAJk&role=defend&distance=near&seed=2`);
    await page.locator(".drill-feedback", { hasText: "you hold out" }).waitFor();
    for (;;) {
      const known = await ask("/api/v1/tables/probe", {
        variant: "teammate",
        fen: await positionOf(page, "b"),
      });
      const plies = await page.locator(".tables-line li").count();
      await drillMove(page, known.moves[0].uci);
      await page.locator(`.tables-line [data-ply="${plies + 2}"]`).waitFor();
      if (known.dtm === 2) break;
    }
    await page
      .locator('.drill-feedback[data-end="mate"]', { hasText: /You held out (\d+) of \1 moves/ })
      .waitFor();
    await page.goto(`${site.url}/tables/train`);
    await page.locator("[data-daily]").click();
    await page.getByText("The position of the day").waitFor();
    const fourMen = () =>
      page.waitForFunction(() => document.querySelectorAll(".board-cell[data-piece]").length === 4);
    await fourMen();
    const first = await pieces(page);
    await page.reload();
    await fourMen();
    assert.deepEqual(await pieces(page), first);
    // Tried is tried, even when it is given up.
    const known = await ask("/api/v1/tables/probe", { variant: "teammate", fen: await positionOf(page) });
    await drillMove(page, known.moves[0].uci);
    await page.locator('.tables-line [data-ply="2"]').waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("button", { name: "To the ladder" }).click();
    await page.locator("[data-daily]", { hasText: "tried" }).waitFor();
    await page.getByText("0 of 1 solved · due now").waitFor();
    await tidy();
  });
});

describe("pages", () => {
  const paths = [
    "/tables",
    "/tables/KAJk",
    "/tables/chess/KQk",
    "/tables/claims",
    "/tables/train",
    "/tables/explore?v=teammate&fen=8%2F8%2F8%2F8%2F8%2F2k5%2F8%2FK4J1A+w+-+-+0+1",
    "/tables/train?ending=KAJk&distance=near&seed=3",
  ];
  /** Something that is there when a page is whole. */
  const whole = ".tables-building, .plot svg, .claim, .ladder, .move-values, .drill-count";

  for (const [colorScheme, locale] of [
    ["light", "en"],
    ["dark", "de"],
    ["dark", "fr"],
  ]) {
    test(`axe-core finds nothing, and no page is wider than a phone: ${colorScheme}, ${locale}`, async () => {
      const { page, tidy } = await openPage(site, {
        colorScheme,
        locale,
        viewport: { width: 360, height: 640 },
      });
      for (const path of paths) {
        await page.goto(site.url + path);
        await page
          .locator(path === "/tables" ? "h1" : whole)
          .first()
          .waitFor();
        assert.deepEqual(await faults(page), [], path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${path} is ${wide} wide`);
      }
      await tidy();
    });
  }

  test("the page of an ending has its plot, its board and where mates happen", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/tables`);
    await page.locator('a[href="/tables/KAJk"]').click();
    await page.getByRole("heading", { name: "Acromantula and Adjutant" }).waitFor();
    await page.getByText("the mate takes 9 moves at most").waitFor();
    assert.equal(await page.locator(".plot-bar").count(), 9);
    assert.ok((await page.locator(".heat-spot").count()) > 4);
    await page.getByRole("link", { name: "Practise this mate" }).click();
    await page.locator(".drill-count").waitFor();
    // A link to one of the claims leads there, though they come later than the page.
    await page.goto(`${site.url}/tables/KEMk`);
    await page.getByRole("link", { name: "In corners of which colour" }).click();
    await page.locator("#claim-7").waitFor();
    await page.waitForFunction(
      () => Math.abs(document.querySelector("#claim-7").getBoundingClientRect().top) < 20,
    );
    await page.goto(`${site.url}/tables/train?ending=KAJk&distance=near&seed=3`);
    await page.locator(".drill-count").waitFor();
    await tidy();
  });

  test("the claims are quoted, judged and shown", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/tables/claims`);
    await page.locator(".claim").nth(9).waitFor();
    assert.equal(await page.locator(".claim").count(), 10);
    assert.match(await page.locator("#claim-2 blockquote").textContent(), /only one combination/);
    assert.equal(await page.locator("#claim-5 .verdict").textContent(), "Holds with exceptions");
    assert.ok((await page.locator("#claim-5 .claim-boards li").count()) > 0);
    await tidy();
  });
});
