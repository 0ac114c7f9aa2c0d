// The analysis starts, follows the game, and stops. A review judges a finished game.
import assert from "node:assert/strict";
import { hold, scene } from "./harness.mjs";
import { click, loaded, panel, played, plies, position } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
const finished = `${small}&moves=a1-a2+d6-c5+a2-a3+c6-d5+a3-a4+b6-a5+a4-b5+c5-c6+b5-b6+d5-d4`; // White wins

const facts = "#analysis-facts",
  lines = "#lines li";
const analysis = (page) => page.getByRole("switch", { name: "Analysis" });

// open counts the searches of a page that still run.
function searches(page) {
  const open = new Set(),
    isSearch = (request) => /api\/(analyse|review)/.test(request.url());
  page.on("request", (request) => {
    if (isSearch(request)) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  return open;
}

async function until(condition, what, seconds = 5) {
  for (const end = Date.now() + seconds * 1000; !(await condition());) {
    assert.ok(Date.now() < end, what);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const written = (page, selector) => page.locator(selector).first().innerText();

scene(
  "analysis on and off",
  { path: "#rules=epaminondas,max_plies=300&white=you&black=you&seed=7" },
  async ({ page, server, shot }) => {
    await loaded(page);
    const open = searches(page);
    await panel(page, "Analysis");
    await analysis(page).click();
    await page.locator(lines).nth(2).waitFor();
    await page.locator("#board .arrow").first().waitFor();
    const early = await written(page, facts);
    await until(async () => (await written(page, facts)) !== early, "the analysis stands still");
    assert.equal(open.size, 1, "searches at once");
    await shot("analysis");

    await click(page, "g2");
    await click(page, "g3");
    await played(page, 1);
    await page.locator(lines).nth(2).waitFor();
    await until(() => open.size === 1, "the search of the position before goes on");

    await analysis(page).click();
    await page.locator(lines).first().waitFor({ state: "hidden" });
    await until(() => open.size === 0, "a search goes on after the analysis is off");
    assert.equal(await written(page, "#verdict"), "", "the value is left");
    assert.equal(
      await page.locator("#board .arrow.best, #board .arrow.policy").count(),
      0,
      "arrows are left",
    );
    await until(async () => {
      const before = server.cpu();
      await new Promise((done) => setTimeout(done, 500));
      return server.cpu() - before < 0.1;
    }, "the program goes on thinking");
  },
);

// ranked returns the ranks on the arrows, each with the opacity of its arrow, from the best line on.
const ranked = (page) =>
  page.locator("#board .arrow[data-rank]").evaluateAll((nodes) =>
    nodes
      .map((n) => [n.dataset.rank, Number(n.style.opacity)])
      .sort(([a], [b]) => a.localeCompare(b)),
  );

scene("the best lines are arrows with ranks", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  await panel(page, "Analysis");
  await analysis(page).click();
  await until(async () => (await ranked(page)).length === 3, "not three arrows");
  const list = await ranked(page);
  assert.deepEqual(
    list.map(([rank]) => rank),
    ["1", "2", "3"],
  );
  assert.deepEqual((await page.locator("#board .badge-text").allTextContents()).sort(), ["1", "2", "3"]);
  assert.equal(list[0][1], 1, "the best line is not the darkest");
  assert.ok(
    list.every(([, shade], i) => shade <= (list[i - 1]?.[1] ?? 1) && shade >= 0.3),
    `the shades are ${list}`,
  );
  await shot("ranks");
  await page.locator("#arrows").selectOption("policy");
  await page.locator("#board .arrow.policy").first().waitFor();
  assert.deepEqual(await ranked(page), []);
});

const crossings = "#rules=crossings&white=you&black=you&seed=7";

scene("one key shows the ownership of the squares", { path: crossings }, async ({ page, shot }) => {
  await loaded(page);
  const asked = [];
  page.on("request", (r) => r.url().endsWith("api/analyse") && asked.push(r.postDataJSON().ownership));
  await panel(page, "Analysis");
  await analysis(page).click();
  await page.locator(lines).first().waitFor();
  assert.deepEqual(asked, [false], "the page asks for the ownership although nobody wants it");
  await page.keyboard.press("o");
  await page.locator("#board .owner.white").first().waitFor();
  assert.deepEqual(asked, [false, true]);
  const rows = (nodes) => nodes.map((n) => Number(n.dataset.owner[1])),
    owners = (colour) => page.locator(`#board .owner.${colour}`).evaluateAll(rows);
  const mean = (list) => list.reduce((sum, row) => sum + row, 0) / list.length;
  assert.ok(mean(await owners("white")) < mean(await owners("black")), "White owns Black's side");
  await shot("ownership");
  await page.locator("#analyst").selectOption("classical");
  await page.locator("#ownership-note", { hasText: "This engine does not know" }).waitFor();
  assert.equal(await page.locator("#board .owner").count(), 0);
  await page.keyboard.press("o");
  await page.locator("#ownership-note").waitFor({ state: "hidden" });
  await page.locator(lines).first().waitFor();
  assert.equal(asked.length, 3, "the search begins again without need");
});

scene("an analysis shows a line without playing it", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  const before = await position(page);
  await panel(page, "Analysis");
  await analysis(page).click();
  await page.locator(`${lines} button`).nth(1).waitFor();
  await page.locator("#lines-count").selectOption("1");
  await until(async () => (await page.locator(lines).count()) === 1, "one line was asked for");
  await page.locator(`${lines} button`).nth(1).click();
  await page.waitForFunction(() => /not played/.test(document.querySelector("#status").innerText));
  await shot("analysis line");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !/not played/.test(document.querySelector("#status").innerText));
  assert.deepEqual(await position(page), before);
});

scene("the analysis of a finished game says who has won", { path: finished }, async ({ page }) => {
  await loaded(page);
  await panel(page, "Analysis");
  await analysis(page).click();
  await until(async () => (await written(page, "#verdict")) === "White has won", "not who has won");
  await page.keyboard.press("ArrowLeft");
  await page.locator(lines).first().waitFor();
  await page.keyboard.press("ArrowRight");
  await until(
    async () => (await written(page, "#verdict")) === "White has won",
    "not who has won after looking back",
  );
});

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

// single is a move of one stone.
const single = (from, to) => {
  const text = `${from}-${to}`;
  return { text, head: text, rear: from, phalanx: [from], landing: [to] };
};

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
