// A game: clicks, refused moves, the result, and every board.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { advance, click, dropped, loaded, myTurn, played, plies, position, stones } from "./board.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=classical&bl=1&seed=7";

scene(
  "a game against the engine, from the first click to the result",
  { path: small },
  async ({ page, shot }) => {
    await loaded(page);
    await shot("game start");
    let moves = 0;
    while (await myTurn(page)) {
      assert.equal(await plies(page), 2 * moves++, "each move of mine is answered by one of the engine");
      if (moves > 1) assert.match(await page.locator("#status").innerText(), /Black has played/);
      await advance(page, "white");
      if (moves === 2) await shot("game under way");
    }
    assert.match(await page.locator("#status").innerText(), /^You (win|lose): |^A draw/);
    assert.ok(moves >= 3, `over after ${moves} moves`);
    await shot("game over");
    const end = await position(page);
    await click(page, end.white[0]);
    assert.deepEqual(await position(page), end, "a click changes a finished game");
    assert.match(await page.locator("#notice").innerText(), /over/);
  },
);

scene("an illegal click says why, and changes nothing", { path: small }, async ({ page, shot }) => {
  await loaded(page);
  const before = await position(page),
    address = page.url();
  const refused = async (pattern) => {
    assert.match(await page.locator("#notice").innerText(), pattern);
    assert.deepEqual(await position(page), before);
    assert.equal(page.url(), address);
  };
  await click(page, "b3");
  await refused(/White's stones/);
  await click(page, "b6");
  await refused(/White's stones/);
  await click(page, "a1");
  await click(page, "b3");
  await refused(/not on a straight line/);
  await shot("illegal click");
  await click(page, "a4");
  await refused(/moves 1 square/);
});

scene("a new game on every board", {}, async ({ page, shot }) => {
  await loaded(page);
  const boards = await page.locator("#rules option").evaluateAll((options) => options.map((o) => o.value));
  assert.ok(boards.length >= 4, `${boards}`);
  for (const [i, rules] of boards.entries()) {
    await page.locator("#rules").selectOption(rules);
    await dropped(page);
    await page.waitForFunction(
      (rules) =>
        new URLSearchParams(location.hash.slice(1)).get("rules") === rules &&
        document.querySelector("#board .movable"),
      rules,
    );
    const white = await stones(page, "white"),
      black = await stones(page, "black");
    assert.ok(
      white.length >= 4 && white.length === black.length,
      `${rules}: ${white.length} against ${black.length}`,
    );
    await shot(`board ${i}`);
    await advance(page, "white");
    await played(page, 2);
  }
});
