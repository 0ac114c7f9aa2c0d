// The board without stones. The page shows it until it knows a position, or if there is none.
import { size } from "./rules.js";
import { state } from "./state.js";

// emptyBoard returns a view of the game's board, or of the board in the address before there is a
// game.
export function emptyBoard() {
  const rules = state.game?.rules ?? new URLSearchParams(location.hash.slice(1)).get("rules") ?? "";
  const [width, height] = size(rules),
    none = { stones: [], far: 0 };
  return { width, height, ply: 0, turn: "white", white: none, black: none, last: null };
}

// noMarks are the marks of a board without possible moves.
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
