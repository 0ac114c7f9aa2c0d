// The program ends while its page is open, and starts again.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { advance, click, loaded, myTurn, played, position } from "./board.mjs";
import { serve } from "./program.mjs";

const small = "#rules=epaminondas:4x6x1,max_plies=60&white=you&black=classical&bl=1&seed=7";
const gone = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED/;

const own = { site: serve, path: small, expected: gone };

scene("the server dies and comes back", own, async ({ page, server, shot }) => {
  await loaded(page);
  await advance(page, "white");
  await played(page, 2);
  const before = await position(page);
  await server.stop("SIGKILL");
  await advance(page, "white").catch(() => {});
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#notice").innerText));
  await shot("server gone");
  assert.equal((await position(page)).white.length, before.white.length);
  const second = await serve([], new URL(server.url).host);
  try {
    await page.getByRole("button", { name: "Ask again" }).click();
    await played(page, 4);
    assert.ok(await myTurn(page));
    await shot("server back");
    await click(page, (await position(page)).white[0]);
  } finally {
    await second.stop();
  }
});
