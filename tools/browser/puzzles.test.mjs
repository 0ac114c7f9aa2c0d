// The page of puzzles: a puzzle solved by its solution, a wrong try, the solution shown, and what the
// browser remembers.
import assert from "node:assert/strict";
import { scene, phone } from "./harness.mjs";
import { accessible } from "./axe.mjs";
import { click, loaded, stones } from "./board.mjs";

const board = { rules: "epaminondas:8x8" };
const path = "puzzles.html";

// asked sends a call to the program, as the page does.
const asked = (page, name, body) =>
  page.evaluate(
    async ([name, body]) =>
      (
        await fetch(`api/${name}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json(),
    [name, body],
  );

// puzzle returns a puzzle of so many moves.
async function puzzle(page, moves) {
  const { boards } = await asked(page, "puzzles", {}),
    { puzzles } = boards.find((b) => b.rules === board.rules);
  return puzzles.find((p) => p.moves === moves).id;
}

const about = (page, id, moves, solution = false) =>
  asked(page, "puzzle", { rules: board.rules, id, moves, solution });

// play makes a move on the board, and returns the judgement of the program.
async function play(page, move) {
  await click(page, move.rear);
  const judged = page.waitForResponse((r) => r.url().endsWith("/api/puzzle"));
  await click(page, move.landing.at(-1));
  return (await judged).json();
}

const open = async (page, id) => {
  await page.goto(page.url().replace(/#.*/, "") + `#rules=${board.rules}&puzzle=${id}`);
  await page.locator("#facts", { hasText: id }).waitFor();
  await page.waitForFunction(() => document.querySelector("#board .movable"));
};

const streak = (page) => page.locator("#streak").innerText();
const status = (page, text) => page.locator("#status", { hasText: text }).waitFor();

// wrongMove returns a legal move that does not win, and that the opponent must answer.
async function wrongMove(page, id) {
  const { position, line } = await about(page, id, [], true);
  for (const move of position.moves.filter((m) => m.text !== line[0].text))
    if ((await about(page, id, [move.text])).answer) return move;
  throw new Error("every other move ends the game");
}

scene("a puzzle is solved by its solution, and the streak stays", { path }, async ({ page, shot }) => {
  await loaded(page);
  const id = await puzzle(page, 3);
  await open(page, id);
  assert.match(await page.locator("#task").innerText(), /^(White|Black) to move and win in 3$/);
  await accessible(page, "a new puzzle");
  const moves = [];
  for (let n = 0; ; n++) {
    assert.ok(n < 9, "the puzzle has no end");
    const { line } = await about(page, id, moves, true),
      reply = await play(page, line[0]);
    moves.push(line[0].text);
    if (reply.state === "solved") break;
    assert.equal(reply.state, "open", `after ${moves}`);
    await status(page, "Find the next move");
    moves.push(reply.answer.text);
  }
  await status(page, "no defence left");
  assert.ok(moves.length >= 3, `it was solved by ${moves}`);
  assert.equal(await streak(page), "1");
  await accessible(page, "a solved puzzle");
  await shot("puzzle solved");
  const rating = await page.locator("#rating").innerText();
  await page.reload();
  await loaded(page);
  assert.equal(await streak(page), "1", "a reload forgets the streak");
  assert.equal(await page.locator("#rating").innerText(), rating);
  assert.notEqual(rating, "1000");
  await page.locator("#facts", { hasText: `Puzzle ${id}` }).waitFor();
  await page.locator("#facts", { hasText: "solved it before" }).waitFor();
  await page.locator("#next").click();
  await page.waitForFunction((id) => !document.querySelector("#facts").textContent.includes(id), id);
  assert.ok(!page.url().includes(id), "the address names the old puzzle");
});

scene("a wrong try is answered, and the solution is shown", { path }, async ({ page, shot }) => {
  await loaded(page);
  const id = await puzzle(page, 2);
  await open(page, id);
  const before = { white: await stones(page, "white"), black: await stones(page, "black") },
    reply = await play(page, await wrongMove(page, id));
  assert.equal(reply.state, "wrong");
  await status(page, "does not win");
  await page.locator("#board .arrow.threat").waitFor();
  await accessible(page, "a wrong move");
  await shot("puzzle wrong");
  assert.equal(await streak(page), "0");
  assert.ok(Number(await page.locator("#rating").innerText()) < 1000, "a wrong try costs no rating");
  await page.keyboard.press("r");
  await status(page, "Only one move wins");
  assert.deepEqual(
    { white: await stones(page, "white"), black: await stones(page, "black") },
    before,
    "the position before the try",
  );
  await page.locator("#solution").click();
  await status(page, "This was the solution");
  const { line } = await about(page, id, [], true);
  const written = page.locator("#moves li span:not(:empty)"); // with a number for each two moves
  assert.equal(await written.count(), line.length + Math.ceil(line.length / 2));
  await accessible(page, "a shown solution");
  await page.locator("#retry").click();
  await status(page, "Only one move wins");
});

const dark = { ...phone, colorScheme: "dark" };

scene("a puzzle by keys on a phone, in the dark", { path, device: dark }, async ({ page, shot }) => {
  await loaded(page);
  const id = await puzzle(page, 1);
  await open(page, id);
  const { line } = await about(page, id, [], true),
    [move] = line;
  await page.locator("#board").focus();
  const go = async (square) => {
    const [c, r] = await page.evaluate(() => {
      const at = document.querySelector("#board .cursor").getBBox(),
        squares = [...document.querySelectorAll("#board [data-square]")],
        under = squares.find((s) => Math.abs(s.getBBox().x - at.x) < 9 && Math.abs(s.getBBox().y - at.y) < 9);
      return [under.dataset.square.charCodeAt(0), Number(under.dataset.square.slice(1))];
    });
    const flipped = (await page.locator("#seat-bottom #seat-black").count()) > 0,
      right = (square.charCodeAt(0) - c) * (flipped ? -1 : 1),
      up = (Number(square.slice(1)) - r) * (flipped ? -1 : 1);
    const press = async (key, times) => {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    await press(right > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(right));
    await press(up > 0 ? "ArrowUp" : "ArrowDown", Math.abs(up));
    await page.keyboard.press("Enter");
  };
  await go(move.rear);
  await page.locator("#notice", { hasText: "The front stone can land on" }).waitFor();
  await go(move.landing.at(-1));
  await status(page, "no defence left");
  assert.equal(await streak(page), "1");
  await shot("puzzle phone");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
});

const nowhere = `${path}#rules=${board.rules}&puzzle=000000`;

scene("a link to a puzzle that does not exist says so", { path: nowhere }, async ({ page }) => {
  await loaded(page);
  await page.locator("#notice", { hasText: "no puzzle of the link" }).waitFor();
});
