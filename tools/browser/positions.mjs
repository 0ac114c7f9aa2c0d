// Measures how many positions a second the network of exported pages searches in a browser, on one thread:
//
//   node positions.mjs FOLDER...
//
// The folders come from `export --web`. With several, it takes turns and compares each with the first.
import { chromium } from "playwright-core";
import { executablePath } from "./chromium.mjs";
import { serveFolder } from "./static.mjs";
import { loaded, panel } from "./board.mjs";
import { games } from "./games.mjs";

const rounds = 5,
  seconds = 4; // of a search

const folders = process.argv.slice(2);
if (!folders.length) {
  console.error("usage: node positions.mjs FOLDER..., each from `export --web`");
  process.exit(2);
}

// hear keeps the last count that a worker of the page sends.
const hear = () => {
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const part = typeof data === "string" && JSON.parse(data).part;
        if (part?.nodes) globalThis.counted = part;
      });
    }
  };
};

// address returns the address of a game on the board of a page. In its first position many positions are
// mirror images of each other, so the network would hardly work.
async function address(page, url) {
  await page.goto(url);
  await loaded(page);
  const rules = await page.locator("#rules").inputValue(),
    [name] = rules.split(",");
  return `${url}#${new URLSearchParams({ rules, moves: games[name] ?? "" })}`;
}

// searched returns the positions a second of an analysis.
async function searched(browser, url) {
  const page = await browser.newPage();
  try {
    await page.addInitScript(hear);
    await page.goto(await address(page, url));
    await page.reload();
    await loaded(page);
    await panel(page, "Analysis");
    await page.getByRole("switch", { name: "Analysis" }).click();
    await page.waitForFunction((ms) => globalThis.counted?.ms > ms, 1000 * seconds, { timeout: 60_000 });
    const { nodes, ms } = await page.evaluate(() => globalThis.counted);
    return (1000 * nodes) / ms;
  } finally {
    await page.close();
  }
}

const middle = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }),
  sites = await Promise.all(folders.map((folder) => serveFolder(folder))),
  figures = folders.map(() => []);
try {
  for (let round = 0; round < rounds; round++)
    for (const [i, { url }] of sites.entries()) figures[i].push(await searched(browser, url));
} finally {
  await browser.close();
  await Promise.all(sites.map((site) => site.stop()));
}
for (const [i, folder] of folders.entries()) {
  const ratios = figures[i].map((n, round) => n / figures[0][round]);
  console.log(
    `${folder}: ${Math.round(middle(figures[i]))} positions/s, ${Math.round(Math.max(...figures[i]))} at best` +
      (i ? `, ${middle(ratios).toFixed(2)} times the first` : ""),
  );
}
