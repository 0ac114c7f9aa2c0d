// The lesson. The tests follow what the page shows: its marks, texts and buttons.
import assert from "node:assert/strict";
import { accessible } from "./axe.mjs";
import { click, loaded, myTurn, square, stones, targets } from "./board.mjs";
import { scene } from "./harness.mjs";

const count = 8; // steps

const marks = (page, key) =>
  page.locator(`#board [data-${key}]`).evaluateAll((nodes, key) => nodes.map((n) => n.dataset[key]), key);
const text = (page, id) => page.locator(`#${id}`).innerText();
const button = (page, name) => page.getByRole("button", { name });
const row = (name) => Number(name.slice(1));

// opened waits for a step.
async function opened(page, n) {
  await page.waitForFunction(
    ([n, count]) => document.querySelector("#lesson-count").textContent === `${n} of ${count}`,
    [n, count],
  );
  await page.waitForURL(new RegExp(`#learn=${n}$`));
  await page.locator("#board [data-goal]").first().waitFor();
}

// judged waits for the program's judgement and returns it.
async function judged(page) {
  await page.locator("#strip.reached, #strip.missed").waitFor();
  return text(page, "status");
}

// choose touches or clicks a square. By touch, a landing square needs a second tap.
async function choose(page, name, touch, again = false) {
  if (!touch) return click(page, name);
  await square(page, name).tap();
  if (again) await square(page, name).tap();
}

async function move(page, from, to, touch) {
  await choose(page, from, touch);
  await choose(page, to, touch, true);
}

// illegal tries a square that the chosen stone cannot reach. The page says why it cannot.
async function illegal(page, touch) {
  const from = (await marks(page, "from"))[0] ?? (await movable(page))[0];
  await choose(page, from, touch);
  const may = new Set(await targets(page)),
    own = new Set(await stones(page, "white"));
  const all = await page
    .locator("#board [data-square]")
    .evaluateAll((nodes) => nodes.map((n) => n.dataset.square));
  const wrong = all.filter((s) => !may.has(s) && !own.has(s))[0];
  await choose(page, wrong, touch);
  assert.match(await text(page, "notice"), /\.$/, `nothing is said about ${from} to ${wrong}`);
  assert.equal(await page.locator("#strip.missed").count(), 0);
  await choose(page, from, touch); // lets go of it
}

const movable = async (page) => {
  const own = await stones(page, "white");
  const can = await page
    .locator("#board .movable")
    .evaluateAll((nodes) => nodes.map((n) => n.dataset.square));
  return own.filter((s) => can.includes(s));
};

// miss makes a legal move that does not end on a mark, and returns what the page says.
async function miss(page, touch) {
  const goals = await marks(page, "goal");
  for (const from of await movable(page)) {
    await choose(page, from, touch);
    const to = (await targets(page)).find((s) => !goals.includes(s));
    if (to) {
      await choose(page, to, touch, true);
      return judged(page);
    }
    await choose(page, from, touch);
  }
  return assert.fail("every move ends on a mark");
}

// solve makes the move that the marks show. Without a marked stone it asks for the answer.
async function solve(page, touch) {
  const [from] = await marks(page, "from");
  if (!from) {
    await button(page, "Show me").click();
    const [, rear, to] = /choose (\w\d), and then (\w\d)/.exec(await text(page, "notice"));
    assert.equal(await page.locator("#board .arrow.hint").count(), 1);
    return move(page, rear, to, touch);
  }
  const goals = await marks(page, "goal");
  await choose(page, from, touch);
  const reached = (await targets(page)).filter((s) => goals.includes(s));
  return choose(page, reached.sort((a, b) => row(b) - row(a))[0], touch, true);
}

const wide = { viewport: { width: 1440, height: 900 }, colorScheme: "light" };
const narrow = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  colorScheme: "dark",
};

for (const [name, device] of [
  ["on a large screen, light", wide],
  ["on a phone, dark", narrow],
])
  scene(`the whole lesson ${name}`, { device, seconds: 60 }, async ({ page, shot }) => {
    const touch = device === narrow;
    await loaded(page);
    await accessible(page, "the first screen");
    await shot(`learn welcome ${name}`);
    await page.locator("#welcome").getByRole("link", { name: "Learn the rules" }).click();
    for (let n = 1; n < count; n++) {
      await opened(page, n);
      assert.ok((await text(page, "lesson-text")).length > 40);
      await illegal(page, touch);
      assert.match(await miss(page, touch), /^Not yet\. ./);
      if (n === 1 || n === 5) await accessible(page, `step ${n}, a miss`);
      if (n === 3) await shot(`learn miss ${name}`);
      if (n % 2) await button(page, "Try again").click();
      else await choose(page, "a2", touch); // the board sets the stones back as well
      await page.locator("#strip.missed").waitFor({ state: "detached" });
      if (n === 4) {
        await page.reload();
        await opened(page, 4);
        assert.equal(await page.locator(".lesson-steps .done").count(), 3, "finished steps are forgotten");
      }
      await solve(page, touch);
      assert.match(await judged(page), /^Well done\. ./);
      await accessible(page, `step ${n}, reached`);
      await shot(`learn step ${n} ${name}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `step ${n} is ${wider} px wider than the window`);
      await button(page, "Next").click();
    }
    await opened(page, count);
    await accessible(page, "the last step");
    await button(page, "Start the game").click();
    await page.locator("body:not(.learning)").waitFor();
    assert.deepEqual(
      await Promise.all(["rules", "white", "black-level"].map((id) => page.locator(`#${id}`).inputValue())),
      ["epaminondas:4x6x1,max_plies=60", "you", "1"],
    );
    assert.equal(await page.locator("#lesson").isVisible(), false);
    assert.ok(await myTurn(page));
    await move(page, "a1", "a2", touch);
    await page.waitForFunction(() => document.querySelectorAll("#moves button:not([hidden])").length >= 2);
    await page.goto(page.url().replace(/#.*/, "#learn"));
    await opened(page, 1); // all steps are done, so the lesson begins again
    assert.equal(await page.locator(".lesson-steps .done").count(), count);
  });

scene("the lesson by keys alone", { path: "#learn=5" }, async ({ page }) => {
  await opened(page, 5);
  const board = page.locator("#board");
  const described = await board.getAttribute("aria-describedby");
  assert.match(await text(page, described), /Black has just reached row 1[^]*Goal/);
  await board.focus();
  const go = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // a1, then d1: nothing to reach there, and the page says so
  await go(["Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"]);
  assert.match(await text(page, "notice"), /\.$/);
  await go(["Escape", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "Enter"]);
  await go(["ArrowLeft", "ArrowDown", "Enter"]);
  assert.match(await judged(page), /^Not yet\. Black's turn begins with 1 stone on row 1 against 0/);
  await page.locator("#lesson-retry:focus").waitFor();
  await go(["Enter"]);
  await page.locator("#board:focus").waitFor();
  await page.locator("#strip.missed").waitFor({ state: "detached" });
  await go(["ArrowUp", "ArrowRight", "Enter", "ArrowUp", "Enter"]); // from c4 to d5, and to d6
  assert.match(await judged(page), /^Well done\. You have drawn level: 1 to 1/);
  await page.locator("#lesson-next:focus").waitFor();
  await go(["Enter"]);
  await opened(page, 6);
  await go(["n"]);
  await opened(page, 7);
  await go(["h"]);
  assert.match(await text(page, "notice"), /^The answer: choose c5/);
});

scene(
  "the opponent answers a crossing that it can capture, and not the one that wins",
  { path: "#learn=6" },
  async ({ page }) => {
    await opened(page, 6);
    await move(page, "g7", "f8");
    assert.match(await judged(page), /^Not yet\. Black's line of 2 has captured your stone on f8/);
    assert.deepEqual(await stones(page, "black"), ["e5", "e8", "f8"]);
    await page.keyboard.press("u");
    await page.locator("#strip.missed").waitFor({ state: "detached" });
    await move(page, "g7", "h8");
    assert.match(await judged(page), /^Well done\. Black had no answer/);
    assert.ok((await stones(page, "white")).includes("h8"));
  },
);

scene("the lesson obeys the wish for less motion", { path: "#learn=1" }, async ({ page }) => {
  await opened(page, 1);
  const animation = (selector) =>
    page.locator(selector).evaluate((node) => getComputedStyle(node).animationName);
  assert.equal(await animation(".goal-stone"), "none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.equal(await animation(".goal-stone"), "beckon");
  await solve(page);
  assert.match(await judged(page), /^Well done/);
  assert.equal(await animation(".goal.reached"), "reached");
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await animation(".goal.reached"), "none");
});

scene("the first screen offers 8x8 against level 1, and two people", {}, async ({ page }) => {
  await loaded(page);
  const value = (id) => page.locator(`#${id}`).inputValue();
  assert.equal(await value("rules"), "epaminondas:8x8,max_plies=150");
  assert.deepEqual([await value("white"), await value("black-level")], ["you", "1"]);
  assert.notEqual(await value("black"), "you");
  await page.locator("#welcome").getByRole("button", { name: "Two people" }).click();
  await page.locator("#welcome").waitFor({ state: "hidden" });
  assert.deepEqual([await value("white"), await value("black")], ["you", "you"]);
  const two = page.locator("#two");
  assert.equal(await two.getAttribute("aria-pressed"), "true");
  await two.click();
  await page.waitForFunction(() => document.querySelector("#black").value !== "you");
  assert.equal(await two.getAttribute("aria-pressed"), "false");
  await page.goto(page.url().replace(/#.*/, ""));
  await loaded(page);
  assert.equal(await page.locator("#welcome").isVisible(), false, "the invitation comes again");
});

scene(
  "the game waits while a person learns",
  { path: "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7&moves=a1-a2" },
  async ({ page }) => {
    await loaded(page);
    assert.equal(await page.locator("#welcome").isVisible(), false, "a link to a game invites to the lesson");
    await page.getByRole("link", { name: "Learn" }).click();
    await opened(page, 1);
    await page.reload();
    await opened(page, 1);
    await page.getByRole("link", { name: "Play" }).click();
    await square(page, "d6").waitFor();
    assert.deepEqual(await stones(page, "white"), ["a2", "b1", "c1", "d1"]);
    assert.equal(await page.locator("#lesson").isVisible(), false);
  },
);
