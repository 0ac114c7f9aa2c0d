// Positions and games as text: the page reads its own texts, in both notations.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { scene } from "./harness.mjs";
import { click, dropped, loaded, played, position, stones } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=you&seed=7";
// The last move is by a phalanx of two.
const game = `${small}&start=bbbb/..../..../..../w.../www.+w&moves=b1-b2+d6-d5+a1-a3`;

const open = (page) => page.getByRole("button", { name: "Copy or paste" }).click();
const field = (page, id) => page.locator(`#${id}`).inputValue();

async function load(page, text) {
  await open(page);
  await page.locator("#text-in").fill(text);
  await page.getByRole("button", { name: "Load" }).click();
}

// closed waits until the loaded game is on the board.
const closed = (page) => page.locator("#texts").waitFor({ state: "hidden" });

// fresh puts another game on the board, so that loading changes it.
async function fresh(page) {
  await page.getByRole("button", { name: "New game" }).click();
  await dropped(page);
  await played(page, 0);
}

scene("copied texts can be pasted", { path: game }, async ({ page, shot }) => {
  await loaded(page);
  await played(page, 3);
  const before = await position(page);
  await open(page);
  await page.waitForFunction(() => document.querySelector("#record-json").value);
  await shot("texts");
  const texts = {};
  for (const id of [
    "position-text",
    "moves-text",
    "position-link",
    "game-link",
    "record-text",
    "record-json",
  ])
    texts[id] = await field(page, id);
  await page.locator("#texts-close").click();
  for (const id of ["record-text", "record-json", "game-link"]) {
    await fresh(page);
    await load(page, texts[id]);
    await closed(page);
    await played(page, 3);
    assert.deepEqual(await position(page), before, id);
  }
  for (const id of ["position-text", "position-link"]) {
    await fresh(page);
    await load(page, texts[id]);
    await closed(page);
    await page.locator('#board [data-stone="a3"]').waitFor();
    assert.deepEqual(await position(page), { ...before, plies: 0 }, id);
  }
  for (const [id, plies] of [
    ["game-link", 3],
    ["position-link", 0],
  ]) {
    await page.goto(texts[id]);
    await page.reload();
    await loaded(page);
    await played(page, plies);
    assert.deepEqual(await position(page), { ...before, plies }, id);
  }
});

const notice = (page) => page.locator("#notice").innerText();

scene(
  "moves are read in the chosen notation",
  { path: small, expected: /400 \(Bad Request\)/ },
  async ({ page }) => {
    await loaded(page);
    // The second move of White is by a phalanx of two: the rear goes from b1 to b3, and the head lands on b4.
    for (const [name, text] of [
      ["text", "1. a1-b2 d6-d5 2. b1-b3"],
      ["head", "1. a1-b2 d6-d5 2. b1-b4"],
    ]) {
      await page.locator("#notation").selectOption(name);
      await fresh(page);
      await load(page, text);
      await closed(page);
      await played(page, 3);
      assert.deepEqual(await stones(page, "white"), ["b3", "b4", "c1", "d1"], name);
      assert.match(await notice(page), /^Loaded on the open board, Small, 4 × 6\. [A-Z]/);
    }
    assert.equal(await page.locator("#moves button:not([hidden])").last().innerText(), "b1→b4");
    // moves that are legal only in the other notation: the page reads them so, and says it
    await load(page, "1. a1-b2 d6-d5 2. b1-b3 c6-c5 3. b3xb5");
    await closed(page);
    await played(page, 5);
    assert.match(await notice(page), /The moves are read as rear – rear\./);
  },
);

const crossings = "#rules=crossings,max_plies=150&white=you&black=you";

scene("copied moves stay the same game", { path: crossings }, async ({ page }) => {
  await loaded(page);
  await page.locator("#notation").selectOption("head");
  await click(page, "c1");
  await click(page, "c3");
  await played(page, 1);
  const before = await position(page);
  await open(page);
  const moves = await field(page, "moves-text");
  await page.locator("#texts-close").click();
  for (const [notation, rules] of [
    ["head", "crossings,max_plies=150"],
    ["text", "crossings,max_plies=150"],
    ["text", "epaminondas:8x8,max_plies=150"], // the same moves are legal there
  ]) {
    await page.locator("#notation").selectOption(notation);
    await page.locator("#rules").selectOption(rules);
    await dropped(page);
    await played(page, 0);
    await load(page, moves);
    await closed(page);
    await played(page, 1);
    assert.deepEqual(await position(page), before, `${notation} on ${rules}`);
    assert.equal(await page.locator("#rules").inputValue(), "crossings,max_plies=150");
    assert.match(await notice(page), /^Loaded\. You have both colours/);
  }
  // bare moves are read as chosen, and the page says that the other reading is another game
  await fresh(page);
  await load(page, "c1-c3");
  await closed(page);
  await played(page, 1);
  assert.match(await notice(page), /read as rear – rear\. Read as rear – front, the moves are another game/);
});

const refused = /400 \(Bad Request\)/;

scene("a changed space does not change the game", { path: small, expected: refused }, async ({ page }) => {
  await loaded(page);
  await load(page, '[Rules\u00a0"crossings"]\n\n1. c1-c3 f8-f6');
  await closed(page);
  await played(page, 2);
  assert.equal(await page.locator("#board [data-square]").count(), 64);
  const before = await position(page);
  await load(page, "[Rules crossings]\n\n1. a1-a2");
  await page.waitForFunction(() => document.querySelector("#texts-notice").innerText.length > 15);
  assert.match(await page.locator("#texts-notice").innerText(), /^Line 1: the tag \[Rules crossings\]/);
  await page.locator("#texts-close").click();
  assert.deepEqual(await position(page), before);
});

scene(
  "an unreadable text gives a reason and changes nothing",
  { path: small, expected: /400 \(Bad Request\)/ },
  async ({ page, shot }) => {
    await loaded(page);
    await click(page, "a1");
    await click(page, "a2");
    await played(page, 1);
    const before = await position(page),
      address = page.url();
    for (const text of [
      "nonsense",
      "wwww/bbbb w",
      "1. a1-a9",
      "<script>alert(1)</script>",
      "x".repeat(200_000),
      "https://example.org/",
    ]) {
      await load(page, text);
      await page.waitForFunction(() => document.querySelector("#texts-notice").innerText.length > 15);
      const said = await page.locator("#texts-notice").innerText();
      assert.match(said, /^[A-Z].*\.$/s, "no sentence");
      assert.doesNotMatch(
        said,
        /": game: |unusable|illegal|unreadable|notation|parts/,
        "words of the program",
      );
      if (text === "nonsense") await shot("texts refused");
      await page.locator("#texts-close").click();
      assert.deepEqual(await position(page), before);
      assert.equal(page.url(), address);
    }
  },
);

for (const [fields, said] of [
  ["rules=crossings&move=a2-a3", 'The link has the part "move", which the page does not know.'],
  [
    "rules=crossings&black=you&moves=a2-a3&moves=b2-b3",
    'The link has the part "moves" twice, and the page uses the first.',
  ],
  ["moves=a2-a3", "The link names no board, so it holds no game."],
])
  scene(`a link with a part that is not used: ${fields}`, { path: `#${fields}` }, async ({ page }) => {
    await loaded(page);
    assert.equal(await notice(page), said);
  });

scene("a link whose & is written as &amp;", { path: game.replaceAll("&", "&amp;") }, async ({ page }) => {
  await loaded(page);
  await played(page, 3);
});

// A damaged link keeps the size of its board, and a new game can begin.
for (const [name, fields, squares] of [
  ["a move that is not legal", "epaminondas:4x6x1,max_plies=60&white=you&black=you&moves=a1-a2+a6-a1", 24],
  ["half a position", "crossings,max_plies=150&white=you&black=you&start=bbbb/bb", 64],
  ["rules of another game", "chess&white=you&black=you", 64],
  ["a board that is too large", "epaminondas:99x99&white=you&black=you", 64],
]) {
  scene(
    `a damaged link: ${name}`,
    { path: `#rules=${fields}`, expected: /400 \(Bad Request\)/ },
    async ({ page, shot }) => {
      await page.waitForFunction(() =>
        /^This game cannot be shown/.test(document.querySelector("#status").innerText),
      );
      assert.equal(await page.locator("#board [data-square]").count(), squares);
      const box = await page.locator("#board").boundingBox();
      assert.ok(box.height > 400, `the board is ${box.height} px high`);
      assert.match(await page.locator("#notice").innerText(), /^[A-Z].*\.$/);
      await shot(`damaged link ${name}`);
      await page.getByRole("button", { name: "New game" }).click();
      await loaded(page);
      assert.equal(await page.locator("#notice").innerText(), "");
    },
  );
}

scene("a game is saved as a file and opened again", { path: game, expected: refused }, async ({ page }) => {
  await loaded(page);
  await played(page, 3);
  const before = await position(page);
  await open(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const file = await coming,
    buffer = await readFile(await file.path());
  assert.equal(file.suggestedFilename(), "Epaminondas.txt");
  await page.locator("#texts-close").click();
  await fresh(page);
  await open(page);
  const choose = async (name, buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file" }).click();
    await (await chooser).setFiles({ name, mimeType: "text/plain", buffer });
  };
  await choose("large.txt", Buffer.alloc(200_001, "a"));
  await page.locator("#texts-notice", { hasText: "more than 200 kB" }).waitFor();
  await choose("game.txt", Buffer.from("1. a1-a9"));
  await page.locator("#texts-notice", { hasText: "a1-a9" }).waitFor();
  await choose("game.txt", buffer);
  await closed(page);
  await played(page, 3);
  assert.deepEqual(await position(page), before);
});
