// What a person draws on the board, and the sheet of shortcuts.
import assert from "node:assert/strict";
import { phone, scene } from "./harness.mjs";
import { centre, click, loaded, panel, played, position } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";

async function draw(page, from, to) {
  const a = await centre(page, from),
    b = await centre(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up({ button: "right" });
}

// nothing waits until the board shows no drawing.
const nothing = (page) =>
  page.waitForFunction(() => !document.querySelector("#board .own > *, #board .arrow.own"));

const count = (page, selector) => page.locator(`#board ${selector}`).count();

scene("the right button draws arrows and marks squares", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  await draw(page, "a1", "c3");
  await draw(page, "d6", "d4");
  await draw(page, "b4", "b4");
  assert.equal(await count(page, ".arrow.own"), 2);
  assert.equal(await count(page, ".ring.own"), 1);
  await shot("own marks");
  await draw(page, "d6", "d4");
  assert.equal(await count(page, ".arrow.own"), 1, "an arrow that is drawn twice stays");

  await click(page, "b1");
  await click(page, "b2");
  await played(page, 1);
  await nothing(page);
  await page.keyboard.press("ArrowLeft");
  await page.locator("#board .arrow.own").waitFor();
  assert.equal(await count(page, ".ring.own"), 1, "the drawing does not come back with its position");
  await page.keyboard.press("Escape");
  await nothing(page);
  assert.equal(await count(page, ".stone"), 8, "a drawing moves a stone");
});

// touch moves a finger over the board.
async function touch(context, page, from, to) {
  const finger = await context.newCDPSession(page),
    at = async (name) => ({ touchPoints: [await centre(page, name)] });
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", ...(await at(from)) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchMove", ...(await at(to)) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const onPhone = { path: small, device: phone };

scene("a finger draws once the person wants it", onPhone, async ({ page, context }) => {
  await loaded(page);
  const before = await position(page),
    sheet = page.getByRole("button", { name: "More" });
  await sheet.click();
  await panel(page, "Analysis");
  await page.getByRole("button", { name: "Draw arrows" }).click();
  await page.keyboard.press("Escape"); // closes the sheet
  await touch(context, page, "a1", "c3");
  await page.locator("#board .arrow.own").waitFor();
  await touch(context, page, "b4", "b4");
  await page.locator("#board .ring.own").waitFor();
  assert.deepEqual(await position(page), before, "a drawing moves a stone");
  await page.keyboard.press("d");
  await touch(context, page, "b1", "b2");
  await played(page, 1);
});

scene("a sheet of shortcuts", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Shortcuts" });
  await sheet.waitFor();
  assert.match(await sheet.innerText(), /ownership of the squares/);
  await shot("shortcuts");
  await page.keyboard.press("n");
  assert.ok(await sheet.isVisible(), "a key works behind the sheet");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Shortcuts" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "hidden" });
});
