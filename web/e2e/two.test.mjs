/** Two people by link and from the lobby, each in a browser of his own; one of them with a phone. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, openSite, play, result, tap, waitForMoves } from "./site.mjs";

let site;
before(async () => {
  site = await openSite();
});
after(async () => {
  await site?.close();
});

const PHONE = { viewport: { width: 360, height: 640 } };

/** Makes a game of chess as White for a friend and returns the address to send. */
async function invite(page, { open = false } = {}) {
  await page.goto(site.url);
  await page.locator('input[name="mode"]').nth(1).check({ force: true });
  await page.locator('.options input[name="guest"]').fill("Ann");
  if (open) await page.getByRole("checkbox", { name: "Show in the lobby" }).first().check();
  await page.locator('li.card[data-variant="chess"] button.primary').click();
  await page.waitForSelector(".invitation");
  return page.locator(".invitation input[readonly]").inputValue();
}

async function accept(page, name) {
  await page.locator('.invitation input[name="guest"]').fill(name);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".board-cell[data-piece]");
}

test("a game by link: offers, mate, rematch with sides changed, chat when both want it", async () => {
  const ann = await openPage(site);
  const bob = await openPage(site, PHONE);
  const eve = await openPage(site);
  const link = await invite(ann.page);
  await bob.page.goto(link);
  await bob.page.getByRole("heading", { name: /Ann asks you/ }).waitFor();
  await accept(bob.page, "Bob");
  await ann.page.waitForSelector(".board-cell[data-piece]");
  await eve.page.goto(link);
  await eve.page.waitForSelector(".board-cell[data-piece]");
  assert.match(await ann.page.locator('[data-player="black"]').textContent(), /Bob/);

  // Before both have moved the game can be given up without a result; after that it is resigned.
  await ann.page.getByRole("button", { name: "Abort" }).waitFor();
  await play(ann.page, "f2f3");
  await waitForMoves(bob.page, 1);

  await ann.page.getByRole("button", { name: "Take back" }).click();
  await bob.page.getByRole("button", { name: "Allow it" }).click();
  await waitForMoves(ann.page, 0);
  await play(ann.page, "f2f3");
  await waitForMoves(bob.page, 1);
  await play(bob.page, "e7e5");
  await waitForMoves(ann.page, 2);

  await bob.page.getByRole("button", { name: "Draw" }).click();
  await ann.page.getByRole("group", { name: /offers a draw/ }).waitFor();
  await ann.page.getByRole("button", { name: "Decline" }).click();
  await bob.page.waitForFunction(() =>
    document.querySelector("[data-status]")?.textContent.includes("declined"),
  );

  // No word until both have said that they want words.
  const toggle = (page) => page.getByRole("checkbox", { name: "Chat with the others" });
  await toggle(ann.page).check();
  await ann.page.getByText("have not switched it on").waitFor();
  await toggle(bob.page).check();
  await ann.page.fill("#chat-line", "Good luck!");
  await ann.page.press("#chat-line", "Enter");
  await bob.page.locator(".chat li").waitFor();
  assert.match(await bob.page.locator(".chat li").textContent(), /Ann Good luck!/);
  assert.equal(await eve.page.locator(".chat").count(), 0);

  await play(ann.page, "g2g4");
  await waitForMoves(bob.page, 3);
  await play(bob.page, "d8h4");
  for (const each of [ann, bob, eve]) {
    await each.page.waitForSelector(".result");
    assert.equal(await result(each.page), "Black wins: checkmate");
  }

  await ann.page.getByRole("button", { name: "Same sides" }).click();
  await bob.page.locator(".offer", { hasText: "Ann wants a rematch with the same sides" }).waitFor();
  await bob.page.getByRole("button", { name: "Change sides" }).click();
  await ann.page.locator(".offer", { hasText: "Bob wants a rematch with sides changed" }).waitFor();
  await ann.page.getByRole("button", { name: "Change sides" }).click();
  for (const each of [ann, bob]) {
    await each.page.waitForFunction(
      (old) => location.href !== old && document.querySelectorAll(".moves .move").length === 0,
      link,
    );
    await each.page.waitForSelector(".board-cell[data-piece]");
  }
  await play(bob.page, "e2e4");
  await waitForMoves(ann.page, 1);
  await eve.page.getByRole("link", { name: /another game/ }).click();
  await waitForMoves(eve.page, 1);
  for (const each of [ann, bob, eve]) await each.tidy();
});

test("a game from the lobby; its place in the history, also of a browser that forgot it", async () => {
  const ann = await openPage(site);
  const bob = await openPage(site);
  await invite(ann.page, { open: true });
  await bob.page.goto(site.url);
  await bob.page.getByRole("link", { name: /play Black/ }).click();
  await accept(bob.page, "Bob");
  await ann.page.waitForSelector(".board-cell[data-piece]");
  await play(ann.page, "e2e4");
  await waitForMoves(bob.page, 1);
  await play(bob.page, "e7e5");
  await bob.page.getByRole("button", { name: "Resign" }).click();
  await bob.page.locator("dialog .primary").click();
  await ann.page.waitForSelector(".result");
  assert.equal(await result(ann.page), "White wins: Black resigned");

  await bob.page.evaluate(() => localStorage.removeItem("tagmate.games"));
  await bob.page.goto(`${site.url}/games`);
  const line = bob.page.locator(".your-games li").first();
  await line.waitFor();
  assert.match(await line.textContent(), /Ann/);
  assert.match(await line.textContent(), /Black resigned/);
  const [download] = await Promise.all([
    bob.page.waitForEvent("download"),
    bob.page.getByRole("button", { name: "Save all as PGN" }).click(),
  ]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.match(Buffer.concat(chunks).toString(), /\[Black "Bob"\][\s\S]*1\. e4 e5 1-0/);
  await line.getByRole("link").click();
  await bob.page.getByRole("button", { name: "Change sides" }).waitFor();
  for (const each of [ann, bob]) await each.tidy();
});

test("an invitation that is taken back is over for both", async () => {
  const ann = await openPage(site);
  const link = await invite(ann.page);
  const bob = await openPage(site);
  await bob.page.goto(link);
  await bob.page.waitForSelector(".invitation");
  await ann.page.getByRole("button", { name: "Cancel the game" }).click();
  for (const each of [ann, bob]) {
    await each.page.waitForSelector(".result");
    assert.equal(await result(each.page), "The game was aborted");
    await each.tidy();
  }
  // A tap on a square by one who only watches does nothing.
  const eve = await openPage(site);
  await eve.page.goto(link);
  await eve.page.waitForSelector(".board-cell[data-piece]");
  await tap(eve.page, "e2");
  await eve.tidy();
});
