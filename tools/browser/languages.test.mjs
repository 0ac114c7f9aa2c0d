// The languages of the pages: the browser's own at first, then the chosen one.
import assert from "node:assert/strict";
import { accessible } from "./axe.mjs";
import { myTurn } from "./board.mjs";
import { scene } from "./harness.mjs";
import { training } from "./training.mjs";

const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const lang = (page) => page.locator("html").getAttribute("lang");
const status = (page) => page.locator("#status").innerText();

// fits fails if a person can scroll the page sideways.
async function fits(page, what) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${what} has ${content} pixels on a screen of ${window}`);
}

// choose chooses a language in the header, which loads the page again.
async function choose(page, language) {
  const loaded = page.waitForEvent("load");
  await page.locator("#language").selectOption(language);
  await loaded;
}

scene(
  "a German browser gets German pages, which fit a narrow phone",
  { device: { ...narrow, locale: "de-AT" }, seconds: 120 },
  async ({ page, server, shot }) => {
    await myTurn(page);
    assert.equal(await lang(page), "de");
    assert.match(await status(page), /^Du bist am Zug: Wähle den hintersten Stein/);
    await fits(page, "the first screen");
    await page.getByRole("button", { name: "Mehr" }).click();
    for (const name of ["Analyse", "Rückblick", "Regeln", "Partie"]) {
      await page.getByRole("tab", { name }).click();
      await fits(page, `the tab ${name}`);
    }
    await shot("German on a narrow phone");
    await page.goto(`${server.url}#learn=2`);
    await page.getByRole("heading", { name: "Eine Linie zieht zusammen" }).waitFor();
    await fits(page, "the lesson");
    await page.goto(`${server.url}puzzles.html`);
    await page.locator("#next:enabled").waitFor();
    assert.equal(await page.title(), "Aufgaben · Epaminondas");
    await fits(page, "the page of puzzles");
    await accessible(page);
  },
);

const german = { device: { locale: "de" } };

scene("the chosen language stays after a reload, and English too", german, async ({ page }) => {
  await myTurn(page);
  await choose(page, "es");
  await myTurn(page);
  assert.equal(await lang(page), "es");
  assert.match(await status(page), /^Te toca: elige la ficha de cola/);
  await page.reload();
  await myTurn(page);
  assert.equal(await lang(page), "es");
  await choose(page, "en");
  await myTurn(page);
  assert.match(await status(page), /^Your move: choose the hindmost stone/);
  assert.equal(await page.locator("#language").inputValue(), "en");
});

// The run begins at once, because it does not solve the board for its report.
const begun = () => training(["live"], 60, ["report.exact_positions=0"]);
const phone = { device: { ...narrow, locale: "de" }, path: "training.html", seconds: 240 };

scene("the training view is in German and Spanish too", { ...phone, site: begun }, async ({ page }) => {
  const words = {
    de: { best: /Bester Checkpoint/, time: "Laufzeit", facts: /^Nach \d+ von \d+ Z/ },
    es: { best: /Mejor checkpoint/, time: "tiempo", facts: /^Tras \d+ de \d+ j/ },
  };
  for (const [language, { best, time, facts }] of Object.entries(words)) {
    if (language !== "de") await choose(page, language);
    await page.locator("#charts .legend .at", { hasText: time }).first().waitFor({ timeout: 90_000 });
    await page.locator("#ply-facts", { hasText: facts }).waitFor({ timeout: 90_000 });
    assert.match(await page.locator("#headline").innerText(), best);
    await fits(page, `the training view in ${language}`);
  }
  await accessible(page);
});
