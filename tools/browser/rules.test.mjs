// What the page says of the rules: how games end, what is forbidden, and what the board is called.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { loaded } from "./board.mjs";

const text = (page, selector) => page.locator(selector).innerText();
const two = "&white=you&black=you&seed=7";

// The link writes its rules in another order than the program, and leaves nothing out.
scene("a game with limit=draw", { path: "#rules=epaminondas:4x6x1,limit=draw,symmetry=left-right,max_plies=60&white=you&black=tiny&bl=1&seed=7" }, async ({ page, shot }) => {
  await loaded(page);
  assert.match(await text(page, "#limit-rule"), /^The game is a draw after 60 moves/);
  assert.equal(await page.locator("#black").inputValue(), "tiny", "the network that is trained on this board");
  assert.ok((await page.locator("#black option").allInnerTexts()).length >= 3, "players are missing");
  assert.equal(await page.locator("#rules option:checked").innerText(), "Epaminondas, 4 × 6, 1 row of stones, a draw after 60 moves");
  await shot("rules limit=draw");
});

scene("a board of a link that says the usual again", { path: `#rules=epaminondas:14x12,symmetry=left-right,max_plies=300${two}` }, async ({ page }) => {
  await loaded(page);
  assert.equal(await page.locator("#rules option:checked").innerText(), "Epaminondas, 14 × 12");
  assert.equal(await page.locator("#rules option").count(), 4);
});

for (const [name, fields, expected] of [
  ["a draw", "epaminondas:4x6x1,max_plies=2,limit=draw" + two + "&moves=a1-a2+a6-a5", /^A draw: the game has lasted 2 moves\.$/],
  ["in mirror images", "epaminondas:4x6x1,max_plies=2" + two + "&moves=a1-a2+a6-a5", /^Black wins: .*equally far advanced, and nobody has captured: then Black wins\.$/],
  ["by the last capture", "epaminondas:4x6x1,max_plies=1" + two + "&start=..../..../b..b/w..b/w.../....+w&moves=a2xa3", /^White wins: .*equally far advanced, and White captured last\.$/],
  ["further advanced", "epaminondas:4x6x1,max_plies=1" + two + "&moves=a1-a2", /^White wins: .*White is further advanced\.$/],
]) {
  scene(`the limit of moves ends a game: ${name}`, { path: `#rules=${fields}` }, async ({ page }) => {
    await loaded(page);
    assert.match(await text(page, "#status"), expected);
  });
}
