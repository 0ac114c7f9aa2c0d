// Makes the pictures of the page in docs/images: npm run build && node pictures.mjs
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { click, loaded, panel, square } from "./board.mjs";
import { repository, serve } from "./program.mjs";

const large =
  "c1-e3 b12-d10 b1-d3 c12-e10 a1-c3 a12-c10 e1-e3 e12-e10 n2-j2 n11-j11 d1-d2 d12-d11 n1-i1 n12-i12 " +
  "f4-e5 f9-e8 c1-c3 c11-d10 b1-b3 i11-h10 b4xc5 e9-f10 j2-h2 h10-g10 i1-g3 i12-h11 g2-f3 j11-i12";
const crossings =
  "g1-e3 d8-e7 h1-f3 h8xf6 e1xe2 b8xd6 e2xe3 c8-e6 d1xd3 f8xf6 a2-d2 f6xf5 d2xe2 f5xf4 d4xe3 a8-c6";
const small = "a1-a2 d6-c5 a2-a3 c6-d5 a3-a4 b6-a5 a4-b5 c5-c6 b5-b6 d5-d4";
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
    path: game("epaminondas,max_plies=300", { ...against, moves: large }),
    act: analysed,
  },
  "play-dark": {
    path: game("epaminondas,max_plies=300", { ...against, moves: large }),
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
    path: game("crossings,max_plies=150", { ...against, moves: crossings }),
    device: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
    act: () => {},
  },
  review: {
    path: game("epaminondas:4x6x1,max_plies=60", { ...against, moves: small }),
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

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium",
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }),
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
