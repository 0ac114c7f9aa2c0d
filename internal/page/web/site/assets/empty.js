// The board without stones. The page shows it until it knows a position, or if there is none.
import { rulesInAddress } from "./boards.js";
import { state, boardOf } from "./state.js";

// emptyBoard returns a view of the game's board. Before there is a game, it is the board in the
// address. It returns null if the page does not know the size yet.
export function emptyBoard() {
  const rules = state.game?.rules ?? rulesInAddress(),
    size = state.choices ? (boardOf(rules) ?? boardOf(state.choices.open)) : written(rules);
  if (!size) return null;
  const { width, height } = size,
    none = { stones: [], far: 0 },
    taken = { white: 0, black: 0 };
  return { width, height, ply: 0, turn: "white", white: none, black: none, taken, last: null };
}

const letters = 26; // most columns with names

// written returns the size in the text of rules, such as epaminondas:8x8, before the program tells it.
function written(rules) {
  const [width, height] = /^[a-z0-9]+:(\d+)x(\d+)/.exec(rules)?.slice(1).map(Number) ?? [];
  return width > 0 && height > 0 && width <= letters && height <= letters ? { width, height } : null;
}

// noMarks are the marks of a board without possible moves.
export const noMarks = () => ({
  turn: "white",
  movable: new Set(),
  chosen: null,
  faint: false,
  targets: [],
  line: [],
  phalanxes: [],
  threatened: [],
  rears: [],
  move: null,
  last: null,
  pending: false,
});
