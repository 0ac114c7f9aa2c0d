// The page's texts about the rules: ends of games, forbidden moves, names of boards.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { click, loaded, plies, square } from "./board.mjs";

const text = (page, selector) => page.locator(selector).innerText();
const two = "&white=you&black=you&seed=7";

// The link writes its rules in another order than the program, and leaves nothing out.
scene(
  "a game with limit=draw",
  {
    path: "#rules=epaminondas:4x6x1,limit=draw,symmetry=left-right,max_plies=60&white=you&black=tiny&bl=1&seed=7",
  },
  async ({ page, shot }) => {
    await loaded(page);
    assert.match(await text(page, "#limit-rule"), /^The game is a draw after 60 moves/);
    assert.equal(
      await page.locator("#black").inputValue(),
      "tiny",
      "the network that is trained on this board",
    );
    assert.ok((await page.locator("#black option").allInnerTexts()).length >= 3, "players are missing");
    assert.equal(
      await page.locator("#rules option:checked").innerText(),
      "Epaminondas, 4 × 6, 1 row of stones, a draw after 60 moves",
    );
    await shot("rules limit=draw");
  },
);

scene(
  "a board of a link that repeats default rules",
  { path: `#rules=epaminondas:14x12,symmetry=left-right,max_plies=300${two}` },
  async ({ page }) => {
    await loaded(page);
    assert.equal(await page.locator("#rules option:checked").innerText(), "Epaminondas, 14 × 12");
    assert.equal(await page.locator("#rules option").count(), 4);
  },
);

for (const [name, fields, expected] of [
  [
    "a draw",
    "epaminondas:4x6x1,max_plies=2,limit=draw" + two + "&moves=a1-a2+a6-a5",
    /^A draw: the game has lasted 2 moves\.$/,
  ],
  [
    "in mirror images",
    "epaminondas:4x6x1,max_plies=2" + two + "&moves=a1-a2+a6-a5",
    /^Black wins: .*equally far advanced, and neither side has captured, so Black wins\.$/,
  ],
  [
    "by the last capture",
    "epaminondas:4x6x1,max_plies=1" + two + "&start=..../..../b..b/w..b/w.../....+w&moves=a2xa3",
    /^White wins: .*equally far advanced, and White captured last\.$/,
  ],
  [
    "further advanced",
    "epaminondas:4x6x1,max_plies=1" + two + "&moves=a1-a2",
    /^White wins: .*White is further advanced\.$/,
  ],
]) {
  scene(`the limit of moves ends a game: ${name}`, { path: `#rules=${fields}` }, async ({ page }) => {
    await loaded(page);
    assert.match(await text(page, "#status"), expected);
  });
}

// White has one stone on the far row and Black two: d5-d6 would draw level, and make a mirror
// image.
const mirrored = `epaminondas:4x6x1,max_plies=60${two}&start=w.../...w/..../..../..../.bb.+w`;
const shown = (page) =>
  page.evaluate(() => {
    const centre = (node) => {
      const box = node.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round).join();
    };
    const squares = new Map(
      [...document.querySelectorAll("#board [data-square]")].map((node) => [
        centre(node),
        node.dataset.square,
      ]),
    );
    return [...document.querySelectorAll("#board .image")].map((node) => squares.get(centre(node))).sort();
  });

for (const [name, rules, target, expected, axis] of [
  [
    "left to right",
    mirrored,
    "d6",
    /^The symmetry rule forbids this move: White would enter the far row .* its own mirror image/,
    ["a6", "d6"],
  ],
  [
    "half round",
    mirrored
      .replace("&start=w.../...w/..../..../..../.bb.", "&start=w.../.w../..../..../..../.b.b")
      .replace("x1,", "x1,symmetry=rotation,"),
    "c6",
    /^The symmetry rule forbids this move: White would .* turned half round/,
    ["b1", "c6"],
  ],
]) {
  scene(
    `the symmetry rule, ${name}, is named and shown`,
    { path: `#rules=${rules}` },
    async ({ page, shot }) => {
      await loaded(page);
      await click(page, target === "d6" ? "d5" : "b5");
      assert.match(
        await text(page, "#status"),
        /draw level with this move, or lose/,
        "the warning is gone when a stone is chosen",
      );
      await click(page, target);
      assert.match(await text(page, "#notice"), expected);
      assert.deepEqual(await shown(page), axis);
      assert.equal(await page.locator("#board .axis").count(), 1);
      assert.equal(await plies(page), 0);
      await shot(`rules symmetry ${name}`);
      await page.keyboard.press("Escape");
      assert.equal(await page.locator("#board .axis, #board .image").count(), 0, "the mirror stays");
      assert.match(
        await text(page, "#symmetry-rule"),
        name === "half round" ? /turned half round/ : /mirror image/,
      );
    },
  );
}

scene(
  "a board without the symmetry rule does not mention it",
  { path: `#rules=crossings,max_plies=150${two}` },
  async ({ page }) => {
    await loaded(page);
    assert.equal(await page.locator("#symmetry-rule").isVisible(), false);
  },
);

// Black's stone on d1 has crossed. White's stone on a7 could cross, but the stone on h2 cannot
// help.
const behind = `#rules=crossings,max_plies=150${two}&start=......../w......./......../......../......../......../.......w/...b...b+w`;
scene(
  "Crossings names the duty to draw level, and crossed stones",
  { path: behind.replace("...b...b", "...b....") },
  async ({ page }) => {
    await loaded(page);
    const refused = async (from, to, pattern) => {
      await click(page, from);
      await click(page, to);
      assert.match(await text(page, "#notice"), pattern);
      await page.keyboard.press("Escape");
    };
    await refused(
      "a7",
      "a6",
      /Black has 1 stone on the far row against 0: only a move that draws level is allowed/,
    );
  },
);

scene("Crossings ends because White cannot draw level", { path: behind }, async ({ page }) => {
  await loaded(page);
  assert.match(
    await text(page, "#status"),
    /^Black wins: White cannot draw level: it has 0 stones on the far row against 2\.$/,
  );
});
