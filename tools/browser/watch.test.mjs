// Two engines play, and a person watches.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { loaded, over, plies, played } from "./board.mjs";

const engines = "#rules=epaminondas:4x6x1,max_plies=60&white=classical&wl=2&black=tiny&bl=2&seed=3";
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

scene("watching two players", { path: engines }, async ({ page, shot }) => {
  await loaded(page);
  await page.waitForFunction(() => document.querySelectorAll("#moves button:not([hidden])").length >= 2);
  await press(page, "Pause");
  const paused = await plies(page);
  await page.waitForTimeout(1500);
  assert.equal(await plies(page), paused, "a paused game goes on");
  await shot("watching paused");
  await press(page, "One move");
  await played(page, paused + 1);
  await page.waitForTimeout(1500);
  assert.equal(await plies(page), paused + 1, "more than one move");
  await page.locator("#pace").selectOption("0");
  await press(page, "Go on");
  await page.locator("#status.ended").waitFor({ timeout: 40_000 });
  assert.match(await page.locator("#status").innerText(), /^(White|Black) wins: |^A draw/);
  assert.ok(await over(page));
  await shot("watching over");
});

scene("a person takes over from an engine", { path: engines }, async ({ page }) => {
  await loaded(page);
  await page.locator("#white").selectOption("you");
  await page.locator("#board .movable").first().waitFor();
  const before = await plies(page);
  await page.waitForTimeout(800);
  assert.equal(await plies(page), before, "the engine plays on for the person");
});

scene("a browser that limits the address", { path: engines }, async ({ page }) => {
  await loaded(page);
  await page.evaluate(() => {
    const write = history.replaceState.bind(history);
    let left = 4;
    history.replaceState = (...args) => {
      if (left-- <= 0) throw new DOMException("too often", "SecurityError");
      write(...args);
    };
    setTimeout(() => (left = 1000), 4000);
  });
  await page.locator("#pace").selectOption("0");
  await page.locator("#status.ended").waitFor({ timeout: 40_000 });
  const moves = await plies(page);
  await page.waitForTimeout(4500); // the limit ends, and the page writes the address again
  await page.reload();
  await loaded(page);
  assert.equal(await plies(page), moves, "the address lacks the last moves");
});
