// The page: it connects the person's input with the state, and the state with the drawing.
import { Board } from "./board.js";
import { emptyBoard, noMarks } from "./empty.js";
import * as analysis from "./analysis.js";
import * as branches from "./branches.js";
import * as choice from "./choice.js";
import * as editor from "./editor.js";
import * as ending from "./ending.js";
import * as game from "./game.js";
import { shortcut } from "./keys.js";
import * as graph from "./graph.js";
import { show } from "./language.js";
import * as lesson from "./lesson.js";
import * as lessonview from "./lessonview.js";
import * as lines from "./lines.js";
import * as loading from "./loading.js";
import * as missed from "./missed.js";
import { span } from "./moves.js";
import { playKeys } from "./playkeys.js";
import * as players from "./players.js";
import * as question from "./question.js";
import * as record from "./record.js";
import * as retry from "./retry.js";
import * as review from "./review.js";
import { open } from "./route.js";
import * as seats from "./seats.js";
import * as shortcuts from "./shortcuts.js";
import * as sketch from "./sketch.js";
import * as sound from "./sound.js";
import * as status from "./status.js";
import * as tabs from "./tabs.js";
import * as texts from "./texts.js";
import * as threats from "./threats.js";
import * as welcome from "./welcome.js";
import { state, update, say, shown, onChange, upsideDown } from "./state.js";

const $ = (id) => document.getElementById(id);

const board = new Board($("board"), {
  onClick: (square, byFinger) => editor.click(square) || lesson.click() || choice.click(square, byFinger),
  onEnter: (square) => editor.click(square) || lesson.click() || choice.enter(square),
  onGrab: choice.grab,
  onDrop: (from, square) => {
    board.still = choice.aims(square) !== undefined;
    choice.drop(from, square);
  },
  draws: sketch.draws,
  onDraw: sketch.draw,
  onDrawn: sketch.keep,
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
  const marks = [choice, lesson, analysis, retry, sketch].map((part) => part.marks());
  if (state.editor) return board.draw(shown(), upsideDown(), choice.marks(), []);
  return board.draw(shown(), upsideDown(), Object.assign({}, ...marks), [
    ...lesson.arrows(),
    ...analysis.arrows(),
    ...missed.arrows(),
    ...retry.arrows(),
    ...threats.arrows(),
    ...hintArrow(),
    ...sketch.arrows(),
  ]);
}

function hintArrow() {
  const { hint, ply, preview } = state;
  return hint && ply === null && !preview
    ? [{ ...span(hint), width: 7, kind: "hint" }]
    : [];
}

// fresh begins a game, on the same board or another one. It asks before it drops a game in progress.
async function fresh(rules) {
  if (await question.mayDrop()) game.newGame(rules);
  else update({}); // the list of boards names the present board again
}

// analyse turns the analysis on or off, and shows its tab.
function analyse() {
  analysis.toggle();
  if (state.analysis.on) tabs.show("analysis");
}

const actions = {
  "brush-white": () => editor.choose("white"),
  "brush-black": () => editor.choose("black"),
  "brush-empty": () => editor.choose("empty"),
  undo: game.undo,
  hint: players.askHint,
  flip: game.flip,
  exchange: game.exchange,
  new: () => fresh(),
  again: () => (lesson.missing() ? open() : state.started ? game.again() : loading.start()),
  analyse,
  ownership: analysis.toggleOwnership,
  shortcuts: shortcuts.open,
  threats: threats.toggle,
  sound: sound.toggle,
  review: review.toggle,
  retry: retry.start,
  edit: editor.open,
  sketch: sketch.toggle,
  "editor-clear": editor.clear,
  "editor-start": editor.start,
  "editor-analyse": editor.analyse,
  "editor-cancel": editor.close,
  adopt: game.adopt,
  raise: () => branches.raise(state.branch),
  "delete-line": game.deleteShown,
  "keep-line": game.keepPreview,
  "retry-hint": retry.hint,
  "retry-back": retry.back,
  "retry-next": retry.next,
  "retry-end": retry.end,
  first: () => game.look(0),
  previous: () => game.look(game.plyShown() - 1),
  next: () => game.look(game.plyShown() + 1),
  last: () => game.look(Infinity, null),
  here: game.goOnFromHere,
  pause: () => players.pause(),
  step: players.step,
};

// make makes a chosen move: in the game, or beside it in an earlier position.
function make(move) {
  if (state.ply === null) return game.play(move);
  return retry.take(move) || game.explore(move);
}

function press(event) {
  if (state.lesson) return lesson.press(event, escape);
  const id = shortcut(playKeys(), event);
  if (id === "escape" && !document.querySelector("dialog[open]")) return escape();
  if (!actions[id] || event.target.closest("select, input, textarea, dialog")) return;
  if ($(id).disabled || $(id).hidden || $(id).closest("#watch[hidden]")) return;
  event.preventDefault();
  actions[id]();
}

// escape ends a drag, lets go of a chosen stone, and closes the sheet.
function escape() {
  board.cancel();
  choice.letGo();
  sketch.clear();
  tabs.sheet(false);
}

function listen() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", () => action());
  const on = (id, act) => $(id).addEventListener("change", (event) => act(event.target.value));
  on("rules", fresh);
  on("review-side", review.choose);
  on("notation", texts.choose);
  on("pace", (pace) => update({ watch: { ...state.watch, pace: Number(pace) } }));
  on("analyst", (player) => analysis.set({ player }));
  on("arrows", (arrows) => analysis.set({ arrows }));
  on("lines-count", (n) => analysis.set({ lines: Number(n) }));
  const parts = [seats, editor, graph, lines, texts, tabs, question, shortcuts, ending, lessonview, welcome];
  for (const part of parts) part.listen();
  document.addEventListener("keydown", press);
  document.addEventListener("visibilitychange", () => update({})); // the analysis follows
  addEventListener("popstate", () => state.choices && open());
}

function begin() {
  show();
  choice.onMove(make);
  for (const draw of [
    drawBoard,
    seats.draw,
    status.draw,
    loading.draw,
    lines.draw,
    record.draw,
    graph.draw,
    missed.draw,
    retry.draw,
    editor.draw,
    sketch.drawSwitch,
    ending.draw,
    lessonview.draw,
    welcome.draw,
  ])
    onChange(draw);
  const followers = [choice, branches, lesson, players, analysis, review, retry, editor, threats, sound];
  for (const part of followers) onChange(part.follow);
  sound.draw();
  listen();
  loading.start();
}

begin();
