// All screens of the page, checked by axe in light, dark and forced colours.
import { desktop, phone, scene } from "./harness.mjs";
import { accessible, colours } from "./axe.mjs";
import { click, loaded, panel } from "./board.mjs";
import { standings } from "./match.mjs";
import { training } from "./training.mjs";

const board = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
const finished = `${board}&moves=a1-a2+d6-c5+a2-a3+c6-d5+a3-a4+b6-a5+a4-b5+c5-c6+b5-b6+d5-d4`;
// White has captured a stone, and Black must draw level.
const danger =
  "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7" +
  "&start=b.../...w/b.../w.../w.../....+w&moves=a2xa3+a6-b6+d5-d6";

const looks = [
  ["light", { colorScheme: "light", forcedColors: "none" }],
  ["dark", { colorScheme: "dark", forcedColors: "none" }],
  ["forced colours", { colorScheme: "light", forcedColors: "active" }],
];

// check runs axe on a screen in all colours, and takes a picture of each. Most rules do not depend on the
// colours, so they apply only once.
async function check(page, shot, screen) {
  for (const [look, media] of looks) {
    await page.emulateMedia(media);
    await page.waitForTimeout(250); // the colours of some elements change slowly
    await accessible(page, `${screen}, ${look}`, look === "light" ? undefined : colours);
    await shot(`screen ${screen} ${look}`);
  }
}

for (const [size, device] of [
  ["large", desktop],
  ["phone", phone],
]) {
  scene(`axe: a game, ${size}`, { path: board, device, seconds: 150 }, async ({ page, shot }) => {
    await loaded(page);
    await click(page, "a1");
    await check(page, shot, `a chosen stone, ${size}`);
    await click(page, "a2");
    if (size === "phone") await page.locator("#more").click();
    for (const name of ["Game", "Analysis", "Review", "Rules"]) {
      await panel(page, name);
      if (name === "Analysis") {
        await page.getByRole("switch", { name: "Analysis" }).click();
        await page.locator("#lines li").first().waitFor();
      }
      await check(page, shot, `${name}, ${size}`);
    }
    await panel(page, "Game");
    await page.locator("#texts-open").click();
    await page.waitForFunction(() => document.querySelector("#record-json").value);
    await check(page, shot, `copy or paste, ${size}`);
    await page.locator("#texts-close").click();
    await page.locator("#new").click();
    await check(page, shot, `the question before a game is dropped, ${size}`);
  });

  const ends = `axe: danger and the end, ${size}`;
  scene(ends, { path: danger, device, seconds: 150 }, async ({ page, server, shot }) => {
    await loaded(page);
    await check(page, shot, `danger, ${size}`);
    await page.goto("about:blank");
    await page.goto(server.url + finished);
    await page.locator("#ending").waitFor();
    await check(page, shot, `the end, ${size}`);
    await page.locator("#share").click();
    await page.locator("#share-save:not(:disabled)").waitFor();
    await check(page, shot, `share, ${size}`);
  });

  const learns = `axe: lesson and puzzles, ${size}`;
  scene(learns, { path: "#learn", device, seconds: 150 }, async ({ page, server, shot }) => {
    await page.locator("#lesson-title").waitFor();
    await loaded(page);
    await check(page, shot, `lesson, ${size}`);
    await page.goto(`${server.url}puzzles.html`);
    await page.locator("#board .movable").first().waitFor();
    await check(page, shot, `puzzles, ${size}`);
  });

  scene(`axe: no run yet, ${size}`, { path: "training.html", device, seconds: 90 }, async ({ page, shot }) => {
    await page.locator("#empty").waitFor();
    await check(page, shot, `no run, ${size}`);
  });
}

const run = { site: training, path: "training.html", seconds: 400 };
scene("axe: a training run", run, async ({ page, server, shot }) => {
  await page.locator("#charts canvas").nth(2).waitFor({ timeout: 90_000 });
  await page.locator("#games tr").first().waitFor({ timeout: 90_000 });
  await server.train.stop();
  await page.locator("#state", { hasText: /stopped|finished/ }).waitFor({ timeout: 20_000 });
  await check(page, shot, "training");
  await page.locator("#games tr").first().click();
  await page.locator("#replay #board .stone").first().waitFor();
  await check(page, shot, "replay");
});

scene("axe: the page of a match", { site: standings, fewest: 1, seconds: 120 }, async ({ page, shot }) => {
  await page.locator(".board .stone.white").first().waitFor();
  await check(page, shot, "match");
});
