// Taking back, links, turning the board, hints, and captured stones.
import assert from "node:assert/strict";
import { desktop, phone, scene } from "./harness.mjs";
import { advance, click, loaded, myTurn, played, position, square, targets } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=classical&bl=1&seed=7";
const alone = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";

scene("taking back and moving again", { path: alone }, async ({ page }) => {
  await loaded(page);
  const start = await position(page);
  await click(page, "a1");
  assert.deepEqual(await targets(page), ["a2", "b2"].sort(), "where one stone may go");
  await click(page, "a2");
  await played(page, 1);
  const moved = await position(page);
  assert.deepEqual(moved.white, ["a2", "b1", "c1", "d1"]);
  await click(page, "d6");
  await click(page, "d5");
  await played(page, 2);
  await page.locator("#undo").click();
  await played(page, 1);
  assert.deepEqual(await position(page), moved);
  await page.keyboard.press("u");
  await played(page, 0);
  assert.deepEqual(await position(page), start);
});

scene("taking back against the engine returns to a move of mine", { path: small }, async ({ page }) => {
  await loaded(page);
  const start = await position(page);
  await advance(page, "white");
  await played(page, 2);
  await page.locator("#undo").click();
  await played(page, 0);
  assert.deepEqual(await position(page), start);
  assert.ok(await myTurn(page));
});

scene(
  "a reload and a copied link show the same position",
  { path: alone },
  async ({ page, context, server }) => {
    await loaded(page);
    for (const [n, [from, to]] of [
      ["b1", "b2"],
      ["c6", "c5"],
      ["a1", "a2"],
    ].entries()) {
      await click(page, from);
      await click(page, to);
      await page.locator(`#board [data-stone="${to}"]`).waitFor();
      await played(page, n + 1);
    }
    const before = await position(page);
    await page.reload();
    await played(page, 3);
    assert.deepEqual(await position(page), before);
    const other = await context.newPage();
    await other.goto(page.url());
    await played(other, 3);
    assert.deepEqual(await position(other), before);
  },
);

scene("flip turns the board, not the game", { path: alone }, async ({ page, shot }) => {
  await loaded(page);
  const place = (name) => square(page, name).boundingBox();
  const before = await position(page),
    a1 = await place("a1"),
    d6 = await place("d6");
  await page.locator("#flip").click();
  const turned = await place("a1");
  assert.ok(Math.abs(turned.x - d6.x) < 2 && Math.abs(turned.y - d6.y) < 2, "a1 stands where d6 stood");
  assert.deepEqual(await position(page), before);
  await shot("flipped");
  await page.keyboard.press("f");
  const back = await place("a1");
  assert.ok(Math.abs(back.x - a1.x) < 2 && Math.abs(back.y - a1.y) < 2);
});

scene("a hint points at a legal move and makes none", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  const before = await position(page);
  await page.locator("#hint").click();
  await page.locator("#board .arrow.hint").first().waitFor();
  await shot("hint");
  assert.deepEqual(await position(page), before);
});

// White has captured a stone.
const captures =
  "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7" +
  "&start=bbbb/..../b.../w..w/w..w/.www+w&moves=a2xa3";
const tray = (page, colour) => page.locator(`#tray-${colour}`);

for (const [name, device] of [
  ["a large screen", desktop],
  ["a phone", phone],
])
  scene(`trays show the captured stones on ${name}`, { path: captures, device }, async ({ page, shot }) => {
    await loaded(page);
    const shown = async (white, black) => {
      for (const [colour, words] of Object.entries({ white, black })) {
        const spoken = tray(page, colour).locator(".unseen", { hasText: words || /^$/ });
        await spoken.waitFor({ state: "attached" });
        const number = /^\d*/.exec(words)[0];
        assert.equal(await tray(page, colour).locator("strong").innerText(), number);
        assert.equal(await tray(page, colour).locator("i").count(), Number(number));
      }
    };
    await shown("1 stone captured", "");
    const pile = page.locator("#tray-white i").first();
    assert.ok(await pile.isVisible(), "the pile is not visible");
    await shot(`tray on ${name}`);
    await page.locator("#previous").click();
    await shown("", "");
    await page.locator("#next").click();
    await shown("1 stone captured", "");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  });
