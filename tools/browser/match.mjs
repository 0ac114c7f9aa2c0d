// The page of a match.
import assert from "node:assert/strict";
import { join } from "node:path";
import { folder, remove, start } from "./program.mjs";
import { serveFolder } from "./static.mjs";

// standings writes the page of a match and serves it. file is the path of the page.
export async function standings() {
  const place = await folder();
  const file = join(place, "index.html");
  const players = ["match", "greedy", "random", "--rules", "epaminondas:4x6x1,max_plies=60"];
  const program = start("arena", [...players, "--games", "8", "--seed", "3", "--html", file]);
  const [code] = await program.ended;
  assert.equal(code, 0, program.printed());
  const server = await serveFolder(place);
  return {
    url: server.url,
    file,
    stop: async () => {
      await server.stop();
      await remove(place);
    },
  };
}
