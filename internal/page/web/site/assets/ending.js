// The card at the end of a game: the result, how it was decided, and what a person may do next.
import { newGame, seat } from "./game.js";
import * as review from "./review.js";
import { show } from "./tabs.js";
import * as share from "./share.js";
import { state, onlyEngine, over } from "./state.js";
import { howEnded, result } from "./words.js";
import { write } from "./dom.js";

const $ = (id) => document.getElementById(id);

let playing = false; // the page has shown the game before its end

export function draw() {
  const ended = Boolean(state.live) && over();
  $("ending").hidden = !ended || state.retry !== null || state.editor !== null;
  $("ending").classList.toggle("earlier", state.ply !== null);
  const won = ended && playing && state.live.outcome !== "1/2-1/2";
  $("board").parentNode.classList.toggle("won", won);
  if (state.live && !ended) playing = true;
  if (!ended) return;
  write($("result"), result(state.live));
  write($("result-how"), howEnded(state.live));
  $("harder").hidden = !next();
}

// next returns the colour of the only engine and its next level, if there is one.
function next() {
  const colour = onlyEngine();
  if (!colour) return null;
  const level = state.game[colour].level + 1;
  return state.choices.levels.some((l) => l.level === level) ? { colour, level } : null;
}

function harder() {
  const { colour, level } = next();
  seat(colour, { level });
  newGame();
}

function look() {
  show("review");
  if (!state.review) review.toggle();
}

export function listen() {
  const on = (id, act) => $(id).addEventListener("click", act);
  on("rematch", () => newGame());
  on("harder", harder);
  on("to-review", look);
  on("share", share.open);
  share.listen();
}
