// The start of the page: it asks for the boards, and shows how much of the program is loaded, or
// which file is missing.
import { onLoading, ready } from "./backend.js";
import { ask, rulesInAddress } from "./boards.js";
import { open } from "./route.js";
import { state, update, say } from "./state.js";
import { write } from "./dom.js";
import { loaded } from "./words.js";

const $ = (id) => document.getElementById(id);

// start asks for the boards and opens the game in the address. The board may appear before the
// program has loaded.
export async function start() {
  update({ loading: { bytes: 0, of: 0 }, failed: false });
  say("");
  try {
    await ask(rulesInAddress());
    update({ loading: null });
    await open();
    await ready();
    update({ started: true });
  } catch (error) {
    update({ loading: null, failed: true });
    say(error.message);
  }
}

// The program may load on while the page already shows a board.
onLoading((bytes, of) => update({ loading: bytes < of ? { bytes, of } : null }));

export function draw() {
  const bar = $("loading-bar"),
    { bytes, of } = state.loading ?? {};
  $("loading").hidden = !state.loading;
  if (of) {
    bar.max = of;
    bar.value = bytes;
  } else bar.removeAttribute("value");
  write($("loading-bytes"), loaded(state.loading));
}
