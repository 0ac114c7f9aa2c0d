// A review judges a finished game.
import assert from "node:assert/strict";
import { hold, scene } from "./harness.mjs";
import { click, loaded, panel, plies } from "./board.mjs";
import { single } from "./moves.mjs";
import { finished, searches, until, written } from "./searching.mjs";

// A fast machine would finish the review before the click, so its answer never comes.
const { prepare: unanswered } = hold("**/api/review");

scene("a review can be stopped", { path: finished, prepare: unanswered }, async ({ page }) => {
  await loaded(page);
  const open = searches(page);
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await page.getByRole("button", { name: "Stop the review" }).click();
  await until(() => open.size === 0, "the review goes on");
  assert.match(await written(page, "#review-facts"), /^Stopped after \d of 10 positions/);
  await page.getByRole("button", { name: "What did I miss?" }).waitFor();
});

scene("what did I miss, in a finished game", { path: finished }, async ({ page, shot }) => {
  await loaded(page);
  const open = searches(page);
  assert.match(await written(page, "#status"), /^White wins/);
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await page.locator("#missed button").first().waitFor({ timeout: 30_000 });
  await page.waitForFunction(() => /cost/.test(document.querySelector("#review-facts").innerText), null, {
    timeout: 30_000,
  });
  await until(() => open.size === 0, "the review goes on");
  assert.ok(await page.locator("#graph").isVisible(), "no graph of the value");
  await shot("review");
  await page.locator("#missed button").first().click();
  await page.waitForFunction(() =>
    /^After move .* cost \d+ percent/.test(document.querySelector("#status").innerText),
  );
  await page.locator("#board .arrow").first().waitFor();
  await shot("review of a move");
  assert.equal(await plies(page), 10, "looking back takes nothing back");

  const missed = () => page.locator("#missed").innerText();
  const before = await missed();
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await page.waitForFunction(() => /^\d of/.test(document.querySelector("#review-facts").innerText));
  await page.waitForFunction(() => /cost/.test(document.querySelector("#review-facts").innerText), null, {
    timeout: 30_000,
  });
  assert.equal(await missed(), before, "a second review says something else");
});

// The test replaces the answer of the program by a review that disagrees with a hint.
const blamed = {
  ply: 8,
  value: 0.5,
  proof: "",
  loss: 0.3,
  nodes: 1200,
  hinted: true,
  hint_nodes: 300,
  why: [],
  best: { value: 0.5, move: single("a5", "a6") },
  played: { value: 0.2, move: single("b5", "b6") },
};
const answer = (entry) => (route) =>
  route.fulfill({
    contentType: "application/x-ndjson",
    body: `${JSON.stringify(entry)}\n${JSON.stringify({ done: true, value: 1 })}\n`,
  });

scene(
  "a review that disagrees with a hint gives the reason",
  { path: finished, prepare: ({ page }) => page.route("**/api/review", answer(blamed)) },
  async ({ page, shot }) => {
    await loaded(page);
    await panel(page, "Review");
    await page.getByRole("button", { name: "What did I miss?" }).click();
    await page.locator("#missed button").first().click();
    await page.waitForFunction(() =>
      /A hint would also name b5→b6\. The hint searches 300 positions, the review 1,200/.test(
        document.querySelector("#status").innerText,
      ),
    );
    await shot("review against the hint");
  },
);

const explained = {
  ...blamed,
  hinted: false,
  why: [
    { kind: "lets-win", count: 2, for: 0, moves: [single("d5", "d4")] },
    { kind: "lets-cross", count: 0, for: 0, moves: [single("d5", "d4"), single("d4", "d3")] },
  ],
};

const gravest = "t lets Black win by proof in 2 moves with d5→d4",
  both = `I${gravest}, and it lets Black cross in 2 moves, d5→d4 and d4→d3.`;

scene(
  "a review says why a move is bad",
  { path: finished, prepare: ({ page }) => page.route("**/api/review", answer(explained)) },
  async ({ page, shot }) => {
    await loaded(page);
    await panel(page, "Review");
    await page.getByRole("button", { name: "What did I miss?" }).click();
    assert.ok((await page.locator("#missed button").first().innerText()).includes(both));
    await page.locator("#missed button").first().click();
    await page.locator("#status", { hasText: `cost 15 percent: i${gravest}. a5→a6 was better.` }).waitFor();
    await shot("reasons");
  },
);

scene("the reasons of a real review", { path: finished }, async ({ page }) => {
  await loaded(page);
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  const reason = page.locator("#missed button", { hasText: /It (lets|loses|misses) / });
  await reason.first().waitFor({ timeout: 30_000 });
});
