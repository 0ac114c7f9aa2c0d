// The page before it knows its game.
import assert from "node:assert/strict";
import { square } from "./board.mjs";

// waiting checks a page without a game: it shows the board of its address and no active buttons.
export async function waiting(page, last) {
  await square(page, last).waitFor();
  const alive = await page
    .locator("header, main")
    .locator("button:not([role=tab]):not(#more, #sound, #shortcuts), select:not(#theme, #language)")
    .evaluateAll((nodes) =>
      nodes.filter((n) => !n.disabled && n.checkVisibility()).map((n) => n.id || n.textContent),
    );
  assert.deepEqual(
    alive.filter((id) => id !== "again"),
    [],
    "it can be pressed and does nothing",
  );
}
