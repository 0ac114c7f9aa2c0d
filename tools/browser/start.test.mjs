// The start of the page: before the program answers, and if it does not answer.
import assert from "node:assert/strict";
import { hold, scene } from "./harness.mjs";
import { waiting } from "./start.mjs";
import { loaded, square } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";

const boards = hold("**/api/boards");
const slow = { path: small, prepare: boards.prepare };

scene("an empty board until the program answers", slow, async ({ page, shot }) => {
  await waiting(page, "d6");
  assert.equal(await square(page, "e1").count(), 0, "the board of another game");
  assert.match(await page.locator("#status").innerText(), /^Loading/);
  await page.locator("#loading-bar").waitFor();
  await square(page, "a1").click();
  await page.keyboard.press("n");
  await shot("start waiting");
  boards.release();
  await loaded(page);
  await page.locator("#loading-bar").waitFor({ state: "hidden" });
  assert.ok(await page.locator("#new").isEnabled());
});

// The page has no rules of its own: it asks for the size and the players of a board.
const unnamed = hold("**/api/boards");
const crossings = { path: "#rules=crossings&white=you&black=you&seed=7", prepare: unnamed.prepare };

scene("a board whose name has no size", crossings, async ({ page, shot }) => {
  await page.locator("#board.unknown").waitFor();
  const box = await page.locator("#board").boundingBox();
  assert.ok(box.height > 400, `the board is ${box.height} px high`);
  await shot("start without a size");
  unnamed.release();
  await loaded(page);
  assert.equal(await page.locator("#board [data-square]").count(), 64);
  assert.equal(await page.locator("#board.unknown").count(), 0);
});

for (const [rules, canonical, players] of [
  // an alias of a board in the list has the network of that board
  ["epaminondas:4x6x1,symmetry=left-right,max_plies=30", "epaminondas:4x6x1,max_plies=30", "tiny"],
  ["epaminondas:10x8,max_plies=90", "epaminondas:10x8,max_plies=90", "classical"],
])
  scene(`players of a board outside the list, ${rules}`, { path: `#rules=${rules}` }, async ({ page }) => {
    await loaded(page);
    assert.equal(await page.locator("#rules").inputValue(), canonical);
    assert.equal(await page.locator("#black").inputValue(), players);
    await page.getByRole("button", { name: "New game" }).click();
    await loaded(page);
    assert.equal(await page.locator("#black").inputValue(), players);
  });

scene(
  "the page says that the program does not answer, and can ask again",
  {
    path: small,
    prepare: ({ page }) => page.route("**/api/boards", (route) => route.abort()),
    expected: /ERR_FAILED/,
  },
  async ({ page, shot }) => {
    await page.waitForFunction(() => /does not answer/.test(document.querySelector("#notice").innerText));
    await waiting(page, "d6");
    await page.locator("#loading-bar").waitFor({ state: "hidden" });
    await shot("start without an answer");
    await page.unroute("**/api/boards");
    await page.getByRole("button", { name: "Try again" }).click();
    await loaded(page);
    assert.equal(await page.locator("#notice").innerText(), "");
  },
);
