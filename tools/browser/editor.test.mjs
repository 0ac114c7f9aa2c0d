// A person sets up a position and analyses it.
import assert from "node:assert/strict";
import { phone, scene } from "./harness.mjs";
import { click, dropped, loaded, panel, played, stones } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=classical&seed=7&moves=a1-a2";

const button = (page, name) => page.getByRole("button", { name, exact: true });

// edit opens the editor.
async function edit(page) {
  await loaded(page);
  await played(page, 2);
  await panel(page, "Analysis");
  await button(page, "Set up a position").click();
  await button(page, "Analyse").waitFor();
}

scene("a position is set up and analysed", { path: small }, async ({ page, shot }) => {
  await edit(page);
  assert.equal((await stones(page, "white")).length, 4, "the editor does not begin with the shown position");
  await button(page, "Clear").click();
  assert.deepEqual([...(await stones(page, "white")), ...(await stones(page, "black"))], []);
  await button(page, "Analyse").click();
  const refusal = "The game is over in this position: White has no legal move.";
  await page.locator("#notice", { hasText: refusal }).waitFor();
  assert.ok(await button(page, "Cancel").isVisible(), "a refusal closes the editor");

  for (const square of ["a1", "b1", "c3"]) await click(page, square);
  await click(page, "c3"); // the same stone again removes it
  await page.keyboard.press("2");
  for (const square of ["d6", "b1", "c5"]) await click(page, square);
  await button(page, "Remove").click();
  await click(page, "c5");
  await page.getByLabel("Side to move").selectOption("black");
  assert.deepEqual(await stones(page, "white"), ["a1"]);
  assert.deepEqual(await stones(page, "black"), ["b1", "d6"]);
  await shot("editor");
  await button(page, "Remove").click();
  await click(page, "b1");
  await button(page, "Analyse").click();
  await page.locator("#lines li").first().waitFor();
  assert.deepEqual(await stones(page, "black"), ["d6"]);
  assert.match(new URL(page.url()).hash, /white=you&black=you.*start=.*b%2F.*w\.\.\.\+b/);
  await page.goBack();
  await played(page, 2);
});

scene("the editor is cancelled", { path: small }, async ({ page }) => {
  await edit(page);
  const before = await stones(page, "black");
  await button(page, "Clear").click();
  await button(page, "Start").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .stone").length === 8);
  assert.ok((await stones(page, "white")).includes("a1"));
  await page.keyboard.press("Escape");
  await button(page, "Cancel").waitFor({ state: "hidden" });
  assert.deepEqual(await stones(page, "black"), before);
  assert.ok((await stones(page, "white")).includes("a2"), "the game has changed");
});

scene("the editor on a phone", { path: small, device: phone }, async ({ page, shot }) => {
  await loaded(page);
  await page.getByRole("button", { name: "More" }).tap();
  await edit(page);
  await page.locator('#board [data-square="b4"]').tap();
  assert.ok((await stones(page, "white")).includes("b4"));
  await shot("editor on a phone");
});

scene("the editor closes when another position or game opens", { path: small }, async ({ page }) => {
  await edit(page);
  await button(page, "Clear").click();
  await panel(page, "Game");
  await page.locator("#moves button").first().click();
  await button(page, "Analyse").waitFor({ state: "hidden" });
  assert.equal((await stones(page, "white")).length, 4);
  await panel(page, "Analysis");
  await button(page, "Set up a position").click();
  await button(page, "Clear").click();
  await panel(page, "Game");
  await button(page, "New game").click();
  await dropped(page);
  await button(page, "Analyse").waitFor({ state: "hidden" });
  assert.ok((await stones(page, "white")).includes("a1"), "the board does not show the new game");
});
