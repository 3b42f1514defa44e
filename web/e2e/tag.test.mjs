/** Tag Chess by four people, each in a browser of his own. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, openPage, openSite, tap, waitForMoves } from "./site.mjs";

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

const SEATS = ["wk", "wq", "bk", "bq"];

/** Four pages at one table, all ready: the game has begun. One of them is a phone. */
async function sitDown() {
  const opened = {};
  for (const seat of SEATS) {
    opened[seat] = await openPage(site, seat === "bq" ? { viewport: { width: 360, height: 640 } } : {});
  }
  const first = opened.wk.page;
  await first.goto(site.url);
  await first.fill('input[name="guest"]', "Ann");
  await first.locator('li.card[data-variant="tag"] button.primary').click();
  await first.waitForSelector(".tag-table");
  const address = first.url();
  for (const seat of SEATS.slice(1)) {
    const { page } = opened[seat];
    await page.goto(`${address}?seat=${seat}`);
    await page.locator(`[data-seat="${seat}"] button`).first().click();
    await page.getByRole("button", { name: "I am ready" }).waitFor();
  }
  for (const seat of SEATS) await opened[seat].page.getByRole("button", { name: "I am ready" }).click();
  for (const seat of SEATS) await opened[seat].page.waitForSelector(".play.tag");
  return opened;
}

const banner = (page, want) => page.waitForSelector(`[data-banner="${want}"]`);

async function says(page, text) {
  await page.waitForFunction(
    (want) => document.querySelector("[data-status]")?.textContent.includes(want),
    text,
  );
}

test("a game to mate with a foul, a forbidden move, passes and a reload", async () => {
  const at = await sitDown();
  const page = (seat) => at[seat].page;
  await banner(page("wk"), "you");
  await banner(page("wq"), "partner");
  await banner(page("bk"), "opponents");

  // The king-side player moves his partner's pawn: asked first, then a foul.
  await tap(page("wk"), "d2");
  await tap(page("wk"), "d4");
  await page("wk").getByRole("heading", { name: "This is a foul" }).waitFor();
  await page("wk").getByRole("button", { name: "Commit the foul" }).click();
  await banner(page("wq"), "you");
  await banner(page("wk"), "partner");
  for (const seat of SEATS) await page(seat).waitForSelector(".tag-forbidden");

  // That very move is forbidden now, and marked so.
  await tap(page("wq"), "d2");
  assert.equal(await cell(page("wq"), "d4").getAttribute("data-mark"), "forbidden");
  await tap(page("wq"), "d4");
  await says(page("wq"), "forbidden");

  await page("wq").reload();
  await banner(page("wq"), "you");
  await page("wq").keyboard.press("p");
  await banner(page("wk"), "you");

  await tap(page("wk"), "f2");
  await tap(page("wk"), "f3");
  await banner(page("bk"), "you");
  await tap(page("bk"), "e7");
  await tap(page("bk"), "e5");
  await banner(page("wk"), "you");
  await tap(page("wk"), "g2");
  await tap(page("wk"), "g4");
  await banner(page("bk"), "you");
  await page("bk")
    .getByRole("button", { name: /^Your move/ })
    .click();
  await banner(page("bq"), "you");
  await tap(page("bq"), "d8");
  await tap(page("bq"), "h4");
  for (const seat of SEATS) {
    await waitForMoves(page(seat), 4);
    await page(seat).waitForSelector('[data-banner="over"]');
    assert.match(await page(seat).locator("[data-banner]").textContent(), /^Black wins: checkmate/);
  }

  // Now they may talk, and play again: all want the same, and White's king-side player is Black's.
  await page("wk").fill("#chat-line", "Well passed!");
  await page("wk").press("#chat-line", "Enter");
  for (const seat of SEATS.slice(1)) await page(seat).locator(".chat li").waitFor();
  const old = page("wk").url();
  for (const seat of SEATS) await page(seat).getByRole("button", { name: "Change sides" }).click();
  for (const seat of SEATS) {
    await page(seat).waitForFunction((was) => location.href !== was, old);
    await page(seat).waitForSelector("[data-banner]:not([data-banner=over])");
  }
  await banner(page("wk"), "opponents");
  await banner(page("bk"), "you");
  await page("bk").getByRole("button", { name: "Draw" }).click();
  // A draw is offered to the team; its holder answers.
  await page("wk").getByRole("button", { name: "Accept the draw" }).click();
  for (const seat of SEATS) await page(seat).waitForSelector('[data-banner="over"]');
  for (const seat of SEATS) await at[seat].tidy();
});

test("a pass that the partner could not answer is refused, and computers fill seats", async () => {
  const post = async (path, body, token) => {
    const response = await fetch(`${site.url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const made = await post("/games", {
    variant: "tag",
    mode: "tag",
    name: "Ann",
    seat: "wk",
    fen: "4k3/pppppppp/8/8/8/8/6PP/6K1 w - - 0 1 kk -",
  });
  const { page, tidy } = await openPage(site);
  await page.addInitScript(
    ([id, token]) => {
      const game = {
        id,
        token,
        variant: "tag",
        mode: "tag",
        level: 0,
        plies: 0,
        yourTurn: true,
        result: "*",
        over: false,
        at: 1,
      };
      localStorage.setItem("tagmate.games", JSON.stringify([game]));
    },
    [made.id, made.token],
  );
  await page.goto(`${site.url}/play/${made.id}`);
  for (const seat of ["wq", "bk", "bq"]) {
    await page.locator(`[data-seat="${seat}"] select`).selectOption("1");
    await page.waitForSelector(`[data-seat="${seat}"] .plain`);
  }
  await page.getByRole("button", { name: "I am ready" }).click();
  await banner(page, "you");
  await page.keyboard.press("p");
  await says(page, "cannot be passed");
  await tap(page, "g2");
  await tap(page, "g4");
  // The computers answer, and it is White's turn again.
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length >= 2);
  await banner(page, "you");
  await tidy();
});
