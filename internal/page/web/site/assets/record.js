// The moves of the game as a list, with the results of the review.
import { firstTurn, look, onGame, plyShown } from "./game.js";
import { gravity } from "./review.js";
import { state } from "./state.js";
import { fit, write } from "./dom.js";
import { written } from "./words.js";

const $ = (id) => document.getElementById(id);
let drawn = []; // the content of the list
let shownPly = -1;

export function draw() {
  const list = $("moves"),
    line = state.live?.line ?? [],
    offset = state.live && firstTurn() === "black" ? 1 : 0,
    ply = plyOf(line);
  const what = [state.live, ply, state.notation, state.review?.entries];
  if (what.every((part, i) => part === drawn[i])) return; // drawing a long game is slow
  drawn = what;
  fit(list, Math.ceil((line.length + offset) / 2), newRow);
  [...list.children].forEach((row, i) => drawRow(row, i, line, offset));
  if (shownPly === ply) return;
  shownPly = ply;
  // when the browser lays out the page anyway
  requestAnimationFrame(() => reveal(list, list.querySelector("[aria-current]")));
}

const plyOf = (line) => (state.live && onGame() ? Math.min(plyShown(), line.length) : 0);

function newRow() {
  const row = document.createElement("li"),
    number = document.createElement("span");
  row.append(number, button(), button());
  return row;
}

function button() {
  const node = document.createElement("button");
  node.type = "button";
  node.addEventListener("click", () => look(Number(node.dataset.ply), null));
  return node;
}

function drawRow(row, i, line, offset) {
  write(row.firstElementChild, `${i + 1}.`);
  for (const [j, node] of [row.children[1], row.children[2]].entries()) {
    const at = 2 * i + j - offset,
      move = line[at],
      ply = at + 1;
    node.hidden = !move;
    write(node, move ? written(move) : "");
    node.dataset.ply = ply;
    node.dataset.gravity = move ? gravity(at) : "";
    if (move && ply === plyOf(line)) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  }
}

// reveal scrolls a list until a node is visible. It scrolls nothing around the list.
function reveal(list, node) {
  if (!node) return void (list.scrollTop = 0);
  const frame = list.getBoundingClientRect(),
    box = node.getBoundingClientRect();
  if (box.bottom > frame.bottom || box.top < frame.top)
    list.scrollTop += box.top - frame.top - list.clientHeight / 2;
}
