// The question before a game in progress is dropped.
import { state, over, watching } from "./state.js";
import { t } from "./language.js";

const $ = (id) => document.getElementById(id);

// inProgress is true if a new game would end a game that a person plays.
const inProgress = () => state.live && !over() && !watching() && state.game.moves.length > 0;

// mayDrop resolves with true if no game is in progress, or if the person agrees to drop it.
export async function mayDrop() {
  const dialog = $("drop");
  if (dialog.open) return false;
  if (!inProgress()) return true;
  $("drop-text").textContent = t("drop.text", { n: state.game.moves.length });
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "drop";
}

export function listen() {
  $("drop-yes").addEventListener("click", () => $("drop").close("drop"));
  $("drop-no").addEventListener("click", () => $("drop").close(""));
}
