// The ways to move: dragging with a mouse or a finger, and keys alone. Also the width of a phone.
import assert from "node:assert/strict";
import { phone, scene } from "./harness.mjs";
import { centre, click, loaded, played, position, square, stones, targets } from "./board.mjs";

const alone = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";

async function drag(page, from, to) {
  const a = await centre(page, from),
    b = await centre(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
}

scene("dragging with the mouse", { path: alone }, async ({ page, shot }) => {
  await loaded(page);
  await drag(page, "a1", "a2");
  await shot("dragging");
  await page.mouse.up();
  await played(page, 1);
  assert.deepEqual(await stones(page, "white"), ["a2", "b1", "c1", "d1"]);
  await drag(page, "d6", "b3");
  await page.mouse.up();
  assert.match(await page.locator("#notice").innerText(), /not on a straight line/);
  assert.equal((await position(page)).plies, 1, "a stone dropped on an illegal square stays");
});

// The test drags a phalanx of two by its hindmost stone. The front stone lands on the square of the
// drop.
scene("dragging a phalanx", { path: `${alone}&start=bbbb/..../..../..../w.../www.+w` }, async ({ page }) => {
  await loaded(page);
  await drag(page, "a1", "a4");
  await page.mouse.up();
  await played(page, 1);
  assert.deepEqual(await stones(page, "white"), ["a3", "a4", "b1", "c1"]);
});

// finger sends the events of a touch screen. The browser turns them into pointer events and
// scrolling.
async function finger(context, page, from, to) {
  const session = await context.newCDPSession(page),
    steps = 6;
  const send = (type, point) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
  await send("touchStart", from);
  for (let i = 1; i <= steps; i++)
    await send("touchMove", {
      x: from.x + ((to.x - from.x) * i) / steps,
      y: from.y + ((to.y - from.y) * i) / steps,
    });
  await send("touchEnd");
}

scene("dragging with a finger", { path: alone, device: phone }, async ({ page, context, shot }) => {
  await loaded(page);
  await square(page, "a1").scrollIntoViewIfNeeded();
  await finger(context, page, await centre(page, "a1"), await centre(page, "a2"));
  await played(page, 1);
  assert.deepEqual(await stones(page, "white"), ["a2", "b1", "c1", "d1"]);
  await shot("phone dragged");
});

scene("tapping", { path: alone, device: phone }, async ({ page }) => {
  await loaded(page);
  await square(page, "a1").tap();
  assert.deepEqual(await targets(page), ["a2", "b2"]);
  await square(page, "b2").tap();
  assert.equal(await page.locator("#board .ghost").count(), 1, "the first tap does not show the move");
  assert.equal((await position(page)).plies, 0);
  await square(page, "b2").tap();
  await played(page, 1);
  assert.deepEqual(await stones(page, "white"), ["b1", "b2", "c1", "d1"]);
});

scene("keys alone", { path: alone }, async ({ page, shot }) => {
  await loaded(page);
  for (
    let i = 0;
    !(await page.locator("#board").evaluate((board) => board === document.activeElement));
    i++
  ) {
    assert.ok(i < 40, "Tab never reaches the board");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#notice").innerText(), /^a1 chosen.* land on .*b2/);
  for (const key of ["ArrowUp", "ArrowRight"]) await page.keyboard.press(key); // a1 to b2
  await shot("keys");
  await page.keyboard.press("Enter");
  await played(page, 1);
  assert.deepEqual(await stones(page, "white"), ["b1", "b2", "c1", "d1"]);
  await page.keyboard.press("u");
  await played(page, 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.deepEqual(await targets(page), [], "Escape lets go");
});

for (const rules of [
  "epaminondas,max_plies=300",
  "crossings,max_plies=150",
  "epaminondas:4x6x1,max_plies=60",
]) {
  scene(
    `a phone's width, ${rules}`,
    { path: `#rules=${rules}&white=you&black=you&seed=7`, device: phone },
    async ({ page, shot }) => {
      await loaded(page);
      await shot(`phone ${rules}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px have to be scrolled to the side`);
      const side = (await square(page, "a1").boundingBox()).width;
      assert.ok(side >= 20, `a square is ${side} px wide: too small for a finger`);
      const [own] = await stones(page, "white");
      await click(page, own);
    },
  );
}

const tall = { ...phone, viewport: { width: 390, height: 844 } };
const opening = "&moves=g2-g3+g11-g10+h2-h3+h11-h10";
const large = "#rules=epaminondas,max_plies=300&white=you&seed=7";

// elements that must be visible together during a game.
const needed = ["#board", "#status", "#far-white", "#far-black", "#previous", "#next", "#undo", "#hint"];

async function fits(page, what) {
  for (const selector of needed) {
    const box = await page.locator(selector).boundingBox();
    assert.ok(
      box && box.y >= 0 && box.y + box.height <= 844 && box.x >= 0 && box.x + box.width <= 390,
      `${what}: ${selector} lies at ${JSON.stringify(box)}`,
    );
  }
}

scene(
  "a large board and all controls of a game fit on the screen of a phone",
  { path: `${large}&black=you${opening}`, device: tall },
  async ({ page, shot }) => {
    await loaded(page);
    await fits(page, "under way");
    await shot("phone tall");
    await page.locator("#previous").tap();
    await page.waitForFunction(() => /^After move 3/.test(document.querySelector("#status").innerText));
    await fits(page, "looking back");
    await page.locator("#next").tap();
    await square(page, "e2").tap();
    await square(page, "f9").tap();
    assert.match(await page.locator("#notice").innerText(), /straight line/);
    await fits(page, "after a refusal");
  },
);

scene(
  "a large board against an engine on a phone",
  { path: `${large}&black=classical&bl=1`, device: tall },
  async ({ page, shot }) => {
    await loaded(page);
    await fits(page, "at the start");
    await square(page, "e2").tap();
    await square(page, "e3").tap();
    await fits(page, "with a move to confirm");
    await square(page, "e3").tap();
    await played(page, 2);
    await page.locator("#hint").tap();
    await page.locator("#board .arrow.hint").first().waitFor();
    await fits(page, "with a hint");
    await shot("phone tall hint");
  },
);

scene(
  "a tap on a stone marks its whole line and the stones that it would capture",
  {
    path: "#rules=epaminondas:8x8,max_plies=150&white=you&black=you&seed=7&start=......../......../....b.../....b.../....w.../....w.../....w.../bb...... w".replace(
      " ",
      "+",
    ),
    device: tall,
  },
  async ({ page, shot }) => {
    await loaded(page);
    const marked = (key) =>
      page.locator(`#board [data-${key}]`).evaluateAll((nodes, key) => nodes.map((n) => n.dataset[key]), key);
    await square(page, "e2").tap();
    assert.deepEqual(await marked("line"), ["e2", "e3", "e4"]);
    assert.deepEqual(await marked("threatened"), ["e5", "e6"]);
    assert.ok((await targets(page)).includes("e5"));
    await shot("phone line");
    await page.keyboard.press("Escape");
    assert.deepEqual(await marked("line"), []);
  },
);

for (const device of [tall, undefined]) {
  scene(
    `the score is the largest figure beside a player, ${device ? "phone" : "desktop"}`,
    { path: `${large}&black=classical&bl=1`, device },
    async ({ page }) => {
      await loaded(page);
      for (const colour of ["white", "black"]) {
        const sizes = await page
          .locator(`#seat-${colour} *:visible`)
          .evaluateAll((nodes) => nodes.map((n) => [n.tagName, parseFloat(getComputedStyle(n).fontSize)]));
        const score = sizes.find(([tag]) => tag === "STRONG")?.[1];
        assert.ok(
          score >= 24 && sizes.every(([tag, size]) => tag === "STRONG" || size < score),
          JSON.stringify(sizes),
        );
        assert.equal(await page.locator(`#far-${colour}`).innerText(), "far row: 0");
      }
    },
  );
}
