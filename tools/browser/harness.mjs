// A scene is a test with a page in a real browser. It fails if the console has an error or a
// warning, if the page throws, or if a request goes to another address than the server of the page.
import assert from "node:assert/strict";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { executablePath } from "./chromium.mjs";
import { serve } from "./program.mjs";

let browser;
const servers = new Map(); // those that scenes share, by their arguments
after(async () => {
  await browser?.close();
  await Promise.all([...servers.values()].map(async (starting) => (await starting).stop()));
});

// shared returns the server with some arguments, which lives until the last scene of the file.
function shared(args) {
  const key = JSON.stringify(args);
  if (!servers.has(key)) servers.set(key, serve(args));
  return servers.get(key);
}

async function launch() {
  browser ??= await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--disable-background-networking",
    ],
  });
  return browser;
}

// The folder for screenshots: the one that SCREENSHOTS names, else a new one for those of failures.
let shots;
async function screenshots() {
  shots ??= process.env.SCREENSHOTS
    ? mkdir(process.env.SCREENSHOTS, { recursive: true }).then(() => process.env.SCREENSHOTS)
    : mkdtemp(join(tmpdir(), "epaminondas-screenshots-"));
  return shots;
}

// watch records the messages and requests of a page. expected matches console messages that belong
// to the scene.
function watch(page, expected) {
  const complaints = [],
    requests = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected?.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.stack}`));
  page.on("request", (request) => requests.push(request));
  const check = (url, fewest) => {
    const { host } = new URL(url);
    const foreign = requests
      .map((r) => r.url())
      .filter((asked) => !/^(data|blob):/.test(asked) && new URL(asked).host !== host);
    assert.deepEqual(complaints, [], "the console is not clean");
    assert.deepEqual(foreign, [], `requests left ${host}`);
    assert.ok(requests.length >= fewest, "nothing was asked of the server");
  };
  return { check, requests };
}

export const desktop = { viewport: { width: 1280, height: 860 } };
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

// hold keeps back the answers to a URL until release is called. prepare is for scene.
export function hold(url) {
  let release;
  const released = new Promise((done) => (release = done));
  const prepare = ({ page }) =>
    page.route(url, async (route) => {
      await released;
      await route.continue();
    });
  return { prepare, release };
}

// scene opens the page at a fragment of its address, such as "#rules=crossings", and plays it to
// body.
//
//   args     arguments of cmd/play, which scenes with the same arguments share
//   site     a server of its own: a function that returns { url, stop }
//   path     path below the server's address
//   device   kind of window: desktop or phone
//   prepare  function that gets the page before it is opened
//   expected pattern of console messages that belong to the scene
//   fewest   least number of requests
//   seconds  longest time
export function scene(
  name,
  {
    args = [],
    site,
    path = "",
    device = desktop,
    prepare,
    expected,
    fewest = 4,
    seconds = 60,
  },
  body,
) {
  test(name, { timeout: seconds * 1000 }, async () => {
    const server = await (site ? site() : shared(args));
    let context;
    try {
      context = await (await launch()).newContext({ reducedMotion: "reduce", ...device });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const { check, requests } = watch(page, expected);
      const photograph = async (title) =>
        page.screenshot({
          path: join(await screenshots(), `${title.replace(/\W+/g, "-")}.png`),
          fullPage: true,
        });
      try {
        await prepare?.({ page, context });
        await page.goto(server.url + path);
        const shot = process.env.SCREENSHOTS ? photograph : async () => {};
        await body({ page, context, server, requests, shot });
        check(server.url, fewest);
      } catch (error) {
        await photograph(`failed ${name}`).catch(() => {});
        throw error;
      }
    } finally {
      await context?.close();
      if (site) await server.stop();
    }
  });
}
