// The curves of a training run beside another run: comparing, zooming, smoothing and saving.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { scene } from "./harness.mjs";
import { training } from "./training.mjs";

const two = () =>
  training(["one", "two"], 60, (name) => [
    "report.exact_positions=0",
    "report.games=0",
    `search.c_visit=${name === "one" ? 50 : 40}`,
  ]);

// saved returns the file that a click saves.
async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) };
}

scene(
  "curves of two runs",
  { site: two, path: "training.html#run=one", seconds: 180 },
  async ({ page, server, shot }) => {
    const title = page.getByRole("heading", { name: "Policy loss" }),
      chart = page.locator("#charts figure").filter({ has: title });
    await page.waitForFunction(() => document.querySelectorAll("#charts canvas").length > 2, null, {
      timeout: 60_000,
    });
    await page.waitForTimeout(3000); // some more checkpoints
    await Promise.all(server.trains.map((train) => train.stop()));
    await page.locator("#state", { hasText: /stopped|finished/ }).waitFor({ timeout: 20_000 });

    // the pictures of a curve, after the browser has drawn it
    const canvas = chart.locator("canvas");
    const picture = () =>
      canvas.evaluate(async (node) => {
        for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
        return node.toDataURL();
      });
    await chart.scrollIntoViewIfNeeded();
    await page.mouse.move(2, 2);
    const alone = await picture();

    await page.locator("#compare summary").click();
    await page.getByRole("checkbox", { name: "two" }).check();
    const legend = chart.locator(".legend-rows");
    const other = legend.getByRole("button", { name: "two" });
    await other.waitFor({ timeout: 20_000 });
    assert.match(page.url(), /#run=one&with=two$/);
    const settings = await page.locator("#compare-settings tbody").innerText();
    assert.match(settings, /search\.c_visit\s+50(\.0)?\s+40(\.0)?/);
    assert.equal(await page.locator("#compare-settings tbody tr").count(), 1, settings);
    await chart.scrollIntoViewIfNeeded();
    await page.mouse.move(2, 2);
    const both = await picture();
    assert.notEqual(both, alone, "the other run has no curve");
    await shot("training two runs");
    await other.click();
    assert.equal(await other.getAttribute("aria-pressed"), "false");
    assert.notEqual(await picture(), both, "the legend does not switch a run off");
    await other.click();
    assert.equal(await other.getAttribute("aria-pressed"), "true");

    // zoom with the mouse, with keys and with buttons
    const over = chart.locator(".u-over");
    await chart.scrollIntoViewIfNeeded();
    await page.mouse.move(2, 2);
    const whole = await picture();
    const box = await over.boundingBox(),
      y = box.y + box.height / 2;
    await page.mouse.move(box.x + 0.4 * box.width, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, y, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await picture(), whole, "dragging does not zoom");
    await over.dblclick();
    assert.equal(await picture(), whole, "a double click does not show the whole run");
    await over.focus();
    await page.keyboard.press("+");
    const near = await picture();
    assert.notEqual(near, whole, "the key + does not zoom");
    await page.keyboard.press("Shift+ArrowRight");
    assert.notEqual(await picture(), near, "the keys do not move the curves");
    await page.keyboard.press("0");
    assert.equal(await picture(), whole, "the key 0 does not show the whole run");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const read = await page.locator("#reading").textContent();
    assert.match(read, /^running time .*one.*two/);
    await page.getByRole("button", { name: "Zoom in" }).click();
    assert.notEqual(await picture(), whole, "the button does not zoom");
    await page.getByRole("button", { name: "Whole run", exact: true }).click();
    assert.equal(await picture(), whole);

    await page.locator("#log").check();
    assert.notEqual(await picture(), whole, "the scale is not logarithmic");
    await page.locator("#log").uncheck();
    await page.locator("#smoothing").fill("0.9");
    assert.notEqual(await picture(), whole, "the curve is not smoothed");
    assert.equal(await page.locator("#smoothing-value").innerText(), "0.90");
    await shot("training smoothed");

    const table = await saved(page, chart.getByRole("button", { name: "Save Policy loss as CSV" }));
    assert.equal(table.name, "one-Policy-loss.csv");
    const [head, first] = table.data.toString().split("\r\n");
    const names = ["one", "two"].flatMap((run) => [`${run}: loss`, `${run}: entropy of the target`]);
    assert.equal(head, ["running time", ...names].join());
    assert.match(first, /^[\d.]+,/);
    const image = await saved(page, chart.getByRole("button", { name: "Save Policy loss as PNG" }));
    assert.equal(image.data.subarray(1, 4).toString(), "PNG");
    const all = (await saved(page, page.locator("#save-data"))).data.toString();
    for (const part of ["gradient_norm", "window_positions", "\r\none,", "\r\ntwo,"])
      assert.ok(all.includes(part), `the data lack ${part}`);
    const curves = await saved(page, page.locator("#save-pictures"));
    assert.ok(curves.data.length > 2 * image.data.length, "a picture of all curves");

    for (const width of [320, 390, 768, 1024, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} pixels wide in a window of ${width}`);
    }
    await page.reload();
    await other.waitFor({ timeout: 20_000 });
    assert.equal(await page.locator("#smoothing").inputValue(), "0.9", "the browser forgets the smoothing");
  },
);
