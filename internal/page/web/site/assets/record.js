// The moves of the game as a list, with the results of the review and the lines beside the game.
import { forkOf, mayRaise, shared } from "./branches.js";
import { firstTurn, look, movesShown, onGame, plyShown } from "./game.js";
import { t } from "./language.js";
import { gravity } from "./review.js";
import { state } from "./state.js";
import { fit, write } from "./dom.js";
import { written } from "./words.js";

const $ = (id) => document.getElementById(id);
let drawn = []; // the content of the list
let shownPath = null; // the moves before the position on the board, when the list was last drawn

export function draw() {
  const list = $("moves"),
    line = state.live?.line ?? [],
    offset = state.live && firstTurn() === "black" ? 1 : 0,
    path = state.live ? movesShown().join(" ") : "";
  const what = [state.live, path, state.notation, state.review?.entries, state.branches, state.branch];
  if (what.every((part, i) => part === drawn[i])) return; // drawing a long game is slow
  drawn = what;
  const beside = state.live ? state.branches : [];
  fit(list, Math.max(Math.ceil((line.length + offset) / 2), beside.length ? 1 : 0), newRow);
  const rowOf = (branch) => Math.min((forkOf(branch) + offset) >> 1, list.children.length - 1);
  [...list.children].forEach((row, i) => {
    drawRow(row, i, line, offset);
    drawBranches(row.lastElementChild, beside.filter((b) => rowOf(b) === i), offset);
  });
  for (const node of list.querySelectorAll("[data-path]")) mark(node, node.dataset.path === path);
  drawBar();
  if (shownPath === path) return;
  shownPath = path;
  // when the browser lays out the page anyway
  requestAnimationFrame(() => reveal(list, list.querySelector("[aria-current]")));
}

const mark = (node, current) =>
  current ? node.setAttribute("aria-current", "true") : node.removeAttribute("aria-current");

function newRow() {
  const row = document.createElement("li"),
    number = document.createElement("span"),
    beside = document.createElement("div");
  beside.className = "branches";
  row.append(number, button(), button(), beside);
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
      move = line[at];
    node.hidden = !move;
    write(node, move ? written(move) : "");
    node.dataset.ply = at + 1;
    node.dataset.gravity = move ? gravity(at) : "";
    mark(node, move && onGame() && at + 1 === Math.min(plyShown(), line.length));
  }
}

// drawBranches draws the lines that leave the game in a row.
function drawBranches(place, lines, offset) {
  const text = JSON.stringify([lines, state.notation, offset, lines.map(forkOf)]);
  if (place.dataset.drawn === text) return;
  place.dataset.drawn = text;
  const sorted = [...lines].sort((a, b) => forkOf(a) - forkOf(b));
  place.replaceChildren(...grouped(sorted, forkOf).map((g) => branchNode(g, forkOf(g[0]), offset)));
}

const pathOf = (line) => line.map((m) => m.text).join(" ");

// grouped returns lists of lines that are equal up to the move after a fork.
function grouped(lines, fork) {
  const groups = new Map();
  for (const line of lines) {
    const path = pathOf(line.slice(0, fork(line) + 1));
    groups.set(path, [...(groups.get(path) ?? []), line]);
  }
  return [...groups.values()];
}

// branchNode returns the first of some lines from a ply on. The others part from it later, and each
// follows the move that it replaces.
function branchNode([line, ...others], from, offset) {
  const node = document.createElement("div");
  node.className = "branch";
  for (let at = from; at < line.length; at++) {
    const first = at === from || node.lastChild.className === "branch",
      parting = others.filter((l) => shared(l, line) === at);
    node.append(moveNode(line, at, first, offset));
    node.append(...grouped(parting, () => at).map((g) => branchNode(g, at, offset)));
  }
  return node;
}

// moveNode returns a move of a line. White's moves have a number, and a first move has one too.
function moveNode(line, at, first, offset) {
  const node = document.createElement("button"),
    white = (at + offset) % 2 === 0,
    number = 1 + ((at + offset) >> 1);
  node.type = "button";
  node.textContent = `${white ? `${number}. ` : first ? `${number}… ` : ""}${written(line[at])}`;
  node.dataset.path = pathOf(line.slice(0, at + 1));
  node.addEventListener("click", () => look(at + 1, line));
  return node;
}

// drawBar offers what a person can do with the shown line.
function drawBar() {
  const { branch, ply } = state,
    beside = Boolean(state.live) && branch !== null && !onGame() && state.branches.includes(branch);
  $("branch-bar").hidden = !beside;
  if (!beside) return;
  $("raise").disabled = !mayRaise(branch);
  write($("delete-line"), t(ply > forkOf(branch) + 1 ? "delete.from" : "delete"));
}

// reveal scrolls a list until a node is visible. It scrolls nothing around the list.
function reveal(list, node) {
  if (!node) return void (list.scrollTop = 0);
  const frame = list.getBoundingClientRect(),
    box = node.getBoundingClientRect();
  if (box.bottom > frame.bottom || box.top < frame.top)
    list.scrollTop += box.top - frame.top - list.clientHeight / 2;
}
