// Access for everybody: forced colours, other keyboard layouts, and a port that a tunnel forwards.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { scene } from "./harness.mjs";
import { click, loaded, panel, played, plies } from "./board.mjs";
import { colours, contrast, forced } from "./contrast.mjs";
import { standings } from "./match.mjs";
import { serve } from "./program.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
const centre = [0.5, 0.5];

// apart checks that a person can tell two colours apart.
const apart = (a, b, what) => assert.ok(contrast(a, b) >= 3, `${what}: ${a} and ${b}`);

for (const colorScheme of ["light", "dark"]) {
  const prepare = ({ page }) =>
    page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce", colorScheme });
  const name = `forced colours, ${colorScheme}, keep what colours say`;
  scene(name, { path: small, prepare }, async ({ page, shot }) => {
    await loaded(page);
    const one = async (selector, part = centre) => (await colours(page, selector, part))[0];
    apart(await one("#seat-white .colour"), await one("#seat-black .colour"), "the colours of the players");
    apart(await one("#board .stone.white"), await one("#board .stone.black"), "the stones");
    await panel(page, "Analysis");
    const toggle = page.getByRole("switch", { name: "Analysis" });
    const knob = async () => colours(page, "#analyse", [11 / 100, 0.5], [25 / 100, 0.5]);
    const off = await knob();
    await toggle.click();
    const on = await knob();
    assert.notDeepEqual(off, on, "the switch looks the same on and off");
    apart(...off, "the knob of the switch");
    apart(...on, "the knob of the switch that is on");
    await page.locator("#lines li").first().waitFor();
    await page.waitForFunction(() => parseFloat(document.querySelector("#bar-white").style.height) > 5);
    const height = await page.locator("#bar-white").evaluate((n) => parseFloat(n.style.height));
    if (height < 95) apart(...(await colours(page, "#bar", [0.2, 0.02], [0.2, 0.93])), "the bar");
    await click(page, "a1");
    await click(page, "a2");
    await played(page, 1);
    await click(page, "b6");
    await click(page, "b5");
    await played(page, 2);
    await panel(page, "Game");
    await page.locator("#moves [aria-current]").waitFor();
    const [current] = await colours(page, "#moves [aria-current]", [0.97, 0.5]);
    const [other] = await colours(page, "#moves button:not([aria-current])", [0.97, 0.5]);
    assert.notDeepEqual(current, other, "the shown move is not marked");
    await shot(`forced colours ${colorScheme}`);
  });
}

const training = { path: "training.html", prepare: forced };

scene("forced colours on the training page", training, async ({ page, shot }) => {
  await page.locator("#empty").waitFor();
  await page.evaluate(() => {
    document.querySelector("#view").hidden = false;
    document.querySelector("#spent").style.width = "50%";
    Object.assign(document.querySelector("#state"), { className: "state running", textContent: "running" });
  });
  apart(...(await colours(page, ".spent", [0.25, 0.5], [0.75, 0.5])), "the spent budget");
  apart(...(await colours(page, "#state", [15 / 100, 0.5], [0.97, 0.5])), "the mark of a run");
  await shot("forced colours training");
});

scene(
  "forced colours and other layouts on the page of a match",
  { site: standings, prepare: forced, fewest: 1 },
  async ({ page, shot }) => {
    await page.locator(".board .stone.white").first().waitFor();
    const one = async (selector) => (await colours(page, selector, centre))[0];
    apart(await one(".match .dot.white"), await one(".match .dot.black"), "the colours of the players");
    apart(await one(".board .stone.white"), await one(".board .stone.black"), "the stones");
    const current = await colours(page, ".game[aria-current]", [0.99, 0.5]);
    const other = await colours(page, ".game:not([aria-current])", [0.99, 0.5]);
    assert.notDeepEqual(current, other, "the shown game is not marked");
    await shot("forced colours standings");
    await page.locator("#board").scrollIntoViewIfNeeded();
    const height = () => page.locator(".board text").first().getAttribute("y"); // of row 1
    const before = await height();
    await press(page, "а", "KeyF"); // Cyrillic
    assert.notEqual(await height(), before, "the place of F does not flip the board");
    await press(page, "F", "KeyF");
    assert.equal(await height(), before, "a capital F does not flip it back");
  },
);

// press sends a key of a layout: the character that it writes, and its place on the keyboard.
const press = (page, key, code, more = {}) =>
  page.evaluate(
    ({ key, code, more }) =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...more }),
      ),
    { key, code, more },
  );

scene("shortcuts on other keyboard layouts", { path: small }, async ({ page }) => {
  await loaded(page);
  const analysis = page.getByRole("switch", { name: "Analysis" });
  const move = async () => {
    await click(page, "a1");
    await click(page, "a2");
    await played(page, 1);
  };
  for (const [layout, key, code] of [
    ["Cyrillic", "г", "KeyU"],
    ["Greek", "θ", "KeyU"],
    ["Hebrew", "ו", "KeyU"],
    ["Cyrillic with Shift", "Г", "KeyU"],
    ["Dvorak", "u", "KeyF"], // as the layout writes it, not by its place
    ["a dead key", "Dead", "KeyU"],
    ["caps lock", "U", "KeyU"],
  ]) {
    await move();
    await press(page, key, code);
    await played(page, 0);
    assert.equal(await plies(page), 0, layout);
  }
  await move();
  for (const [what, key, code, more] of [
    ["Dvorak's G at the place of U", "g", "KeyU"],
    ["Ctrl", "г", "KeyU", { ctrlKey: true }],
    ["Meta", "г", "KeyU", { metaKey: true }],
    ["Alt", "г", "KeyU", { altKey: true }],
    ["AltGr", "г", "KeyU", { modifierAltGraph: true }],
    ["no key", "", ""],
  ]) {
    assert.equal(await press(page, key, code, more), true, `${what} is taken`);
    assert.equal(await plies(page), 1, what);
  }
  await press(page, "ф", "KeyA");
  assert.equal(await analysis.getAttribute("aria-checked"), "true");
});

// forwarded passes the connections of another port on to the program, as ssh -L and a container do.
async function forwarded() {
  const program = await serve();
  const { port } = new URL(program.url);
  const tunnel = createServer((here) => {
    const there = connect(port, "127.0.0.1");
    for (const socket of [here, there]) socket.on("error", () => {});
    here.pipe(there).pipe(here);
  });
  tunnel.listen(0, "127.0.0.1");
  await once(tunnel, "listening");
  return {
    url: `http://127.0.0.1:${tunnel.address().port}/`,
    stop: async () => {
      tunnel.close();
      await program.stop();
    },
  };
}

scene("a forwarded port opens the page", { site: forwarded, path: small }, async ({ page }) => {
  await loaded(page);
  await click(page, "a1");
  await click(page, "a2");
  await played(page, 1);
});
