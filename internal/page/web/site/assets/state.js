// The state of the page, in one place. Whoever changes it calls update; then everything is drawn
// anew, once, before the next frame.
import { kind } from "./rules.js";

export const state = {
  choices: null, // what can be played: the answer to boards
  game: null, // rules, start, moves, white, black, levels, seed, flipped: all that the address holds
  live: null, // what the engine says of the game's position, or, until it does, what the page expects
  ply: null, // how many moves of the game are shown, null for all
  past: null, // the position after so many moves
  preview: null, // a position that nobody has played: { view, pinned }
  chosen: null, // the square that was chosen: of a stone, or of where one shall land
  hover: null, // the square that the pointer or the cursor is on
  hint: null, // a move
  thinking: null, // what the engine is asked: "move" or "hint"
  loading: { bytes: 0, of: 0 }, // how much of the program is loaded, null once it answers or has failed
  refused: false, // the game of the address cannot be shown
  failed: false, // an answer did not come
  spoken: "", // what the engine thinks of its last move
  notice: { text: "", calm: true }, // what was done wrong, or what the cursor is on
  values: [], // White's value of the position after so many moves, where it is known
  // how two engines play: step is for one move, pace the least time of a move in ms
  watch: { paused: false, step: false, pace: 1000 },
  analysis: {
    on: false,
    running: false,
    player: "",
    lines: 3,
    arrows: "policy",
    part: null,
    turn: "",
    error: "",
  },
  review: null, // { running, stopped, entries, error, since }: the game looked at again
  notation: "text", // which of a move's texts is shown: "text" (rear) or "head"
};

const drawers = [];
let scheduled = false;

// onChange adds something that is done after every change of the state.
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

// say answers what was done; what is no objection is said calmly. A mirror is shown on the board
// with the text.
export const say = (text, calm = false, mirror = undefined) => update({ notice: { text, calm, mirror } });

export const other = (colour) => (colour === "white" ? "black" : "white");

export const title = (colour) => colour[0].toUpperCase() + colour.slice(1);

// shown is the position on the board.
export const shown = () => state.preview?.view ?? (state.ply === null ? state.live : state.past);

export const over = () => state.live.outcome !== "*";

// isPerson says whether a person moves for a colour.
export const isPerson = (colour) => state.game[colour].player === "you";

// watching says that no person plays.
export const watching = () => !isPerson("white") && !isPerson("black");

// myTurn says that a person can move now.
export const myTurn = () =>
  state.live !== null &&
  !state.live.pending &&
  state.ply === null &&
  !state.preview &&
  !over() &&
  isPerson(state.live.turn);

// upsideDown says that Black is at the bottom of the board: whoever plays alone sits there.
export function upsideDown() {
  if (!state.game) return false;
  const alone = isPerson("black") && !isPerson("white");
  return state.game.flipped !== alone;
}

// playersOn returns the players of a board, the default one first. On a board that is not in the
// list, as from a link, those play that play everywhere.
export function playersOn(rules) {
  const { boards } = state.choices,
    board = boards.find((b) => kind(b.rules) === kind(rules));
  return (
    board?.players ??
    boards[0].players.filter((p) => boards.every((b) => b.players.some((q) => q.id === p.id)))
  );
}

// playerNames returns who can be chosen on a board, as [id, name].
export const playerNames = (rules) => playersOn(rules).map((p) => [p.id, title(p.name)]);

// playerName is what a player is called on a board.
export const playerName = (rules, id) =>
  id === "you" ? "You" : (playerNames(rules).find(([known]) => known === id)?.[1] ?? id);
