// The mistakes of a review become positions to play again.
import assert from "node:assert/strict";
import { phone, scene } from "./harness.mjs";
import { click, loaded, panel, plies, stones } from "./board.mjs";
import { single } from "./moves.mjs";
import { small } from "./searching.mjs";

const game = `${small}&moves=a1-a2+d6-c5+a2-a3+c6-d5`;

const entry = (ply, loss, played, best, reply = null) => ({
  ply,
  value: 0,
  proof: "",
  loss,
  nodes: 300,
  hinted: false,
  hint_nodes: 0,
  best: { value: 0, move: best },
  played: { value: -loss, move: played },
  reply,
  why: [],
});

// In this review White's first and second move are mistakes, and Black's first move is one.
const judged = [
  entry(3, 0, single("c6", "d5"), single("c6", "d5")),
  entry(2, 0.5, single("a2", "a3"), single("a2", "b3"), single("c5", "b4")),
  entry(1, 0.3, single("d6", "c5"), single("d6", "d5"), single("a2", "a3")),
  entry(0, 0.4, single("a1", "a2"), single("b1", "b2"), single("d6", "c5")),
];

// What the program says of other moves than those of the review.
const tries = {
  "c1-c2": entry(0, 0.15, single("c1", "c2"), single("b1", "b2"), single("a6", "a5")),
  "d1-d2": {
    ...entry(0, 0.6, single("d1", "d2"), single("b1", "b2"), single("a6", "a5")),
    why: [
      { kind: "loses-stones", count: 3, for: 1, moves: [single("a6", "a5")] },
      { kind: "misses-win", count: 2, for: 0, moves: [single("b1", "b2")] },
    ],
  },
  "b1-c2": entry(0, 0.05, single("b1", "c2"), single("b1", "b2"), single("a6", "a5")),
};

const prepare = ({ page }) =>
  page.route("**/api/review", (route) => {
    const { from, moves } = route.request().postDataJSON(),
      parts = from === undefined ? judged : [tries[moves.at(-1)]];
    return route.fulfill({
      contentType: "application/x-ndjson",
      body: [...parts, { done: true, value: 0 }].map((part) => JSON.stringify(part)).join("\n") + "\n",
    });
  });

const says = (page, pattern) =>
  page.locator("#status").filter({ hasText: pattern }).waitFor({ timeout: 5000 });

async function move(page, from, to) {
  await click(page, from);
  await click(page, to);
}

// reviewed opens the game and reviews it.
async function reviewed(page) {
  await loaded(page);
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await page.locator("#missed button").first().waitFor();
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

scene("a mistake is played again", { path: game, prepare }, async ({ page, shot }) => {
  await reviewed(page);
  assert.equal(await page.locator("#missed button").count(), 3);
  await button(page, "Retry mistakes").click();
  await says(page, /^Mistake 1 of 3\. White played a1→a2 here, which cost 20 percent\. Find a/);
  assert.doesNotMatch(await page.locator("#missed").innerText(), /b1|b2|d6→d5/, "the answer is shown");
  assert.equal(await page.locator("#board .arrow").count(), 0, "the answer is shown");
  await shot("retry");

  await move(page, "a1", "a2");
  await says(page, /^a1→a2 is the move of the game, which cost 20 percent\. The best reply is d6→c5\.$/);
  await button(page, "Try again").click();
  await says(page, /^Mistake 1 of 3/);
  await move(page, "d1", "d2");
  await says(page, /^Not yet\. d1→d2 costs 30 percent: it loses 3 stones for 1 to a6→a5\.$/);
  assert.equal(await page.locator("#board .arrow.threat").count(), 1, "the reply is not shown");
  assert.ok((await stones(page, "white")).includes("d2"), "the board does not show the tried move");
  await shot("retry again");
  await page.keyboard.press("u");
  await move(page, "c1", "c2");
  await says(page, /^Better, but c1→c2 still costs 8 percent instead of 20\./);
  assert.match(await page.locator("#missed").innerText(), /a better one/);
  await page.keyboard.press("u");
  await move(page, "b1", "c2");
  await says(page, /^Good\. b1→c2 costs 3 percent, and a1→a2 cost 20\.$/);
  await shot("retry good");

  await button(page, "Next").click();
  await says(page, /^Mistake 2 of 3\. Black played/);
  await button(page, "Hint").click();
  await says(page, /A move of the marked stones is better\.$/);
  assert.deepEqual(
    await page.locator("#board [data-from]").evaluateAll((nodes) => nodes.map((n) => n.dataset.from)),
    ["d6"],
  );
  await move(page, "d6", "d5");
  await says(page, /^Good\. d6→d5 is the move that the review prefers\.$/);
  await page.keyboard.press("n");
  await says(page, /^Mistake 3 of 3/);
  await page.keyboard.press("h");
  await page.keyboard.press("h");
  await says(page, /The review prefers a2→b3\.$/);
  assert.equal(await page.locator("#board .arrow.better").count(), 1);
  await button(page, "Finish").click();
  await page.locator("#notice", { hasText: "You have found a good move in 2 of 3." }).waitFor();
  assert.equal(await plies(page), 4, "the retry has changed the game");
  assert.match(await page.locator("#missed").innerText(), /✓ b1→b2[^]*✓ d6→d5[^]*better a2→b3/);

  await page.reload();
  await page.locator("#missed button").first().waitFor({ state: "attached" });
  assert.match(await page.locator("#missed").textContent(), /✓ b1→b2.*✓ d6→d5.*better a2→b3/);
});

scene("a review lists one side or both", { path: game, prepare }, async ({ page }) => {
  await reviewed(page);
  const side = (name) => page.locator("#review-side").selectOption(name);
  await side("white");
  assert.equal(await page.locator("#missed button").count(), 2);
  assert.match(
    await page.locator("#review-facts").innerText(),
    /^2 moves of White cost 5 percent or more\. Black has 1, with hollow marks/,
  );
  await button(page, "Retry mistakes").click();
  await says(page, /^Mistake 1 of 2/);
  await side("black");
  await page.locator("#retry-bar").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#missed button").count(), 1);
});

scene(
  "a game against an engine can be reviewed at any time",
  { path: game.replace("black=you", "black=classical"), prepare },
  async ({ page }) => {
    await reviewed(page);
    assert.equal(await page.locator("#missed button").count(), 2, "not only the person's moves");
    await move(page, "d1", "d2");
    await page.locator("#review-facts", { hasText: /The last \d moves? came after the review\.$/ }).waitFor();
    assert.equal(await page.locator("#missed button").count(), 2);
  },
);

scene(
  "the program judges a tried move",
  { path: `${small}&start=..../w.../..../..../...b/.... w&moves=a5-a6+d2-c2` },
  async ({ page }) => {
    await reviewed(page);
    await button(page, "Retry mistakes").click();
    await says(page, /^Mistake 1 of \d\. Black played d2→c2/);
    await move(page, "d2", "d1");
    await says(page, /^Good\./);
  },
);

scene("retry on a phone", { path: game, prepare, device: phone }, async ({ page, shot }) => {
  await loaded(page);
  await page.getByRole("button", { name: "More" }).click();
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await button(page, "Retry mistakes").click();
  await says(page, /^Mistake 1 of 3/);
  await button(page, "Hint").click();
  await shot("retry on a phone");
  assert.ok(await button(page, "Next").isVisible());
  assert.ok(!(await page.locator("#sheet").isVisible()), "the sheet covers the board");
});

scene("a review stays for the moves that are left", { path: game, prepare }, async ({ page }) => {
  await reviewed(page);
  const missed = page.locator("#missed button");
  for (let n = 0; n < 2; n++) await page.keyboard.press("ArrowLeft");
  await says(page, /^After move 2 of 4/);
  await move(page, "b1", "b2");
  await panel(page, "Game");
  await button(page, "Make it the game").click();
  await panel(page, "Review");
  await page.locator("#review-facts", { hasText: "The last 1 move came after the review." }).waitFor();
  assert.equal(await missed.count(), 2, "not the mistakes before the line");
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#missed button").length === 3);
  await panel(page, "Game");
  await button(page, "New game").click();
  await button(page, "Drop it").click();
  await page.locator("#review-facts").waitFor({ state: "hidden" });
  assert.equal(await missed.count(), 0, "the review is shown for another game");
});
