// Sharing a finished game: its link, the picture of its end, and the film of its moves. No request leaves
// the machine.
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

// decoded returns the number of frames of a film, its time in ms, and the colours of points in some frames.
const decoded = (page, base64, looks) =>
  page.evaluate(
    async ([base64, looks]) => {
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt()),
        decoder = new ImageDecoder({ data, type: "image/gif" });
      await Promise.all([decoder.completed, decoder.tracks.ready]);
      const frames = [];
      for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++)
        frames.push((await decoder.decode({ frameIndex: i })).image);
      const colours = looks.map(([frame, x, y]) => {
        const c = new OffscreenCanvas(frames[frame].codedWidth, frames[frame].codedHeight).getContext("2d");
        c.drawImage(frames[frame], 0, 0);
        return [...c.getImageData(x, y, 1, 1).data.slice(0, 3)];
      });
      const { codedWidth: width, codedHeight: height } = frames[0],
        time = frames.reduce((sum, f) => sum + f.duration / 1000, 0);
      return { count: frames.length, width, height, time, colours };
    },
    [base64, looks],
  );

scene("the film of a finished game is saved", { path: alone }, async ({ page }) => {
  await loaded(page);
  await open(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as GIF" }).click();
  const file = await coming,
    bytes = await readFile(await file.path());
  assert.equal(file.suggestedFilename(), "Epaminondas.gif");
  // Squares are 60 pixels wide, and the frame is 21 and 28. A white stone leaves a1.
  const at = (frame, x, y) => [frame, 21 + 60 * x - 30, 28 + 60 * (7 - y) - 30],
    looks = [at(0, 1, 1), at(1, 1, 1), at(10, 1, 1), at(10, 2, 6)],
    seen = await decoded(page, bytes.toString("base64"), looks);
  assert.deepEqual([seen.count, seen.width, seen.height, seen.time], [11, 282, 417, 1000 + 9 * 700 + 4000]);
  const [a1, left, later, b6] = seen.colours;
  assert.ok(bright(a1) && bright(b6), `no white stones on a1 and b6: ${a1}, ${b6}`);
  assert.ok(!bright(left) && !bright(later), `a white stone stays on a1: ${left}, ${later}`);
  assert.ok(await page.locator("#share-progress").isHidden());
});

scene("a closed dialog makes no film", { path: alone }, async ({ page }) => {
  await loaded(page);
  await open(page);
  page.on("download", () => assert.fail("a film was saved"));
  await page.getByRole("button", { name: "Save as GIF" }).click();
  await page.keyboard.press("Escape");
  await open(page);
  await page.locator("#share-film:not(:disabled)").waitFor();
  assert.equal(await said(page), "");
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
