// Makes the pictures of the page in docs/images: npm run build && node pictures.mjs
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { games } from "./games.mjs";
import { click, loaded, panel, square } from "./board.mjs";
import { executablePath } from "./chromium.mjs";
import { repository, serve } from "./program.mjs";

const menace = "bbb..bb./...bb.../..b..b../....b.../...w..../.w....../..ww..../...wwwbb w";

const game = (rules, fields) => "#" + new URLSearchParams({ rules, white: "you", seed: "7", ...fields });
const against = { black: "classical", bl: "4" };

async function analysed(page) {
  await panel(page, "Analysis");
  await page.getByRole("switch", { name: "Analysis" }).click();
  await page.locator("#lines li").nth(2).waitFor();
  await page.waitForTimeout(4000);
}

async function reviewed(page) {
  await panel(page, "Review");
  await page.getByRole("button", { name: "What did I miss?" }).click();
  await page.locator("#review-facts", { hasText: "cost" }).waitFor({ timeout: 120_000 });
  await page.locator("#missed button").first().click();
  await page.locator("#board .arrow").first().waitFor();
}

const desktop = { viewport: { width: 1280, height: 800 } };
const pictures = {
  play: {
    path: game("epaminondas,max_plies=300", { ...against, moves: games.epaminondas }),
    act: analysed,
  },
  "play-dark": {
    path: game("epaminondas,max_plies=300", { ...against, moves: games.epaminondas }),
    device: { ...desktop, colorScheme: "dark" },
    act: (page) => click(page, "d2"),
  },
  danger: {
    path: game("epaminondas:8x8,max_plies=150", { ...against, start: menace }),
    act: async (page) => {
      await click(page, "d1");
      await square(page, "g1").hover();
    },
  },
  phone: {
    path: game("crossings,max_plies=150", { ...against, moves: games.crossings }),
    device: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
    act: () => {},
  },
  review: {
    path: game("epaminondas:4x6x1,max_plies=60", { ...against, moves: games["epaminondas:4x6x1"] }),
    act: reviewed,
  },
};

// webp packs a picture with the encoder of the browser.
async function webp(context, png) {
  const page = await context.newPage();
  const text = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image,
      canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.82).split(",")[1];
  }, png.toString("base64"));
  return Buffer.from(text, "base64");
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }),
  server = await serve();
try {
  for (const [name, { path, device = desktop, act }] of Object.entries(pictures)) {
    const context = await browser.newContext({ reducedMotion: "reduce", ...device }),
      page = await context.newPage();
    await page.goto(server.url + path);
    await loaded(page);
    await page.evaluate(() => document.fonts.ready);
    await act(page);
    const bytes = await webp(context, await page.screenshot());
    await writeFile(join(repository, "docs/images", `${name}.webp`), bytes);
    console.log(`${name}.webp: ${bytes.length} bytes`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
