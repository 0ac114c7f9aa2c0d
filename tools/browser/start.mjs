// What a page shows before its game is known.
import assert from "node:assert/strict";
import { square } from "./board.mjs";

// waiting checks what a page shows that has no game yet: the board of its address, and nothing that
// can be pressed.
export async function waiting(page, last) {
  await square(page, last).waitFor();
  const alive = await page.locator("header, main").locator("button, select").evaluateAll(
    (nodes) => nodes.filter((n) => !n.disabled && n.checkVisibility()).map((n) => n.id || n.textContent));
  assert.deepEqual(alive.filter((id) => id !== "again"), [], "it can be pressed and does nothing");
}
