// The start of the page: it asks for the boards, and shows how much of the program is loaded, or
// which file is missing.
import { onLoading } from "./backend.js";
import { ask, rulesInAddress } from "./boards.js";
import { open } from "./game.js";
import { state, update, say } from "./state.js";
import { write } from "./dom.js";

const $ = (id) => document.getElementById(id);

// start asks for the boards and opens the game in the address.
export async function start() {
  update({ loading: { bytes: 0, of: 0 }, failed: false });
  say("");
  try {
    await ask(rulesInAddress());
    update({ loading: null });
  } catch (error) {
    update({ loading: null, failed: true });
    return say(error.message);
  }
  open();
}

onLoading((bytes, of) => {
  if (state.loading) update({ loading: { bytes, of } });
});

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export function draw() {
  const bar = $("loading-bar"),
    { bytes, of } = state.loading ?? {};
  $("loading").hidden = !state.loading;
  if (of) {
    bar.max = of;
    bar.value = bytes;
  } else bar.removeAttribute("value");
  write($("loading-bytes"), of ? `${megabytes(bytes)} of ${megabytes(of)} MB` : "");
}
