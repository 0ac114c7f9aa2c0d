// An exported page: only files, on a server without the program.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before } from "node:test";
import { gunzipSync } from "node:zlib";
import { hold, phone, scene } from "./harness.mjs";
import { accessible } from "./axe.mjs";
import { advance, loaded, myTurn, panel, played, plies, square } from "./board.mjs";
import { colours, contrast, forced } from "./contrast.mjs";
import { folder, remove, start } from "./program.mjs";
import { serveFolder } from "./static.mjs";

let written;
before(
  async () => {
    written = await folder();
    const program = start("export", ["--web", join(written, "page"), "models/tiny.safetensors"]);
    const [code] = await program.ended;
    assert.equal(code, 0, program.printed());
  },
  { timeout: 300_000 },
);
after(() => remove(written));

const site = () => serveFolder(join(written, "page"));
const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&wl=1&bl=1&seed=7";

scene(
  "an exported page plays a whole game",
  { site, path: small, seconds: 120 },
  async ({ page, requests, shot }) => {
    await loaded(page);
    await shot("export start");
    let moves = 0;
    while (await myTurn(page, 60)) {
      assert.equal(await plies(page), 2 * moves++);
      await advance(page, "white");
    }
    assert.match(await page.locator("#status").innerText(), /^You (win|lose): |^A draw/);
    await shot("export over");
    assert.deepEqual(
      requests.filter((r) => r.method() !== "GET" || r.url().includes("/api/")).map((r) => r.url()),
      [],
      "it asks a server",
    );
  },
);

scene(
  "an exported page in forced colours, on a Cyrillic keyboard",
  { site, path: `${small}&black=you`, prepare: forced },
  async ({ page }) => {
    await loaded(page);
    const [white] = await colours(page, "#seat-white .colour", [0.5, 0.5]);
    const [black] = await colours(page, "#seat-black .colour", [0.5, 0.5]);
    assert.ok(contrast(white, black) >= 3, `the colours of the players are ${white} and ${black}`);
    await advance(page, "white");
    await played(page, 1);
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "г", code: "KeyU", bubbles: true })),
    );
    await played(page, 0);
  },
);

scene(
  "an exported page analyses, and stays responsive",
  { site, path: `${small}&black=you`, seconds: 120 },
  async ({ page, shot }) => {
    await loaded(page);
    await panel(page, "Analysis");
    const analysis = page.getByRole("switch", { name: "Analysis" });
    await analysis.click();
    await page.locator("#lines li").nth(1).waitFor({ timeout: 30_000 });
    const early = await page.locator("#analysis-facts").innerText();
    await page.waitForFunction(
      (early) => document.querySelector("#analysis-facts").innerText !== early,
      early,
    );
    await shot("export analysis");
    // The longest time, in ms, that the page was busy within two seconds.
    const longest = await page.evaluate(
      () =>
        new Promise((done) => {
          let last = performance.now(),
            worst = 0;
          const end = last + 2000,
            timer = setInterval(() => {
              const now = performance.now();
              worst = Math.max(worst, now - last);
              last = now;
              if (now > end) {
                clearInterval(timer);
                done(worst);
              }
            }, 10);
        }),
    );
    assert.ok(longest < 500, `the page was held up for ${longest} ms`);
    await advance(page, "white");
    await played(page, 1);
    await analysis.click();
    await page.locator("#lines li").first().waitFor({ state: "hidden" });
  },
);

scene(
  "an exported page on a phone",
  { site, path: small, device: phone, seconds: 90 },
  async ({ page, shot }) => {
    await loaded(page);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "it has to be scrolled to the side",
    );
    await shot("export phone");
  },
);

// If a file does not come, the page still shows the board, and names the file. It starts when the file is
// there again.
for (const [file, answer] of [
  ["engine.wasm", "abort"],
  ["model.safetensors", 404],
  ["export.json", "abort"],
  ["kernel-relaxed.wasm.gz", 503],
]) {
  const fail = (route) => (answer === "abort" ? route.abort() : route.fulfill({ status: answer, body: "" })),
    url = new RegExp(file);
  scene(
    `an exported page without ${file}`,
    {
      site,
      path: small,
      prepare: ({ page }) => page.route(url, fail),
      expected: /ERR_FAILED|Failed to load resource/,
    },
    async ({ page, shot }) => {
      await page.waitForFunction((file) => document.querySelector("#notice").innerText.includes(file), file);
      await page.locator("#board .stone").first().waitFor();
      await shot(`export without ${file}`);
      await page.unroute(url);
      await page.getByRole("button", { name: "Try again" }).click();
      await loaded(page);
    },
  );
}

// unpacks answers with the unpacked engine. The scene may end before, because the board stands early.
const unpacks = async (route) => {
  try {
    const response = await route.fetch();
    await route.fulfill({ contentType: "application/gzip", body: gunzipSync(await response.body()) });
  } catch (error) {
    if (!/closed/.test(error.message)) throw error;
  }
};
scene(
  "an exported page whose server unpacks the engine",
  { site, path: small, prepare: ({ page }) => page.route(/engine\.wasm\.gz/, unpacks) },
  async ({ page }) => loaded(page),
);

const old = ({ page }) =>
  page.addInitScript(() => {
    delete globalThis.DecompressionStream;
  });
scene("an exported page in an old browser", { site, path: small, prepare: old }, async ({ page }) => {
  await page.locator("#notice", { hasText: "This browser cannot unpack the engine." }).waitFor();
});

// The lesson shows its first step at once. It judges a move when the engine has loaded.
const engine = hold(/engine\.wasm/);
scene(
  "the lesson of an exported page before its engine has loaded",
  { site, path: "#learn", prepare: engine.prepare, seconds: 90 },
  async ({ page, shot }) => {
    await page.locator('#board [data-goal="c3"]').waitFor();
    assert.equal(await page.locator("#lesson-title").innerText(), "One stone");
    await square(page, "b2").click();
    await square(page, "c3").click();
    await page.waitForFunction(() => /still loading/.test(document.querySelector("#status").innerText));
    await shot("export lesson loading");
    engine.release();
    await page.locator("#strip.reached").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator('#board [data-goal="f6"]').waitFor();
  },
);

// slow gives the page 1.6 Mbit/s, a slow telephone. It notes when the stones appear, in ms from the
// first request on.
const slow = async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("#board .stone")) return;
      globalThis.stonesAt = performance.now();
      observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true });
  });
};

// firstStones returns when the stones of a page appear. If they come late, it takes the best of three
// visits, each with empty caches, because other programs use the machine too.
async function firstStones(page, url, most) {
  let best = await page.evaluate(() => globalThis.stonesAt);
  for (let i = 0; i < 2 && best >= most; i++) {
    const context = await page.context().browser().newContext(),
      other = await context.newPage();
    await slow({ page: other, context });
    await other.goto(url);
    await loaded(other);
    best = Math.min(best, await other.evaluate(() => globalThis.stonesAt));
    await context.close();
  }
  return Math.round(best);
}

for (const [name, path] of [
  ["a small board", small],
  ["a first visit", ""],
  ["the lesson", "#learn"],
])
  scene(
    `an exported page over a slow network: ${name}`,
    { site, path, prepare: slow, seconds: 120 },
    async ({ page, server, shot }) => {
      await loaded(page);
      await page.waitForFunction(() =>
        /^[0-9]\.\d of \d\.\d MB/.test(document.querySelector("#loading-bytes").textContent),
      );
      await shot(`export loading ${name}`);
      await page.waitForFunction(() => document.querySelector("#loading").hidden, null, { timeout: 60_000 });
      const engine = Math.round(await page.evaluate(() => performance.now())),
        stones = await firstStones(page, server.url + path, 2000);
      console.log(`over 1.6 Mbit/s, ${name}: stones after ${stones} ms, engine after ${engine} ms`);
      assert.ok(stones < 2000, `the stones came after ${stones} ms`);
    },
  );

// kept waits until the service worker has all files.
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

scene(
  "an exported page without a network, after the first visit",
  { site, path: small, seconds: 120, fewest: 3, expected: /ERR_CONNECTION_REFUSED/ },
  async ({ page, server, shot }) => {
    await loaded(page);
    await kept(page);
    await server.stop();
    await page.goto("about:blank");
    await page.goto(server.url + small); // no reload: the folder itself
    await loaded(page);
    await advance(page, "white");
    await played(page, 2); // the engine answers
    await page.goto(`${server.url}puzzles.html`);
    await page.locator("#board .movable").first().waitFor({ timeout: 30_000 });
    await shot("export without a network");
    const fonts = await page.evaluate(async () => {
      document.getElementById("fonts").media = "all";
      return (await document.fonts.load("600 20px Inter")).map((f) => f.status);
    });
    assert.deepEqual(fonts, ["loaded"]);
  },
);

scene(
  "an exported page whose host never answers, after the first visit",
  { site, path: small, seconds: 60, fewest: 3 },
  async ({ page, server }) => {
    await loaded(page);
    await kept(page);
    server.host.silent = true;
    await page.goto("about:blank");
    const began = Date.now();
    await page.goto(server.url + small);
    await loaded(page);
    const waited = Date.now() - began;
    assert.ok(waited < 6000, `the page opens after ${waited} ms`);
    await advance(page, "white");
    await played(page, 2);
  },
);

scene(
  "a puzzle of an exported page is solved",
  { site, path: "puzzles.html#rules=epaminondas:4x6x1,max_plies=60", seconds: 90 },
  async ({ page, shot }) => {
    await page.locator("#board .movable").first().waitFor({ timeout: 30_000 });
    await accessible(page, "a puzzle of an exported page");
    await page.locator("#rules").selectOption({ index: 0 });
    await page.locator("#solution").click();
    await page.locator("#status", { hasText: "This was the solution" }).waitFor({ timeout: 30_000 });
    const texts = await page.locator("#moves li span:not(:empty)").allInnerTexts(),
      line = texts.filter((text) => !/^\d/.test(text));
    assert.ok(line.length > 0, "the solution has no moves");
    await page.locator("#retry").click();
    await page.locator("#board .movable").first().waitFor();
    const [rear, front] = line[0].split(/[→×]/);
    await square(page, rear).click();
    await square(page, front).click();
    await page.locator("#strip.right").waitFor({ timeout: 30_000 });
    await shot("export puzzle");
    await page.locator("#next").click();
    await page.waitForFunction(() => /Only one move wins/.test(document.querySelector("#status").innerText));
  },
);

const describes = "an exported page describes itself to programs that show links";
scene(describes, { site }, async ({ page, server }) => {
  for (const path of ["", "puzzles.html"]) {
    const html = await (await page.request.get(server.url + path)).text(),
      content = (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)">`).exec(html)?.[1];
    for (const name of ["description", "og:title", "og:description", "og:image"])
      assert.ok(content(name), name);
    const picture = await page.request.get(new URL(content("og:image"), server.url).href),
      bytes = await picture.body();
    assert.equal(picture.headers()["content-type"], "image/png");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
    assert.ok(bytes.length < 60_000, `the picture has ${bytes.length} bytes`);
  }
  await loaded(page);
});
