// The page of a match replays its games. It is one file, so it also works without a server.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { scene } from "./harness.mjs";
import { stones } from "./board.mjs";
import { standings } from "./match.mjs";

// local is the page of a match, opened as a file.
async function local() {
  const site = await standings();
  return { ...site, url: pathToFileURL(site.file).href };
}

for (const [how, site] of [
  ["from a server", standings],
  ["as a file", local],
])
  scene(`the page of a match ${how} steps through a game`, { site, fewest: 1 }, async ({ page }) => {
    const go = (name) => page.locator(`[data-go=${name}]`).click();
    const marked = (kind) => page.locator(`#board ${kind}`).count();
    const at = async () => ({ white: await stones(page, "white"), black: await stones(page, "black") });
    await go("first");
    assert.deepEqual(await at(), {
      white: ["a1", "b1", "c1", "d1"],
      black: ["a6", "b6", "c6", "d6"],
    });
    assert.equal(await marked(".arrow"), 0, "the start has a last move");
    assert.equal(await marked(".square.far"), 8);
    const labels = await page.locator("#board .label").allTextContents();
    assert.equal(labels.join(""), "123456abcd");
    const plies = await page.locator("#moves tbody tr").count();
    let captures = 0;
    for (let ply = 1; ply <= plies; ply++) {
      const before = await at();
      await go("forward");
      const text = await page.locator("#moves tr.shown button").textContent(),
        after = await at(),
        taken = before.white.length + before.black.length - after.white.length - after.black.length;
      assert.equal(await marked(".arrow"), 1, `arrows after ${text}`);
      assert.ok(await marked(".stone.moved"), `no stone is marked after ${text}`);
      assert.equal(await marked(".cross"), taken, `captured stones after ${text}`);
      assert.equal(taken > 0, text.includes("×"), text);
      assert.ok((await page.locator("#board").getAttribute("aria-label")).includes(text));
      captures += taken;
      if (ply < plies) continue;
      const place = () => page.locator("#board .square").first().getAttribute("x");
      const unflipped = await place();
      await go("flip");
      assert.notEqual(await place(), unflipped, "the board is not flipped");
      assert.deepEqual(await at(), after, "flipping moves stones to other squares");
      await go("flip");
      await go("back");
      assert.deepEqual(await at(), before, "a step back");
    }
    assert.ok(captures, "this game tests no captures");
  });
