// An exported page that is exported again to the same place, and habits of web hosts.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";
import { gunzipSync } from "node:zlib";
import { scene } from "./harness.mjs";
import { loaded } from "./board.mjs";
import { folder, remove, start } from "./program.mjs";
import { serveFolder } from "./static.mjs";

let written;
const at = (name) => join(written, name);

// The first export, a second one with another network, and a third one with other scripts.
before(
  async () => {
    written = await folder();
    for (const [name, model] of [
      ["first", "tiny"],
      ["second", "crossings"],
    ]) {
      const [code] = await start("export", ["--web", at(name), `models/${model}.safetensors`]).ended;
      assert.equal(code, 0);
    }
    await cp(at("second"), at("third"), { recursive: true });
    const { code } = await manifest("third"),
      other = "assets/fedcba9876543210";
    await rename(join(at("third"), code), join(at("third"), other));
    for (const file of ["index.html", "puzzles.html", "export.json"]) {
      const text = await readFile(join(at("third"), file), "utf8");
      await writeFile(join(at("third"), file), text.replaceAll(code, other));
    }
  },
  { timeout: 300_000 },
);
after(() => remove(written));

const manifest = async (name) => JSON.parse(await readFile(join(at(name), "export.json"), "utf8"));
const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you";
const site = (settings) => () => serveFolder(at("first"), settings);
const notice = (page, text) => page.getByRole("alert").filter({ hasText: text }).waitFor();
// engineReady waits until the engine answers: it finds a hint.
async function engineReady(page) {
  await page.locator("#loading").waitFor({ state: "hidden", timeout: 30_000 });
  await page.locator("#hint").click();
  await page.locator("#board .arrow.hint").first().waitFor({ timeout: 20_000 });
}
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

// visit opens the page again, in the same browser. It resolves with the network in use: its name on
// the page, and the digest of the loaded file.
async function visit(page, url) {
  const models = [];
  const hear = (response) => response.url().includes("model.safetensors") && models.push(response);
  page.on("response", hear);
  await page.goto("about:blank");
  await page.goto(url + small);
  await loaded(page);
  await engineReady(page);
  page.off("response", hear);
  const name = await page.locator("#white option").allInnerTexts();
  return { name: name.join(), digest: digest(await models.at(-1).body()) };
}

// expected checks what visit returns for an export.
async function expected(t, name) {
  const { model } = await manifest(name);
  assert.match(t.name, new RegExp(model.name, "i"));
  assert.equal(t.digest, digest(await readFile(join(at(name), model.file))));
}

for (const name of ["second", "third"])
  scene(
    `a page that is exported again, from caches: the ${name} export`,
    { site: site({ fresh: 3600 }), path: small },
    async ({ page, server, requests }) => {
      await loaded(page);
      await expected(await visit(page, server.url), "first");
      server.host.folder = at(name);
      await expected(await visit(page, server.url), name);
      const { code } = await manifest(name);
      assert.ok(requests.some((r) => r.url().includes(code)));
      server.host.folder = at("first");
      await expected(await visit(page, server.url), "first");
    },
  );

scene(
  "a page whose cache has an old network",
  { site: site({ fresh: 3600 }), path: small },
  async ({ page, server }) => {
    await loaded(page);
    const old = await readFile(join(at("first"), "model.safetensors"));
    server.host.folder = at("second");
    server.host.change = (name, bytes) => (name === "model.safetensors" ? old : bytes);
    await page.goto("about:blank");
    await page.goto(server.url + small);
    await notice(page, "it is not the file of this export");
    server.host.change = undefined;
    await expected(await visit(page, server.url), "second");
  },
);

// mixed answers with the data of another export for one file.
const mixed = (wanted, data) => (name, bytes) => (name.startsWith(wanted) ? data : bytes);

scene(
  "a host with an old index.html",
  { site: site(), path: small, expected: /404/ },
  async ({ page, server, requests, shot }) => {
    await loaded(page);
    server.host.change = mixed("index.html", await readFile(join(at("first"), "index.html")));
    server.host.folder = at("third");
    await page.goto("about:blank");
    requests.length = 0;
    await page.goto(server.url + small);
    await notice(page, "index.html: it belongs to another export");
    await shot("export old index");
    const opened = requests.filter((r) => r.isNavigationRequest());
    assert.equal(opened.length, 2, "it reloads more or less often than once");
    server.host.change = undefined;
    await page.reload();
    await loaded(page);
  },
);

scene(
  "a host with an old export.json",
  { site: site(), path: small, expected: /404/ },
  async ({ page, server }) => {
    await loaded(page);
    server.host.change = mixed("export.json", await readFile(join(at("first"), "export.json")));
    server.host.folder = at("third");
    await page.goto("about:blank");
    await page.goto(server.url + small);
    await notice(page, "belongs to another export");
  },
);

for (const fallback of [false, true])
  scene(
    `a host ${fallback ? "that answers with index.html " : ""}without one script`,
    {
      site: site({ fallback, change: (name, bytes) => (name.endsWith("main.js") ? undefined : bytes) }),
      expected: /./,
    },
    async ({ page, shot }) => {
      await notice(page, /assets\/[0-9a-f]{16}\/main\.js/);
      await shot(`export without a script ${fallback}`);
    },
  );

scene(
  "a page whose export changes while it plays",
  { site: site(), path: small, expected: /404/ },
  async ({ page, server }) => {
    await loaded(page);
    server.host.folder = at("third");
    const again = page.waitForEvent("load");
    // stopping an analysis ends an engine
    for (let i = 0; i < 2; i++) await page.keyboard.press("a");
    await again;
    await loaded(page);
    assert.match(page.url(), /4x6/);
  },
);

// Habits of hosts. Missing files get a web page, or are packed or called otherwise.
const without =
  (...missing) =>
  (name, bytes) =>
    missing.includes(name) ? undefined : bytes;
const packed = "assets/engine.wasm.gz",
  inner = ["assets/kernel.wasm.gz", "assets/kernel-relaxed.wasm.gz"];
const packedAs = (data) => ({ change: (name, bytes) => (name === packed ? data(bytes) : bytes) });
for (const [title, settings] of [
  ["answers with index.html for the loops", { fallback: true, change: without(...inner) }],
  ["has no loops", { change: without(...inner) }],
  ["packs every answer", { packs: true }],
  ["calls the files otherwise", { kinds: { ".wasm": "text/plain", ".gz": "text/html", ".safetensors": "" } }],
  ["unpacks the engine", packedAs(gunzipSync)],
  ["has old loops", { change: mixed(inner, Buffer.from("\0asm\x01\0\0\0")) }],
])
  scene(`a host that ${title}`, { site: site(settings), path: small, expected: /404/ }, async ({ page }) =>
    engineReady(page),
  );

for (const [title, data] of [
  ["cuts the engine", (bytes) => bytes.subarray(0, 100_000)],
  ["sends a byte as the engine", () => Buffer.alloc(1)],
])
  scene(`a host that ${title}`, { site: site(packedAs(data)), path: small }, async ({ page, server }) => {
    await notice(page, `${packed}: it is not the file of this export`);
    server.host.change = undefined;
    await page.getByRole("button", { name: "Try again" }).click();
    await engineReady(page);
  });

for (const file of ["model.safetensors", packed, "export.json"])
  scene(
    `a host that answers with index.html for ${file}`,
    { site: site({ fallback: true, change: without(file) }), path: small },
    async ({ page, server, shot }) => {
      await notice(page, `${file}: the host answers with`);
      await shot(`export html for ${file}`);
      server.host.change = undefined;
      await page.getByRole("button", { name: "Try again" }).click();
      await loaded(page);
    },
  );

// Without https there is no crypto.subtle.
scene(
  "a page on a host without https",
  {
    site: site(),
    path: small,
    prepare: ({ page }) => page.addInitScript(() => delete Object.getPrototypeOf(crypto).subtle),
  },
  async ({ page }) => {
    await loaded(page);
    assert.ok(await page.evaluate(() => crypto.subtle === undefined));
  },
);
