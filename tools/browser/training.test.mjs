// The training page during a run.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { loaded, stones } from "./board.mjs";
import { folder, remove, serve } from "./program.mjs";
import { training } from "./training.mjs";

const text = (page, selector) => page.locator(selector).innerText();

// longGame is a game that is long enough to replay. Its number of moves is the last column.
const longGame = (page) =>
  page
    .locator("#games tr")
    .filter({ has: page.locator("td:last-child", { hasText: /^\d\d$/ }) })
    .first();

// changes waits until the text of a part of the page changes.
async function changes(page, selector, before, seconds = 30) {
  await page.waitForFunction(
    ([selector, before]) => {
      const now = document.querySelector(selector)?.innerText;
      return now && now !== before;
    },
    [selector, before],
    { timeout: seconds * 1000 },
  );
  return text(page, selector);
}

scene(
  "a live training run",
  { site: training, path: "training.html", seconds: 400 },
  async ({ page, server, shot }) => {
    let loads = 0;
    page.on("load", () => loads++);
    let figures = await changes(page, "#headline", "", 40);
    for (let i = 0; i < 3; i++) figures = await changes(page, "#headline", figures);
    assert.match(figures, /Step/);
    await page.locator("#games tr").nth(4).waitFor({ timeout: 40_000 });
    const newest = await text(page, "#games tr:first-child td:first-child");
    await page.waitForFunction(
      (newest) => !document.querySelector("#games tr:first-child").innerText.startsWith(newest),
      newest,
      { timeout: 30_000 },
    );
    await page.locator("#charts canvas").nth(2).waitFor();
    await page.locator("#along").selectOption("used");
    await page.locator("#charts .legend .at", { hasText: "processor time" }).first().waitFor();
    await page.locator("#charts canvas").nth(2).waitFor();
    assert.match(await text(page, "#health"), /^[A-Z].*\.$/s);
    await shot("training");
    assert.equal(loads, 0, "the page was loaded again");

    await longGame(page).click();
    await page.locator("#replay #board .stone").first().waitFor();
    await page.getByRole("button", { name: "To the start" }).click();
    const first = await text(page, "#ply-facts");
    await page.getByRole("button", { name: "To the end" }).click();
    assert.notEqual(await text(page, "#ply-facts"), first);
    // For a searched position, the page shows the value of the search.
    for (let i = 0; !(await page.locator("#policy li").count()); i++) {
      assert.ok(i < 80, "no position with the search's opinion");
      await page.getByRole("button", { name: "One move back" }).click();
    }
    await shot("training replay");
    await page.getByRole("button", { name: "To the start" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await changes(page, "#ply-facts", await changes(page, "#ply-facts", first));

    await server.train.stop();
    await page.waitForFunction(
      () => /stopped|finished/.test(document.querySelector("#state").innerText),
      null,
      { timeout: 30_000 },
    );
    await shot("training stopped");

    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (const curve of await page.locator("#charts .u-over").all())
      for (const x of [0.1, 0.5, 0.9]) {
        await curve.scrollIntoViewIfNeeded();
        const box = await curve.boundingBox();
        await page.mouse.move(box.x + x * box.width, box.y + box.height / 2);
        assert.equal(await height(), before, "the pointer moves the page");
      }
    const cut = await page
      .locator(".panel:visible:not(.list)")
      .evaluateAll((nodes) => nodes.filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.innerText));
    assert.deepEqual(cut, [], "a panel is cut off");
  },
);

scene(
  "a game of a training run opens in the page to play on",
  { site: training, path: "training.html", seconds: 400 },
  async ({ page }) => {
    await longGame(page).click({ timeout: 60_000 });
    await page.getByRole("button", { name: "To the end" }).click();
    await page.waitForFunction(() =>
      / (\d+) of \1 moves/.test(document.querySelector("#ply-facts").innerText),
    );
    const before = { white: await stones(page, "white"), black: await stones(page, "black") };
    await page.getByRole("link", { name: "Open on the play page" }).click();
    await loaded(page);
    assert.deepEqual({ white: await stones(page, "white"), black: await stones(page, "black") }, before);
  },
);

async function empty() {
  const runs = await folder(),
    server = await serve(["--runs", runs]);
  const stop = async () => {
    await server.stop();
    await remove(runs);
  };
  return { ...server, stop };
}

scene("no run yet", { site: empty, path: "training.html" }, async ({ page, shot }) => {
  await page.locator("#empty").waitFor();
  assert.match(await text(page, "#empty"), /cmd\/train/);
  await shot("training empty");
});
