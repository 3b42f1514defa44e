/** Who holds which seat, in more than one tab and browser; clocks, offers, touch, and the way back. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  cell,
  movesShown,
  openPage,
  openSite,
  pieces,
  play,
  playFrom,
  result,
  tap,
  waitForMoves,
} from "./site.mjs";

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

/** Begins a game by the start page with these choices. */
async function begin(page, variant, choice) {
  await page.goto(site.url);
  await page.evaluate((text) => localStorage.setItem("tagmate.choice", text), JSON.stringify(choice));
  await page.reload();
  await page.locator(`li.card[data-variant="${variant}"] button.primary`).click();
  await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
}

function waitForStatus(page, text) {
  return page.waitForFunction(
    (wanted) => document.querySelector("[data-status]")?.textContent.includes(wanted),
    text,
  );
}

describe("seats", () => {
  test("a move in one tab does not lose the key to a game of another", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "chess", { mode: "hotseat" });
    const other = await page.context().newPage();
    await begin(other, "teammate", { mode: "hotseat" });
    await play(page, "e2e4");
    await other.reload();
    await play(other, "e2e4");
    await other.goto(site.url);
    await other.locator(".your-games li").nth(1).waitFor();
    await tidy();
  });

  test("who only watches is told so, and cannot move", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "teammate", { mode: "hotseat" });
    const guest = await openPage(site);
    await guest.page.goto(page.url());
    await waitForStatus(guest.page, "White is to move. You only watch this game.");
    await tap(guest.page, "e2");
    await tap(guest.page, "e4");
    await play(page, "d2d4");
    await waitForMoves(guest.page, 1);
    assert.deepEqual(await movesShown(guest.page), ["d4"]);
    assert.ok(await guest.page.getByRole("button", { name: "Resign", exact: true }).isDisabled());
    await guest.tidy();
    await tidy();
  });

  test("a game that is not over is forgotten only when asked twice", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "chess", { mode: "hotseat" });
    await page.goto(site.url);
    await page.getByRole("button", { name: "Forget Chess" }).click();
    await page.getByRole("button", { name: "Give up for good?" }).click();
    await page.getByText("None yet.").waitFor();
    await tidy();
  });
});

describe("offers and clocks", () => {
  test("one draw offer a move", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "teammate", { mode: "computer", color: "white", level: 1 });
    const draw = page.getByRole("button", { name: "Draw", exact: true });
    await draw.click();
    await waitForStatus(page, "The draw was declined.");
    assert.ok(await draw.isDisabled());
    await tap(page, "e2");
    await tap(page, "e4");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
    assert.ok(await draw.isEnabled());
    await tidy();
  });

  test("Black takes back only what Black has moved", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "chess", { mode: "computer", color: "black", level: 1 });
    await waitForMoves(page, 1);
    const back = page.getByRole("button", { name: "Take back" });
    await waitForStatus(page, "Your turn.");
    assert.ok(await back.isDisabled());
    await tap(page, "a7");
    await tap(page, "a6");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
    await back.click();
    await waitForMoves(page, 1);
    assert.ok(await back.isDisabled());
    await tidy();
  });

  test("two at one screen agree on a draw", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "chess", { mode: "hotseat" });
    await page.getByRole("button", { name: "Draw", exact: true }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Draw", exact: true }).click();
    assert.equal(await result(page), "Draw by agreement");
    await tidy();
  });

  test("the clock ends the game, and stands at nought", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(site.url);
    const made = await page.evaluate(async () => {
      const response = await fetch("/api/v1/games", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ variant: "teutonic", mode: "hotseat", clock: { initial: 1, increment: 0 } }),
      });
      const { id, token } = await response.json();
      const game = { id, token, variant: "teutonic", mode: "hotseat", level: 0, plies: 0, at: Date.now() };
      localStorage.setItem("tagmate.games", JSON.stringify([game]));
      return id;
    });
    await page.goto(`${site.url}/play/${made}`);
    await play(page, "e2e5");
    assert.equal(await result(page), "White wins: Black ran out of time");
    assert.equal(await page.locator('[data-player="black"] .clock').textContent(), "0:00.0");
    await tidy();
  });
});

describe("the way back", () => {
  test("an earlier position is called one", async () => {
    const { page, tidy } = await openPage(site);
    await begin(page, "chess", { mode: "hotseat" });
    await play(page, "e2e4", "e7e5");
    await page.getByRole("button", { name: "e4", exact: true }).click();
    await waitForStatus(page, "An earlier position");
    await page.getByRole("button", { name: "Latest position" }).click();
    await waitForStatus(page, "White is to move.");
    await tidy();
  });

  test("a position that is set up outlives a reload and the way back from its game", async () => {
    const { page, tidy } = await openPage(site);
    await page.goto(`${site.url}/setup/teammate`);
    await page.getByRole("button", { name: "Empty board" }).click();
    await page.fill("input[name=fen]", "4k3/8/8/8/8/8/8/4K1CA w - - 0 1");
    await page.waitForURL(/fen=4k3/);
    await page.reload();
    await cell(page, "h1").waitFor();
    const wanted = { e1: "K", e8: "k", g1: "C", h1: "A" };
    assert.deepEqual(await pieces(page), wanted);
    await page.getByRole("button", { name: "Play two at one screen" }).click();
    await page.waitForSelector(".play:not(.setup) .board-cell[data-piece]");
    await page.goBack();
    await page.waitForSelector(".play.setup .board-cell[data-piece]");
    assert.deepEqual(await pieces(page), wanted);
    await tidy();
  });
});

test("a finger moves pieces by tapping and by dragging, and the page stays where it is", async () => {
  const { page, tidy } = await openPage(site, {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await playFrom(page, site, "teutonic", "rtdakdtr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RTDAKDTR w KQkq - 0 1");
  const centre = async (square) => {
    const box = await cell(page, square).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  for (const square of ["e2", "e5"]) {
    const { x, y } = await centre(square);
    await page.touchscreen.tap(x, y);
  }
  await waitForMoves(page, 1);
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const from = await centre("d9");
  const to = await centre("d6");
  await touch("touchStart", [from]);
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch("touchEnd", []);
  await waitForMoves(page, 2);
  assert.deepEqual(await movesShown(page), ["e5", "d6"]);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await tidy();
});
