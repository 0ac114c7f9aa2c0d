// The analysis starts, follows the game, and stops.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { click, loaded, panel, played, position } from "./board.mjs";
import { finished, searches, small, until, written } from "./searching.mjs";

const facts = "#analysis-facts",
  lines = "#lines li";
const analysis = (page) => page.getByRole("switch", { name: "Analysis" });

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
