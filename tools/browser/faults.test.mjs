// Faults that people met on the page. Each scene failed before its fault was mended.
import assert from "node:assert/strict";
import { hold, scene } from "./harness.mjs";
import { centre, click, dropped, loaded, panel, played, plies, position, stones } from "./board.mjs";

const two = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=classical&bl=1&seed=7";
const line = "&start=bbbb/..../..../..../..w./.ww.+w"; // c1 and c2 are a line
const finished = "&moves=a1-a2+d6-c5+a2-a3+c6-d5+a3-a4+b6-a5+a4-b5+c5-c6+b5-b6+d5-d4"; // White wins

const text = (page, selector) => page.locator(selector).innerText();
const says = (page, selector, pattern) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.innerText),
    [selector, pattern.source],
  );

scene("moves are written from rear to front", { path: two + line }, async ({ page }) => {
  await loaded(page);
  await click(page, "c1");
  await click(page, "c4");
  await played(page, 1);
  assert.equal(await text(page, "#moves [aria-current]"), "c1→c4");
  assert.match(await text(page, "#status"), /White has played c1→c4/);
  await page.locator("#notation").selectOption("text");
  await says(page, "#moves [aria-current]", /^c1-c3$/);
  await page.reload();
  await says(page, "#moves [aria-current]", /^c1-c3$/);
});

scene("copied arrows can be pasted", { path: two + line }, async ({ page }) => {
  await loaded(page);
  await page.getByRole("button", { name: "Copy or paste" }).click();
  await page.locator("#text-in").fill("1. a1→b2 d6→d5");
  await page.getByRole("button", { name: "Load" }).click();
  await played(page, 2);
  assert.deepEqual(await stones(page, "white"), ["b1", "b2", "c1", "d1"]);
});

scene("a second H plays the hint", { path: two }, async ({ page }) => {
  await loaded(page);
  await page.keyboard.press("h");
  await page.locator("#board .arrow.hint").waitFor();
  const [, move] = /Hint: (\S+→\w+)/.exec(await text(page, "#status"));
  assert.equal(await plies(page), 0);
  await page.keyboard.press("h");
  await played(page, 1);
  assert.equal(await text(page, "#moves [aria-current]"), move);
});

scene("a refusal counts the stones that a front stone pulls", { path: two + line }, async ({ page }) => {
  await loaded(page);
  await click(page, "c2");
  await click(page, "c5");
  assert.equal(await text(page, "#notice"), "The phalanx from c1 to c2 moves 2 squares at most.");
  await click(page, "c4");
  await played(page, 1);
});

scene("Escape ends a drag", { path: two }, async ({ page }) => {
  await loaded(page);
  const from = await centre(page, "a1"),
    to = await centre(page, "a2");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.locator("#board .lifted").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#board .lifted").count(), 0, "a stone stays at the pointer");
  await page.mouse.up();
  assert.equal(await text(page, "#notice"), "");
  assert.equal(await plies(page), 0);
  await click(page, "a1");
  await click(page, "a2");
  await played(page, 1);
});

const late = hold("**/api/position");
scene("a move that is clicked before the program has answered is played", { path: two }, async ({ page }) => {
  await loaded(page);
  await late.prepare({ page });
  await click(page, "a1");
  await click(page, "a2");
  await played(page, 1);
  await click(page, "d6");
  await click(page, "d5");
  assert.equal(await plies(page), 1, "the page does not know yet whether the move is legal");
  late.release();
  await played(page, 2);
  assert.deepEqual(await stones(page, "black"), ["a6", "b6", "c6", "d5"]);
});

const refused = hold("**/api/position");
scene("an illegal move that is clicked early is refused", { path: two }, async ({ page }) => {
  await loaded(page);
  await refused.prepare({ page });
  await click(page, "a1");
  await click(page, "a2");
  await played(page, 1);
  await click(page, "d6");
  await click(page, "d4");
  refused.release();
  await says(page, "#notice", /A single stone moves 1 square/);
  assert.equal(await plies(page), 1);
});

const slow = hold("**/api/move");
scene(
  "the opponent's reply leaves a person who browses where they are",
  { path: `${small}&moves=a1-a2+d6-d5`, prepare: slow.prepare },
  async ({ page }) => {
    await loaded(page);
    await click(page, "b1");
    await click(page, "b2");
    await played(page, 3);
    await page.locator("#first").click();
    await says(page, "#status", /^After move 0 of 3/);
    slow.release();
    await played(page, 4);
    await says(page, "#status", /^After move 0 of 4/);
    assert.deepEqual(await stones(page, "white"), ["a1", "b1", "c1", "d1"]);
    await page.locator("#last").click();
    await says(page, "#status", /^Your move/);
  },
);

scene("all chances are White's", { path: `${two}&moves=a1-a2` }, async ({ page }) => {
  await loaded(page);
  await page.keyboard.press("a");
  await page.locator("#lines li").first().waitFor();
  assert.match(await text(page, "#verdict"), /^White (\d+%|wins)|^Black wins|^A draw/);
  await page.keyboard.press("a");
  await page.keyboard.press("h");
  await says(page, "#status", /The engine gives White a chance of \d+%/);
});

scene(
  "a review stays after a reload, and counts what its curve marks",
  { path: small + finished },
  async ({ page }) => {
    await loaded(page);
    await panel(page, "Review");
    await page.getByRole("button", { name: "What did I miss?" }).click();
    await page.waitForFunction(() => /cost/.test(document.querySelector("#review-facts").innerText), null, {
      timeout: 30_000,
    });
    const marks = (kind) => page.locator(`#graph .graph-loss${kind}`).count();
    const before = { facts: await text(page, "#review-facts"), missed: await text(page, "#missed") };
    assert.equal(await page.locator("#missed li").count(), await marks(":not(.other)"));
    const others = Number(/Black has (\d+), with hollow marks/.exec(before.facts)?.[1] ?? 0);
    assert.equal(others, await marks(".other"));
    await page.reload();
    await loaded(page);
    await panel(page, "Review");
    await page.locator("#missed li").first().waitFor();
    assert.deepEqual(
      { facts: await text(page, "#review-facts"), missed: await text(page, "#missed") },
      before,
    );
  },
);

const middle = { path: `${two}${finished}&ply=3` };
scene("a link shows a position of its game, and keeps the rest", middle, async ({ page }) => {
  await loaded(page);
  await says(page, "#status", /^After move 3 of 10/);
  assert.equal(await plies(page), 10);
  assert.equal(await text(page, "#notice"), "");
});

scene("a new game asks before it drops a game in progress", { path: two }, async ({ page }) => {
  await loaded(page);
  await page.keyboard.press("n");
  assert.equal(await page.locator("#drop").isVisible(), false, "it asks without a game");
  await click(page, "a1");
  await click(page, "a2");
  await played(page, 1);
  const before = await position(page);
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Keep playing" }).click();
  assert.deepEqual(await position(page), before);
  const rules = await page.locator("#rules").inputValue();
  await page.locator("#rules").selectOption("crossings,max_plies=150");
  await page.keyboard.press("Escape");
  await page.locator("#drop").waitFor({ state: "hidden" });
  assert.deepEqual(await position(page), before);
  assert.equal(await page.locator("#rules").inputValue(), rules);
  await page.keyboard.press("n");
  await dropped(page);
  await played(page, 0);
});

// White's stone on e7 can cross, and Black's stone on b2 threatens to.
const race = "#rules=epaminondas:8x8,max_plies=150&white=you&black=you&seed=7";
const threatened = `${race}&start=......../....w.../......../......../......../......../.b....../w.......+w`;
scene("T shows how the opponent threatens to take the lead", { path: threatened }, async ({ page }) => {
  await loaded(page);
  await page.keyboard.press("t");
  await says(page, "#notice", /^Black threatens to take the lead with 2 moves\.$/);
  assert.equal(await page.locator("#board .arrow.threat").count(), 2);
  await page.keyboard.press("t");
  assert.equal(await page.locator("#board .arrow.threat").count(), 0);
});

const behind = `${race}&start=......../....w.../......../......../......../......../......../w..b....+w`;
scene("in danger the page says what saves", { path: behind }, async ({ page, shot }) => {
  await loaded(page);
  await page.locator("#strip.danger").waitFor();
  assert.match(await text(page, "#status"), /draw level with this move, or lose\. 3 moves save you: /);
  assert.equal(await page.locator("#board .danger-row").count(), 1);
  await shot("danger");
});

scene("the card at the end offers the next game", { path: small + finished }, async ({ page, shot }) => {
  await loaded(page);
  assert.equal(await text(page, "#result"), "You win");
  await shot("ending");
  await page.getByRole("button", { name: "Next level" }).click();
  await played(page, 0);
  assert.equal(await page.locator("#black-level").inputValue(), "2");
  assert.equal(await page.locator("#ending").isVisible(), false);
});

const narrow = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };
scene("at 320 px every button holds its text", { path: small, device: narrow }, async ({ page, shot }) => {
  await loaded(page);
  await shot("phone 320");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px have to be scrolled to the side`);
  await page.locator("#more").tap();
  for (const name of ["Game", "Analysis", "Review", "Rules"]) {
    await panel(page, name);
    const cut = await page.locator("button:visible").evaluateAll((nodes) => {
      const isCut = (n) => n.scrollWidth > n.clientWidth + 1;
      return nodes.filter(isCut).map((n) => n.textContent);
    });
    assert.deepEqual(cut, [], `cut off in ${name}`);
  }
});

// Nothing moves when a text changes, so the board keeps its place.
for (const [width, height] of [
  [1440, 900],
  [2560, 1440],
  [1100, 700],
])
  scene(
    `the board takes the height of a screen of ${width}x${height}, and keeps its place`,
    {
      path: "#rules=epaminondas,max_plies=300&white=you&black=you&seed=7",
      device: { viewport: { width, height } },
    },
    async ({ page, shot }) => {
      await loaded(page);
      const box = () => page.locator("#board").boundingBox();
      const before = await box();
      assert.ok(before.height > height - 300 || before.width > width - 480, JSON.stringify(before));
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= height, "it scrolls");
      await click(page, "c2");
      await click(page, "n12");
      assert.match(await text(page, "#notice"), /./);
      assert.deepEqual(await box(), before, "the board has moved");
      await page.keyboard.press("a");
      await page.locator("#lines li").first().waitFor();
      assert.deepEqual(await box(), before, "the board has moved for the analysis");
      await shot(`board ${width}x${height}`);
    },
  );

scene("a theme is kept", { path: two }, async ({ page }) => {
  await loaded(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator("#theme").selectOption("dark");
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await loaded(page);
  assert.equal(await ground(), dark);
  await page.locator("#theme").selectOption("system");
  assert.equal(await ground(), light);
});
