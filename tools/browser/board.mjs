// The board as a person sees it: stones, marks, and what a click does.
import assert from "node:assert/strict";

export const square = (page, name) => page.locator(`#board [data-square="${name}"]`);

const names = (page, selector, key) =>
  page.locator(selector).evaluateAll((nodes, key) => nodes.map((n) => n.dataset[key]).sort(), key);

// stones returns the squares of a colour's stones.
export const stones = (page, colour) => names(page, `#board .stone.${colour}`, "stone");

// targets returns the squares that are marked for the chosen stone.
export const targets = (page) => names(page, "#board [data-target]", "target");

const moves = "#moves > li > button:not([hidden])";

// plies returns the number of moves of the game.
export const plies = (page) => page.locator(moves).count();

// position returns everything that must stay the same after an undo, a reload or an illegal click.
export const position = async (page) => ({
  white: await stones(page, "white"),
  black: await stones(page, "black"),
  plies: await plies(page),
});

export const click = (page, name) => square(page, name).click();

// played waits until the game has so many moves.
export async function played(page, count) {
  await page.waitForFunction(([moves, n]) => document.querySelectorAll(moves).length === n, [moves, count]);
}

// panel opens a tab beside the board.
export const panel = (page, name) => page.getByRole("tab", { name }).click();

// dropped answers the question whether to drop the game in progress, if the page asks it.
export async function dropped(page) {
  if (await page.locator("#drop").isVisible()) await page.getByRole("button", { name: "Drop it" }).click();
}

// loaded waits for the first position.
export async function loaded(page) {
  await page.locator("#board .stone").first().waitFor();
}

// centre returns the middle of a square in the window.
export async function centre(page, name) {
  const box = await square(page, name).boundingBox();
  assert.ok(box, `no square ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// over reports whether the page shows the end of the game.
export const over = (page) => page.locator("#status.ended").isVisible();

// myTurn waits until the person may move or the game is over. It reports which.
export async function myTurn(page, seconds = 20) {
  await page.waitForFunction(() => document.querySelector("#status.ended, #board .movable"), null, {
    timeout: seconds * 1000,
  });
  return !(await over(page));
}

const row = (name) => Number(name.slice(1));

// advance uses the marks on the board. It makes the move of a colour that brings a front stone
// furthest, and returns it.
export async function advance(page, colour) {
  let best;
  for (const rear of await stones(page, colour)) {
    await click(page, rear);
    for (const target of await targets(page)) {
      const gain = colour === "white" ? row(target) : -row(target);
      if (!best || gain > best.gain) best = { rear, target, gain };
    }
    await page.keyboard.press("Escape");
  }
  assert.ok(best, `no stone of ${colour} can move`);
  await click(page, best.rear);
  await click(page, best.target);
  return best;
}
