// Moves in an earlier position make lines beside the game.
import assert from "node:assert/strict";
import { phone, scene } from "./harness.mjs";
import { click, loaded, panel, played, plies, stones } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
const game = `${small}&moves=a1-a2+d6-c5+a2-a3+c6-d5`;

async function move(page, from, to) {
  await click(page, from);
  await click(page, to);
}

const says = (page, pattern) => page.locator("#status").filter({ hasText: pattern }).waitFor();

// tree returns the texts of the lines beside the game, one a line, with two blanks for each level.
const tree = (page) =>
  page.locator("#moves").evaluate((list) => {
    const texts = [];
    const walk = (node, depth) => {
      const own = [...node.children].filter((c) => c.tagName === "BUTTON").map((c) => c.textContent);
      texts.push("  ".repeat(depth) + own.join(" "));
      for (const child of node.querySelectorAll(":scope > .branch")) walk(child, depth + 1);
    };
    for (const node of list.querySelectorAll(".branches > .branch")) walk(node, 0);
    return texts;
  });

const back = (page) => page.keyboard.press("ArrowLeft");

const button = (page, name) => page.getByRole("button", { name, exact: true });

scene("moves in the past branch, and the game stays", { path: game }, async ({ page, shot }) => {
  await loaded(page);
  await played(page, 4);
  for (let n = 0; n < 2; n++) await back(page);
  await says(page, /^After move 2 of 4/);
  await move(page, "b1", "b2");
  await page.keyboard.press("u");
  await says(page, /^After move 2 of 4/);
  await page.keyboard.press("ArrowRight");
  await says(page, /^This line leaves the game after move 2\. Black to move\.$/);
  await move(page, "a6", "a5");
  await move(page, "b2", "b3");
  assert.deepEqual(await tree(page), ["2. b1→b2 a6→a5 3. b2→b3"]);
  await back(page);
  await move(page, "b2", "c3");
  await back(page);
  await back(page);
  await says(page, /Black to move\.$/);
  await move(page, "b6", "b5");
  assert.deepEqual(await tree(page), ["2. b1→b2 a6→a5 3. b2→b3", "  2… b6→b5", "  3. b2→c3"]);
  assert.equal(await plies(page), 4, "the game has changed");
  await shot("branches");

  // A move that a line or the game already has opens it.
  await back(page);
  await move(page, "a6", "a5");
  await page.keyboard.press("ArrowRight");
  assert.ok((await stones(page, "white")).includes("b3"), "the first line does not go on");
  await page.keyboard.press("End");
  await says(page, /^White to move/);
  for (let n = 0; n < 2; n++) await back(page);
  await says(page, /^After move 2 of 4/);
  await move(page, "a2", "a3");
  await says(page, /^After move 3 of 4/);
  assert.equal((await tree(page)).length, 3);

  await page.reload();
  await page.locator(".branch").first().waitFor();
  assert.equal((await tree(page)).length, 3, "a reload loses the lines");
  await button(page, "Copy or paste").click();
  await page.locator("#texts-beside", { hasText: "but not the 3 lines beside it" }).waitFor();
  assert.ok((await page.locator("#game-link").inputValue()).endsWith("moves=a1-a2+d6-c5+a2-a3+c6-d5"));
});

scene("a line can be moved up, adopted and deleted", { path: game }, async ({ page }) => {
  await loaded(page);
  await played(page, 4);
  for (let n = 0; n < 2; n++) await back(page);
  await says(page, /^After move 2 of 4/);
  await move(page, "b1", "b2");
  await says(page, /^This line leaves the game after move 2\. Black to move\.$/);
  await move(page, "a6", "a5");
  await says(page, /White to move\.$/);
  await back(page);
  await says(page, /Black to move\.$/);
  await move(page, "b6", "b5");
  await says(page, /White to move\.$/);
  assert.deepEqual(await tree(page), ["2. b1→b2 a6→a5", "  2… b6→b5"]);
  await button(page, "Move up").click();
  assert.deepEqual(await tree(page), ["2. b1→b2 b6→b5", "  2… a6→a5"]);
  assert.ok(await button(page, "Move up").isDisabled(), "the first line can move up");

  await button(page, "Make it the game").click();
  await played(page, 4);
  await says(page, /^White to move/);
  assert.match(page.url(), /moves=a1-a2\+d6-c5\+b1-b2\+b6-b5$/);
  assert.deepEqual(await tree(page), ["2. a2→a3 c6→d5", "2… a6→a5"]);

  await page.getByRole("button", { name: "c6→d5" }).click();
  await button(page, "Delete from here").click();
  await says(page, /^This line leaves the game after move 2\. Black to move\.$/);
  assert.deepEqual(await tree(page), ["2. a2→a3", "2… a6→a5"]);
  await button(page, "Delete").click();
  await says(page, /^After move 2 of 4/);
  assert.deepEqual(await tree(page), ["2… a6→a5"]);
  await back(page);
  await button(page, "Play on from here").click();
  await played(page, 1);
  assert.deepEqual(await tree(page), ["1… d6→c5 2. b1→b2 b6→b5", "  2… a6→a5"]);

  await button(page, "New game").click();
  await button(page, "Drop it").click();
  await played(page, 0);
  assert.deepEqual(await tree(page), [], "lines of another game are left");
});

scene("a line of the analysis is kept", { path: small }, async ({ page }) => {
  await loaded(page);
  await panel(page, "Analysis");
  await page.getByRole("switch", { name: "Analysis" }).click();
  await page.locator("#lines li button").nth(1).click();
  await button(page, "Keep the line").click();
  await says(page, /^This line leaves the game at its start\./);
  assert.match((await tree(page))[0], /^1\. \S+ \S+$/);
  await page.keyboard.press("End");
  await move(page, "d1", "d2");
  await played(page, 1);
});

const against = game.replace("black=you", "black=classical");

scene("an engine does not move in a line", { path: against }, async ({ page }) => {
  await loaded(page);
  await played(page, 4);
  await back(page);
  await says(page, /^After move 3 of 4/);
  await move(page, "b6", "b5");
  await says(page, /^This line leaves the game after move 3\. White to move\.$/);
  await move(page, "d1", "d2");
  await says(page, /Black to move\.$/);
  await page.waitForTimeout(500);
  assert.equal(await plies(page), 4);
  assert.deepEqual(await tree(page), ["2… b6→b5 3. d1→d2"]);
});

scene("lines on a phone", { path: game, device: phone }, async ({ page, shot }) => {
  await loaded(page);
  await button(page, "One move back").tap();
  await says(page, /^After move 3 of 4/);
  const tap = (square) => page.locator(`#board [data-square="${square}"]`).tap();
  await tap("b6");
  await tap("b5");
  await tap("b5");
  await says(page, /^This line leaves the game/);
  await page.getByRole("button", { name: "More" }).tap();
  await shot("branches on a phone");
  await button(page, "Make it the game").tap();
  await says(page, /^White to move/);
});
