// The page: it connects the person's input with the state, and the state with the drawing.
import { Board } from "./board.js";
import { emptyBoard, noMarks } from "./empty.js";
import * as analysis from "./analysis.js";
import * as choice from "./choice.js";
import * as game from "./game.js";
import { shortcut } from "./keys.js";
import * as graph from "./graph.js";
import * as lines from "./lines.js";
import * as loading from "./loading.js";
import * as players from "./players.js";
import * as record from "./record.js";
import * as review from "./review.js";
import * as seats from "./seats.js";
import * as status from "./status.js";
import * as texts from "./texts.js";
import { state, update, say, shown, onChange, upsideDown } from "./state.js";

const $ = (id) => document.getElementById(id);

const board = new Board($("board"), {
  onClick: choice.click,
  onEnter: choice.enter,
  onGrab: choice.grab,
  onDrop: (from, square) => {
    board.still = choice.aims(square) !== undefined;
    choice.drop(from, square);
  },
  onHover: (square) => {
    if (square !== state.hover) update({ hover: square });
  },
  onCursor: (square) => {
    update({ hover: square });
    say(choice.describe(square), true);
  },
});

function drawBoard() {
  const empty = state.live ? null : emptyBoard();
  $("board").classList.toggle("unknown", !state.live && !empty);
  if (empty) return board.draw(empty, upsideDown(), noMarks(), []);
  if (!state.live) return board.clear();
  board.draw(shown(), upsideDown(), choice.marks(), [
    ...analysis.arrows(),
    ...review.arrows(),
    ...hintArrow(),
  ]);
}

function hintArrow() {
  const { hint, ply, preview } = state;
  return hint && ply === null && !preview
    ? [{ from: hint.rear, to: hint.landing.at(-1), width: 7, kind: "hint" }]
    : [];
}

const actions = {
  undo: game.undo,
  hint: players.askHint,
  flip: game.flip,
  exchange: game.exchange,
  new: () => game.newGame(),
  again: () => (state.choices ? game.again() : loading.start()),
  analyse: analysis.toggle,
  review: review.toggle,
  first: () => game.look(0),
  previous: () => game.look(game.plyShown() - 1),
  next: () => game.look(game.plyShown() + 1),
  last: () => game.look(Infinity),
  here: game.goOnFromHere,
  pause: () => players.pause(),
  step: players.step,
};

const keys = {
  u: "undo",
  h: "hint",
  f: "flip",
  x: "exchange",
  n: "new",
  a: "analyse",
  p: "pause",
  s: "step",
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  Escape: "escape",
};

function press(event) {
  const id = shortcut(keys, event);
  if (id === "escape" && !$("texts").open) return choice.letGo();
  if (!actions[id] || event.target.closest("select, input, textarea, dialog")) return;
  if ($(id).disabled || $(id).closest("[hidden]")) return;
  event.preventDefault();
  actions[id]();
}

function listen() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", () => action());
  const on = (id, act) => $(id).addEventListener("change", (event) => act(event.target.value));
  on("rules", game.newGame);
  on("notation", (notation) => update({ notation }));
  on("pace", (pace) => update({ watch: { ...state.watch, pace: Number(pace) } }));
  on("analyst", (player) => analysis.set({ player }));
  on("arrows", (arrows) => analysis.set({ arrows }));
  on("lines-count", (n) => analysis.set({ lines: Number(n) }));
  for (const part of [seats, graph, lines, texts]) part.listen();
  document.addEventListener("keydown", press);
  document.addEventListener("visibilitychange", () => update({})); // the analysis follows
  addEventListener("popstate", () => state.choices && game.open());
}

function begin() {
  for (const draw of [
    drawBoard,
    seats.draw,
    status.draw,
    loading.draw,
    lines.draw,
    record.draw,
    graph.draw,
    review.draw,
  ])
    onChange(draw);
  for (const follow of [players.follow, analysis.follow, review.follow]) onChange(follow);
  $("how").open = matchMedia("(min-width: 901px)").matches;
  listen();
  loading.start();
}

begin();
