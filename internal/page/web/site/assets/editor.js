// The editor of positions: a person places stones on the board and chooses the side to move. The program
// decides whether the position can be played.
//
// state.editor has these fields:
//
//   view   the position as the board shows it
//   brush  what a click places: white, black or empty
import { call } from "./backend.js";
import { change } from "./game.js";
import { sideOf } from "./moves.js";
import { t } from "./language.js";
import { column, row } from "./squares.js";
import { state, update, say, shown } from "./state.js";
import { sheet } from "./tabs.js";
import { howEnded, sentence } from "./words.js";

const $ = (id) => document.getElementById(id);

const brushes = ["white", "black", "empty"];

// open begins with the shown position.
export function open() {
  const { rules, width, height, fixed, turn, white, black } = shown();
  const taken = { white: 0, black: 0 };
  const view = { rules, width, height, fixed, turn, taken, outcome: "*", moves: [], last: null, line: [] };
  const editor = { brush: "white", view: { ...view, white, black } };
  update({ editor, retry: null, chosen: null, hint: null });
  say("");
  sheet(false);
}

// close drops the position.
export function close() {
  update({ editor: null });
  say("");
}

const set = (fields) => update({ editor: { ...state.editor, ...fields } });

// setStones puts stones on the board of the editor.
function setStones(white, black) {
  const { view } = state.editor,
    side = (stones, colour) => sideOf(stones, colour, view.height);
  set({ view: { ...view, white: side(white, "white"), black: side(black, "black") } });
  say("");
}

// choose chooses what a click places.
export const choose = (brush) => set({ brush });

// click places a stone, or removes one: with the empty brush, and where the same stone stands already.
// Without an open editor it returns false.
export function click(square) {
  if (!state.editor) return false;
  const { view, brush } = state.editor,
    had = brush !== "empty" && view[brush].stones.includes(square);
  const [white, black] = ["white", "black"].map((colour) => {
    const others = view[colour].stones.filter((s) => s !== square);
    return colour === brush && !had ? [...others, square] : others;
  });
  setStones(white, black);
  return true;
}

export const clear = () => setStones([], []);

// text returns the position as the program reads it: the rows from the last one down, and the side to
// move.
function text({ width, height, white, black, turn }) {
  const rows = Array.from({ length: height }, () => Array(width).fill("."));
  for (const s of white.stones) rows[row(s)][column(s)] = "w";
  for (const s of black.stones) rows[row(s)][column(s)] = "b";
  const lines = rows.map((line) => line.join("")).reverse();
  return `${lines.join("/")} ${turn[0]}`;
}

// start sets up the first position of a game on the board.
export async function start() {
  const { rules } = state.game,
    mine = state.editor;
  try {
    const { white, black } = await call("position", { rules, start: "", moves: [] });
    if (state.editor === mine) setStones(white.stones, black.stones);
  } catch (error) {
    say(sentence(error.message));
  }
}

// analyse opens the position as a game of two persons, and analyses it. If the program refuses the
// position, the editor stays open and the page says why.
export async function analyse() {
  const mine = state.editor,
    { rules } = state.game,
    request = { rules, start: text(mine.view), moves: [] };
  const fault = await faultOf(request);
  if (state.editor !== mine) return;
  if (fault) return say(fault);
  const you = (colour) => ({ ...state.game[colour], player: "you" });
  update({ editor: null, analysis: { ...state.analysis, on: true } });
  return change({ ...request, white: you("white"), black: you("black") }, { push: true });
}

// faultOf returns why nobody can play from a position, or "".
async function faultOf(request) {
  try {
    const view = await call("position", request);
    return view.outcome === "*" ? "" : t("over.why", { why: howEnded(view) });
  } catch (error) {
    return sentence(error.message);
  }
}

// follow closes the editor when the person opens another game, a lesson or another position of the game.
// A move of an engine leaves it open.
export function follow() {
  const { game, ply, branch, lesson } = state,
    now = [game?.rules, game?.start, game?.seed, ply, branch, lesson],
    same = now.every((part, i) => part === place[i]);
  place = now;
  if (state.editor && !same) update({ editor: null });
}

let place = []; // what the page showed when follow last ran

// status returns the text below the board.
export const status = () => (state.editor ? t(`editor.${state.editor.brush}`) : "");

export function draw() {
  $("editor-bar").hidden = state.editor === null;
  document.body.classList.toggle("editing", state.editor !== null);
  $("edit").disabled = !state.live || state.live.pending || state.editor !== null;
  if (!state.editor) return;
  for (const brush of brushes) $(`brush-${brush}`).setAttribute("aria-pressed", state.editor.brush === brush);
  $("editor-turn").value = state.editor.view.turn;
}

export function listen() {
  $("editor-turn").addEventListener("change", (event) =>
    set({ view: { ...state.editor.view, turn: event.target.value } }),
  );
}
