// The board without stones, which the page shows until it knows a position, and if there is none to
// show.
import { size } from "./rules.js";
import { state } from "./state.js";

// emptyBoard is a view of the board of the game, or of the address before there is a game.
export function emptyBoard() {
  const rules = state.game?.rules ?? new URLSearchParams(location.hash.slice(1)).get("rules") ?? "";
  const [width, height] = size(rules),
    none = { stones: [], far: 0 };
  return { width, height, ply: 0, turn: "white", white: none, black: none, last: null };
}

// noMarks are the marks of a board on which nothing can be done.
export const noMarks = () => ({
  turn: "white",
  movable: new Set(),
  chosen: null,
  faint: false,
  targets: [],
  line: [],
  threatened: [],
  rears: [],
  move: null,
  last: null,
  pending: false,
});
