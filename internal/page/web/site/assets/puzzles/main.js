// The page of puzzles: it connects the person's input with the puzzle, and the puzzle with the
// drawing.
import { onLoading } from "../backend.js";
import { Board } from "../board.js";
import * as choice from "../choice.js";
import { shortcut } from "../keys.js";
import { show, t } from "../language.js";
import { span } from "../moves.js";
import { state, update, say, onChange, upsideDown } from "../state.js";
import { session, start, fromAddress, next, make, retry, solution, flip } from "./session.js";
import { chooseBoard, chooseLevel } from "./session.js";
import * as view from "./view.js";

const $ = (id) => document.getElementById(id);

// act passes input to the choice of a move. After a wrong move, it first goes back.
const act = (input) => (square, byFinger) => {
  const { phase } = session;
  if (phase === "wrong") retry();
  else if (phase === "solved" || phase === "shown")
    return say(t("puzzle.over"), true);
  else if (phase !== "yours") return undefined;
  return input(square, byFinger);
};

const board = new Board($("board"), {
  onClick: act(choice.click),
  onEnter: act(choice.enter),
  onGrab: (square) => session.phase === "yours" && choice.grab(square),
  onDrop: (from, square) => {
    board.still = choice.aims(square) !== undefined;
    if (session.phase === "yours") choice.drop(from, square);
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
  $("board").classList.toggle("unknown", !state.live);
  if (!state.live) return board.clear();
  board.draw(state.live, upsideDown(), choice.marks(), refutation());
}

const refutation = () =>
  session.phase === "wrong" && session.answer ? [{ ...span(session.answer), width: 7, kind: "threat" }] : [];

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say(t("puzzle.link.copied"), true);
  } catch {
    say(t("puzzle.link.here", { link: location.href }), true);
  }
}

const actions = { retry, solution, next, flip, link: copyLink, again: () => session.again?.() };
const keys = { r: "retry", s: "solution", n: "next", f: "flip" };

function press(event) {
  if (event.key === "Escape") {
    board.cancel();
    if (session.phase === "yours") choice.letGo();
    return;
  }
  const id = shortcut(keys, event);
  if (!id || $(id).disabled || event.target.closest("select")) return;
  event.preventDefault();
  actions[id]();
}

show();
choice.onMove(make);
onChange(drawBoard);
onChange(view.draw);
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", () => action());
$("rules").addEventListener("change", (event) => chooseBoard(event.target.value));
$("level").addEventListener("change", (event) => chooseLevel(event.target.value));
document.addEventListener("keydown", press);
addEventListener("hashchange", () => session.boards.length && fromAddress());
addEventListener("storage", () => update({})); // another tab solves puzzles too
onLoading((bytes, of) => update({ loading: bytes < of ? { bytes, of } : null }));
start();
