/** Games to each kind of end, as people play them. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  cell,
  drag,
  movesShown,
  openPage,
  openSite,
  pieces,
  play,
  playFrom,
  result,
  tap,
  type,
  waitForMoves,
} from "./site.mjs";

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

/** Runs a test with a page of its own. */
function with_page(name, body, options) {
  test(name, async () => {
    const { page, tidy } = await openPage(site, options);
    await body(page);
    await tidy();
  });
}

describe("ends", () => {
  with_page("checkmate, by taps", async (page) => {
    await playFrom(page, site, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await play(page, "f2f3", "e7e5", "g2g4", "d8h4");
    assert.equal(await result(page), "Black wins: checkmate");
    assert.deepEqual(await movesShown(page), ["f3", "e5", "g4", "Qh4#"]);
  });

  with_page("stalemate draws in Team-Mate Chess", async (page) => {
    await playFrom(page, site, "teammate", "k7/8/1K6/4N3/8/8/7P/8 w - - 0 1");
    await play(page, "e5c6");
    assert.match(await result(page), /^Draw: stalemate/);
  });

  with_page("who stalemates loses in Teutonic Knight's Chess", async (page) => {
    await playFrom(page, site, "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1");
    await play(page, "h1b1");
    assert.equal(
      await result(page),
      "Black wins: White stalemated Black, which loses in Teutonic Knight's Chess",
    );
  });

  with_page("lack of material", async (page) => {
    await playFrom(page, site, "teammate", "k7/8/8/8/8/8/1p6/K3N3 w - - 0 1");
    await play(page, "a1b2");
    assert.equal(await result(page), "Draw: nobody has the pieces left to win");
  });

  with_page("repetition is claimed", async (page) => {
    await playFrom(page, site, "teammate", "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w KQkq - 0 1");
    for (let i = 0; i < 2; i++) await play(page, "g1f3", "g8f6", "f3g1", "f6g8");
    await page.getByRole("button", { name: "Claim draw" }).click();
    assert.equal(await result(page), "Draw: the position occurred three times");
  });

  with_page("resignation asks first", async (page) => {
    await playFrom(
      page,
      site,
      "teutonic-princess",
      "rtcakctr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RTCAKCTR w KQkq - 0 1",
    );
    await play(page, "e2e5");
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.locator("dialog[open]").getByRole("button", { name: "Resign", exact: true }).click();
    assert.equal(await result(page), "White wins: Black resigned");
  });
});

describe("special moves", () => {
  with_page("a pawn becomes a pair of Brutes", async (page) => {
    await playFrom(page, site, "teammate", "4k2c/6P1/8/8/8/8/8/4K3 w k - 2 7");
    await tap(page, "g7");
    await tap(page, "h8");
    const choices = page.locator("dialog.promotion [data-promotion]");
    assert.deepEqual(await choices.evaluateAll((all) => all.map((each) => each.dataset.promotion)), [
      ..."jcufenmb",
    ]);
    await page.getByRole("button", { name: "Pair of Brutes, on h8 and g7" }).click();
    await waitForMoves(page, 1);
    assert.deepEqual(await pieces(page), { e8: "k", h8: "B", g7: "B", e1: "K" });
    assert.deepEqual(await movesShown(page), ["gxh8=B"]);
  });

  with_page("a triple step is captured en passant on its second square", async (page) => {
    await playFrom(page, site, "teutonic", "k7/8/8/8/8/5p2/3p4/8/4P3/K7 w - - 3 1");
    await play(page, "e2e5");
    await tap(page, "f5");
    assert.equal(await cell(page, "e4").getAttribute("data-mark"), "capture");
    await tap(page, "e4");
    await waitForMoves(page, 2);
    assert.deepEqual(await pieces(page), { a10: "k", d4: "p", e4: "p", a1: "K" });
  });

  with_page("castling with the Cobra and with the Unicorn, by dragging", async (page) => {
    await playFrom(page, site, "teammate", "u3k2c/pppppppp/8/8/8/8/PPPPPPPP/U3K2C w KQkq - 0 1");
    await drag(page, "e1", "g1");
    await waitForMoves(page, 1);
    await drag(page, "e8", "c8");
    await waitForMoves(page, 2);
    assert.deepEqual(await movesShown(page), ["O-O", "O-O-O"]);
    const at = await pieces(page);
    assert.deepEqual([at.g1, at.f1, at.c8, at.d8], ["K", "C", "k", "u"]);
  });
});

describe("the board", () => {
  with_page(
    "typed moves, take back, stepping, flipping, and a refused move with its reason",
    async (page) => {
      await playFrom(page, site, "teammate", "4k3/8/8/4j3/8/4F3/8/4K3 w - - 0 1");
      await tap(page, "e3");
      await tap(page, "d3");
      await page.waitForFunction(() =>
        document.querySelector("[data-status]").textContent.includes("pinned"),
      );
      await type(page, "Kf1");
      await type(page, "e8d8");
      assert.deepEqual(await movesShown(page), ["Kf1", "Kd8"]);
      await page.getByRole("button", { name: "One move back" }).click();
      assert.equal((await pieces(page)).e8, "k");
      await page.getByRole("button", { name: "Latest position" }).click();
      assert.equal((await pieces(page)).d8, "k");
      await page.getByRole("button", { name: "Take back" }).click();
      await waitForMoves(page, 1);
      await page.getByRole("button", { name: "Flip" }).click();
      assert.equal(await page.locator(".board").first().getAttribute("data-bottom"), "black");
    },
  );

  with_page("a click on any piece shows where it could go, a promotion-only piece too", async (page) => {
    await playFrom(page, site, "teammate", "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w KQkq - 0 1");
    await tap(page, "g8");
    await page.waitForSelector('.board-cell[data-square="f6"][data-mark="reach"]');
    await page.locator(".legend summary").click();
    await page.locator('[data-legend="J"]').click();
    await tap(page, "d4");
    await page.waitForSelector('.board-cell[data-square="d6"][data-mark="reach"]');
    assert.equal(await cell(page, "d5").getAttribute("data-mark"), null);
    await page.locator('[data-legend="B"]').click();
    await tap(page, "d4");
    await page.waitForSelector('.board-cell[data-square="d3"][data-mark="king"]');
  });

  with_page("pieces are set up by dragging from the legend, and errors say what is wrong", async (page) => {
    await page.goto(`${site.url}/setup/teammate`);
    await page.getByRole("button", { name: "Empty board" }).click();
    await page.waitForFunction(() =>
      document.querySelector("#fen-problem").textContent.includes("white king"),
    );
    for (const [letter, square] of [
      ["K", "e1"],
      ["k", "e8"],
      ["J", "a1"],
      ["A", "h1"],
    ]) {
      const from = await page.locator(`[data-palette="${letter}"]`).boundingBox();
      const to = await cell(page, square).boundingBox();
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + 5, to.y + 5);
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
      await page.mouse.up();
    }
    assert.deepEqual(await pieces(page), { a1: "J", e1: "K", h1: "A", e8: "k" });
    await page.getByRole("button", { name: "Play two at one screen" }).click();
    await page.waitForSelector(".play:not(.setup)");
    assert.deepEqual(await pieces(page), { a1: "J", e1: "K", h1: "A", e8: "k" });
  });

  with_page("what was played is there after a reload, and after the server was killed", async (page) => {
    await playFrom(page, site, "teutonic", "rtdakdtr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RTDAKDTR w KQkq - 0 1");
    await play(page, "e2e5", "d9d6");
    await page.reload();
    await waitForMoves(page, 2);
    await site.restart();
    await page.waitForFunction(() => !/lost/i.test(document.querySelector("[data-status]").textContent));
    await play(page, "e5d6");
    assert.deepEqual(await movesShown(page), ["e5", "d6", "exd6"]);
    await page.goto(site.url);
    await page.locator(".your-games a").first().click();
    await waitForMoves(page, 3);
  });
});

describe("against the computer", () => {
  for (const [variant, array] of [
    ["teammate", ""],
    ["teutonic", "Dragon Horses"],
    ["teutonic", "Crown Princesses"],
  ]) {
    with_page(`a whole game, one click from the start page: ${variant} ${array}`, async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem(
          "tagmate.choice",
          JSON.stringify({ mode: "computer", color: "white", level: 5 }),
        );
      });
      await page.goto(site.url);
      if (array) await page.getByRole("radio", { name: array }).check();
      await page.locator(`li.card[data-variant="${variant}"] button.primary`).click();
      await page.waitForSelector(".board-cell[data-piece]");
      // A player who plays any legal move, from the first to the last.
      let seed = 12345;
      const pick = (n) => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed % n;
      };
      let over = false;
      for (let moves = 0; !over && moves < 150; moves++) {
        const { id, token } = await page.evaluate(() => {
          const id = location.pathname.split("/").pop();
          return {
            id,
            token: JSON.parse(localStorage.getItem("tagmate.games")).find((each) => each.id === id).token,
          };
        });
        const response = await fetch(`${site.url}/api/v1/games/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const state = await response.json();
        if (state.reason) break;
        const legal = state.legal.map((each) => each.san);
        await page.fill("input[name=move]", legal[pick(legal.length)]);
        await page.press("input[name=move]", "Enter");
        // The computer's answer, or the end.
        await page.waitForFunction(
          (n) =>
            document.querySelectorAll(".moves .move").length >= n + 2 || document.querySelector(".result"),
          state.moves.length,
        );
        over = (await page.locator(".result").count()) > 0;
      }
      assert.match(
        await result(page),
        /^(Black wins: checkmate|White wins: checkmate|Draw|White wins: Black stalemated|Black wins: White stalemated)/,
      );
    });
  }

  with_page("a premove is played as soon as it is the turn", async (page) => {
    await page.addInitScript(() => {
      localStorage.setItem("tagmate.choice", JSON.stringify({ mode: "computer", color: "white", level: 8 }));
    });
    await page.goto(site.url);
    await page.locator('li.card[data-variant="teammate"] button.primary').click();
    await page.waitForSelector(".board-cell[data-piece]");
    await tap(page, "e2");
    await tap(page, "e4");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 1);
    await tap(page, "a2");
    await tap(page, "a3");
    await page.waitForSelector('.board-cell[data-square="a3"][data-mark="premove"]');
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length >= 3);
    assert.equal((await movesShown(page))[2].replace(/[+#]/, ""), "a3");
  });
});
