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
