// Sharing a finished game: its link, and the picture of its end. No request leaves the machine.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { phone, scene } from "./harness.mjs";
import { accessible } from "./axe.mjs";
import { loaded, played, position } from "./board.mjs";

const moves = "a1-a2+d6-c5+a2-a3+c6-d5+a3-a4+b6-a5+a4-b5+c5-c6+b5-b6+d5-d4"; // White wins
const finished = (players) => `#rules=epaminondas:4x6x1,max_plies=60${players}&seed=7&moves=${moves}`;
const alone = finished("&white=you&black=classical&bl=3");

const said = (page) => page.locator("#share-notice").innerText();

async function open(page) {
  await page.locator("#share").click();
  await page.locator("#share-save:not(:disabled)").waitFor();
}

// pixels returns the colours of points of the picture. A browser warns if they are read one by one.
const pixels = (page, ...points) =>
  page.evaluate((points) => {
    const context = document.querySelector("#share-picture").getContext("2d"),
      { width, data } = context.getImageData(0, 0, 1200, 630);
    return points.map(([x, y]) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)]);
  }, points);

const bright = ([r, g, b]) => r + g + b > 600;

scene("the link to a finished game is copied", { path: alone }, async ({ page, context, shot }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await loaded(page);
  const end = await position(page);
  await page.keyboard.press("ArrowLeft"); // the picture still shows the end
  await page.waitForFunction(() => /^After move 9/.test(document.querySelector("#status").innerText));
  await open(page);
  await accessible(page, "the dialog that shares a game");
  await shot("share");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => document.querySelector("#share-notice").innerText === "Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await played(other, 10);
  await other.locator("#ending").waitFor();
  assert.deepEqual(await position(other), end);
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#sharing").isHidden(), "Escape does not close the dialog");
});

scene("the picture of a finished game is saved", { path: alone }, async ({ page }) => {
  await loaded(page);
  await open(page);
  assert.equal(
    await page.locator("#share-picture").getAttribute("aria-label"),
    "The final board. Won 1 to 0 in 10 moves against level 3.",
  );
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save picture" }).click();
  const file = await coming,
    bytes = await readFile(await file.path());
  assert.equal(file.suggestedFilename(), "Epaminondas.png");
  assert.deepEqual([...bytes.subarray(1, 4)], [..."PNG"].map((c) => c.charCodeAt()));
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  // The picture has the last move from d5 to d4, a white stone on b6 and a black one on d4.
  const [b6, d4, trace, free] = await pixels(page, [310, 117], [468, 275], [468, 196], [389, 196]);
  assert.ok(bright(b6), "no white stone on b6");
  assert.ok(!bright(d4), "no black stone on d4");
  assert.ok(trace[2] < free[2] - 20, `no last move: ${trace} on d5, ${free} on c5`);
});

scene(
  "two people, a black stone at the bottom, and the dark theme",
  { path: `${finished("&white=you&black=you")}&flipped=1`, device: { ...phone, colorScheme: "dark" } },
  async ({ page, shot }) => {
    await loaded(page);
    await open(page);
    const label = await page.locator("#share-picture").getAttribute("aria-label");
    assert.match(label, /White wins 1 to 0 in 10 moves\.$/);
    const [edge, b6] = await pixels(page, [10, 10], [389, 512]);
    assert.ok(!bright(edge), "the picture is not dark");
    assert.ok(bright(b6), "b6 is not below");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
    await accessible(page, "the dialog on a phone, in the dark");
    await shot("share phone");
  },
);

// A browser in which the system shares links and files.
const system = ({ page }) =>
  page.addInitScript(() => {
    globalThis.shared = [];
    navigator.share = async (data) => {
      if (globalThis.refusal) throw new DOMException("no", globalThis.refusal);
      globalThis.shared.push(data);
    };
    navigator.canShare = ({ files }) => files.every((f) => f.type === "image/png" && f.size > 1000);
  });

const passes = "the system shares the link and the picture";
scene(passes, { path: alone, prepare: system }, async ({ page, shot }) => {
  await loaded(page);
  await open(page);
  await page.getByRole("button", { name: "Share link" }).click();
  await page.getByRole("button", { name: "Share picture" }).click();
  const shared = await page.evaluate(() => globalThis.shared.map(({ url, files }) => url ?? files[0].name));
  assert.equal(new URL(shared[0]).hash, new URL(page.url()).hash);
  assert.deepEqual(shared.slice(1), ["Epaminondas.png"]);
  await shot("share with the system");
  for (const [refusal, words] of [
    ["AbortError", ""], // the person has closed the sheet
    ["NotAllowedError", "The system does not share this. Copy the link, or save the picture."],
  ]) {
    await page.evaluate((name) => (globalThis.refusal = name), refusal);
    await page.getByRole("button", { name: "Share link" }).click();
    await page.waitForFunction((words) => document.querySelector("#share-notice").innerText === words, words);
    assert.equal(await said(page), words);
  }
});
