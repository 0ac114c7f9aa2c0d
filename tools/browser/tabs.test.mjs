// Many tabs of one browser. A browser has six connections to a server for all its tabs.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scene } from "./harness.mjs";
import { loaded, panel } from "./board.mjs";
import { folder, remove, serve } from "./program.mjs";
import { training } from "./training.mjs";

const quick = ["report.exact_positions=0", "report.games=0"]; // training begins at once
const game = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";

// figures waits until a training page shows a run, and returns its figures.
async function figures(page, seconds = 20) {
  await page.waitForFunction(() => document.querySelector("#headline")?.innerText, null, {
    timeout: seconds * 1000,
  });
  return page.locator("#headline").innerText();
}

// moves waits until a training page shows other figures.
const moves = (page, before, seconds = 30) =>
  page.waitForFunction((before) => document.querySelector("#headline").innerText !== before, before, {
    timeout: seconds * 1000,
  });

// see makes a page visible or hidden, as when a person changes to another tab.
const see = (page, visible) =>
  page.evaluate((visible) => {
    const define = (name, get) => Object.defineProperty(document, name, { configurable: true, get });
    define("visibilityState", () => (visible ? "visible" : "hidden"));
    define("hidden", () => !visible);
    document.dispatchEvent(new Event("visibilitychange"));
  }, visible);

// under returns the requests of a page that have no full answer yet.
function under(page) {
  const open = new Set();
  page.on("request", (request) => open.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  return open;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// held returns how many requests were open at every look during some seconds.
async function held(sets, seconds = 3) {
  let least = Infinity;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(50))
    least = Math.min(
      least,
      sets.reduce((sum, open) => sum + open.size, 0),
    );
  return least;
}

// lasting returns how many requests stay open during some seconds. Without Web Locks, other tabs ask again
// and again, and are refused at once.
async function lasting(sets, seconds = 3) {
  const before = sets.map((open) => new Set(open));
  await pause(seconds * 1000);
  return sets.reduce((sum, open, i) => sum + [...open].filter((request) => before[i].has(request)).length, 0);
}

// withoutLocks takes Web Locks and BroadcastChannel from a page, as on an address without https.
const withoutLocks = () => {
  Object.defineProperty(Navigator.prototype, "locks", { configurable: true, value: undefined });
  delete globalThis.BroadcastChannel;
};

for (const [kind, prepare] of [
  ["", undefined],
  [", without Web Locks", ({ context }) => context.addInitScript(withoutLocks)],
])
  scene(
    `ten tabs watch training, and a game tab loads${kind}`,
    { site: () => training(["one", "two"], 120, quick), path: game, prepare, seconds: 150 },
    async ({ page, context, server }) => {
      await loaded(page);
      const tabs = [],
        open = [];
      for (let i = 0; i < 10; i++) {
        const tab = await context.newPage();
        open.push(under(tab));
        await tab.goto(`${server.url}training.html#run=${i % 2 ? "one" : "two"}`, { timeout: 20_000 });
        tabs.push(tab);
      }
      const before = await Promise.all(tabs.map((tab) => figures(tab, 40)));
      assert.equal(await held(open), 0, "tabs hold connections");
      await page.reload({ timeout: 5000 });
      await loaded(page);
      await Promise.all(tabs.map((tab, i) => moves(tab, before[i])));
      await tabs[0].close();
      const then = await figures(tabs[1]);
      await moves(tabs[1], then);

      await see(tabs[2], false);
      await pause(500);
      let asked = 0;
      tabs[2].on("request", () => asked++);
      const last = await figures(tabs[2]);
      await pause(3000);
      assert.equal(asked, 0, "a hidden tab asks the server");
      assert.equal(open[2].size, 0, "a hidden tab holds a connection");
      await see(tabs[2], true);
      await moves(tabs[2], last, 5);
    },
  );

const analysis = (page) => page.getByRole("switch", { name: "Analysis" });
const facts = (page) => page.locator("#analysis-facts").innerText();

// until waits for a condition.
async function until(condition, what, seconds = 10) {
  for (const end = Date.now() + seconds * 1000; !(await condition()); await pause(50))
    assert.ok(Date.now() < end, what);
}

const busy = /already run/,
  found = /positions|Proved/;
const large = "#rules=epaminondas,max_plies=300&white=you&black=you&seed=7";

for (const [kind, prepare] of [
  ["", undefined],
  [", without Web Locks", ({ context }) => context.addInitScript(withoutLocks)],
])
  scene(
    `seven tabs analyse, and another one loads${kind}`,
    { path: game, prepare, seconds: 120 },
    async ({ page, context, server, shot }) => {
      await loaded(page);
      const tabs = [],
        open = [];
      for (let i = 0; i < 7; i++) {
        const tab = await context.newPage();
        open.push(under(tab));
        await tab.goto(server.url + large, { timeout: 10_000 });
        await loaded(tab);
        await panel(tab, "Analysis");
        await analysis(tab).click();
        await tab.locator("#analyst").selectOption("classical"); // a tree would fill its memory and end
        tabs.push(tab);
      }
      const of = async (pattern) => {
        const texts = await Promise.all(tabs.map(facts));
        return tabs.filter((_, i) => pattern.test(texts[i]));
      };
      await until(async () => (await of(busy)).length === 5, "five tabs do not say what they wait for");
      assert.equal((await of(found)).length, 2, "tabs that analyse");
      assert.equal(await lasting(open), 2, "connections that seven analyses hold");
      await page.reload({ timeout: 5000 });
      await loaded(page);
      await shot(`busy${kind}`);

      const [first, second] = await of(found);
      await analysis(first).click(); // off
      await until(async () => (await of(found)).length >= 2, "no other analysis takes the free place");
      await see(second, false);
      // the hidden tab keeps its lines, but not its place
      await until(async () => (await of(found)).length >= 3, "a hidden tab keeps its place");
      assert.equal(open[tabs.indexOf(second)].size, 0, "a hidden tab holds a connection");
      for (const tab of tabs)
        if (tab !== second && (await analysis(tab).isChecked())) await analysis(tab).click();
      const before = await facts(second);
      await see(second, true);
      const again = async () => found.test(await facts(second)) && (await facts(second)) !== before;
      await until(again, "the tab does not search again");
    },
  );

scene(
  "a review and a move wait for a place and say so",
  {
    path: game,
    prepare: ({ page }) =>
      page.addInitScript(() => {
        for (const kind of ["move", "analysis"])
          for (const i of [1, 2])
            navigator.locks.request(
              `search: ${kind} ${i}`,
              () => new Promise((done) => (globalThis[kind + i] = done)),
            );
      }),
  },
  async ({ page }) => {
    await loaded(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("#status", { hasText: "Engines already think in two tabs" }).waitFor();
    await page.evaluate(() => globalThis.move1());
    await page.locator("#board .arrow.hint").waitFor();
    assert.doesNotMatch(await page.locator("#status").innerText(), /already/);
    await page.locator("#board .movable").first().waitFor();
    await page.goto(page.url() + "&moves=a1-a2");
    await page.reload();
    await loaded(page);
    await panel(page, "Review");
    await page.getByRole("button", { name: "What did I miss?" }).click();
    await page.locator("#review-facts", { hasText: "Two analyses or reviews already run" }).waitFor();
    await page.evaluate(() => globalThis.analysis2());
    await page.locator("#review-facts", { hasText: /cost/ }).waitFor();
  },
);

// many serves a folder with many runs that have only begun to exist.
async function many() {
  const runs = await folder();
  for (let i = 0; i < 130; i++) {
    await mkdir(join(runs, `run-${i}`));
    await writeFile(join(runs, `run-${i}`, "run.toml"), "");
  }
  const server = await serve(["--runs", runs]);
  const stop = async () => {
    await server.stop();
    await remove(runs);
  };
  return { ...server, stop };
}

const refusals = /Failed to load resource/; // these runs have no database

scene(
  "every run of a long list can be chosen",
  { site: many, path: "training.html", expected: refusals },
  async ({ page }) => {
    await page.locator("#run option").nth(129).waitFor({ state: "attached" });
    await page.locator("#filter").fill("12");
    const names = () => page.locator("#run option:not([disabled])").allInnerTexts();
    const fitting = (await names()).filter((name) => name.includes("12"));
    assert.equal(fitting.length, 12, "run-12, run-112 and run-120 to run-129");
    assert.ok((await names()).length <= fitting.length + 1, "the filter shows other runs");
    await page.locator("#run").selectOption("run-129");
    assert.match(page.url(), /#run=run-129$/);
    await page.locator("#trouble", { hasText: "This run cannot be shown" }).waitFor();
  },
);

scene(
  "a link to a run that does not exist says so",
  { site: () => training(["live"], 60, quick), path: "training.html#run=nothing", seconds: 90 },
  async ({ page, shot }) => {
    await page.locator("#trouble", { hasText: "There is no run “nothing”" }).waitFor();
    await pause(6000);
    assert.match(await page.locator("#trouble").innerText(), /There is no run “nothing”.*choose one/);
    assert.ok(!(await page.locator("#view").isVisible()), "another run is shown");
    assert.match(page.url(), /#run=nothing$/);
    await shot("no such run");
    await page.locator("#run").selectOption("live");
    await figures(page, 40);
    assert.ok(!(await page.locator("#trouble").isVisible()), "the error stays");
    await page.evaluate(() => (location.hash = "run=nobody"));
    await page.locator("#trouble", { hasText: "There is no run “nobody”" }).waitFor();
    assert.ok(!(await page.locator("#view").isVisible()), "the run before is still shown");
  },
);
