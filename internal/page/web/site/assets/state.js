// The state of the page, in one place. Every change calls update, which draws everything once,
// before the next frame.
import { capital, nameOf, t } from "./language.js";
import { kept } from "./memory.js";

export const state = {
  choices: null, // the answer to boards
  boards: new Map(), // boards outside the list, by their rules
  game: null, // rules, start, moves, white, black, levels, seed, flipped: the content of the address
  live: null, // the engine's answer for the game's position, or the expected position until it comes
  ply: null, // number of shown moves, null for all
  past: null, // the position after ply moves
  branch: null, // the shown line beside the game, as branches.js describes it; null for the game
  branches: [], // all lines beside the game that are kept
  preview: null, // a position of an analysis line: { view, pinned }
  chosen: null, // the chosen square: of a stone, or a landing square
  wanted: null, // a click on a landing square before the legal moves were known: { square, byFinger }
  aimed: null, // the square that a finger tapped, to see a move before it is played
  hover: null, // the square under the pointer or the cursor
  hint: null, // a move
  thinking: null, // the running request: "move" or "hint"
  waiting: "", // why the running request has not begun
  started: false, // the program can answer
  loading: { bytes: 0, of: 0 }, // loaded bytes of the program; null once it answers or fails
  refused: false, // the page cannot show the game in the address
  failed: false, // a request got no answer
  spoken: "", // the engine's opinion of its last move
  notice: { text: "", calm: true }, // a mistake of the person, or the square of the cursor
  values: [], // White's value after each number of moves, if known
  // a game between two engines. step asks for one move; pace is the least time of a move in ms
  watch: { paused: false, step: false, pace: 1000 },
  analysis: {
    on: false,
    running: false,
    player: "",
    lines: 3,
    arrows: "best",
    ownership: false, // the board shows who is expected on each square at the end
    part: null,
    turn: "",
    error: "",
    waiting: "",
  },
  sketching: false, // every pointer draws arrows on the board
  editor: null, // a position that a person sets up, as editor.js describes it
  lesson: null, // the open step of the lesson, as lesson.js describes it
  threats: { on: false, moves: [] }, // moves with which the opponent would take the lead
  review: null, // { running, stopped, entries, player, results, error, waiting, since }
  retry: null, // a mistake that a person plays again, as retry.js describes it
  notation: kept("notation") === "text" ? "text" : "head", // of moves: rear to rear, or to the front
};

const drawers = [];
let scheduled = false;

// onChange adds a function that runs after every change of the state.
export function onChange(draw) {
  drawers.push(draw);
}

// update changes fields of the state.
export function update(fields) {
  Object.assign(state, fields);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const draw of drawers) draw(state);
  });
}

// say shows a message to the person. calm is true if the message is not about a mistake. The board
// shows mirror together with the text.
export const say = (text, calm = false, mirror = undefined) => update({ notice: { text, calm, mirror } });

export const other = (colour) => (colour === "white" ? "black" : "white");

// sideName returns the name of a colour within a sentence.
export const sideName = (colour) => t(`side.${colour}`);

// shown returns the position on the board.
export const shown = () =>
  state.editor?.view ?? state.preview?.view ?? (state.ply === null ? state.live : state.past);

export const over = () => state.live.outcome !== "*";

// isPerson is true if a person plays a colour.
export const isPerson = (colour) => state.game[colour].player === "you";

// alone is true if a person plays against an engine.
export const alone = () => isPerson("white") !== isPerson("black");

// onlyEngine returns the colour of the engine if a person plays against one, else null.
export function onlyEngine() {
  if (!alone()) return null;
  return isPerson("white") ? "black" : "white";
}

// watching is true if no person plays.
export const watching = () => !isPerson("white") && !isPerson("black");

// myTurn is true if a person can move now.
export const myTurn = () =>
  state.live !== null &&
  !state.editor &&
  !state.live.pending &&
  state.ply === null &&
  !state.preview &&
  !over() &&
  isPerson(state.live.turn) &&
  !state.lesson?.verdict;

// mayMove is true if a person can choose a move in the shown position.
export const mayMove = () => myTurn() || exploring();

// exploring is true in an earlier position, in which a person can play moves beside the game.
const exploring = () =>
  state.ply !== null &&
  !state.editor &&
  !state.preview &&
  !state.lesson &&
  !state.past.pending &&
  state.past.outcome === "*";

// upsideDown is true if Black is at the bottom of the board. A person who plays alone sits there.
export function upsideDown() {
  if (!state.game) return false;
  return state.game.flipped !== (onlyEngine() === "white");
}

// boardOf returns the board of the given rules, or undefined if the page does not know it.
export const boardOf = (rules) =>
  state.choices.boards.find((b) => b.rules === rules) ?? state.boards.get(rules);

// boardName returns the name of a board, such as "Epaminondas, 8 × 8".
export const boardName = ({ parts }) => nameOf(parts);

// playersOn returns the players of a board, the default one first. A board that the page does not
// know has the players that play on every board.
export const playersOn = (rules) => boardOf(rules)?.players ?? state.choices.everywhere;

// playerNames returns the players of a board, as [id, name]. Networks have names of their own.
export const playerNames = (rules) =>
  playersOn(rules).map(({ id, name, kind }) => [
    id,
    kind === "classical" ? t(`player.${id}`) : capital(name),
  ]);

// playerName returns the name of a player on a board.
export const playerName = (rules, id) =>
  id === "you" ? t("you") : (playerNames(rules).find(([known]) => known === id)?.[1] ?? id);

// againLabel returns the label of the button that repeats what failed.
export const againLabel = () => t(state.started ? "again" : "try-again");
