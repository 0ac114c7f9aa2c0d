// The board without stones, which the page shows until it knows a position, and if there is none to show.
import { state } from "./state.js";

const widest = 16, narrowest = 3; // squares a side

// emptyBoard is a view of the board of the game, or of the address before there is a game.
export function emptyBoard() {
  const rules = state.game?.rules ?? new URLSearchParams(location.hash.slice(1)).get("rules") ?? "";
  const [width, height] = size(rules), none = { stones: [], far: 0 };
  return { width, height, ply: 0, turn: "white", white: none, black: none, last: null };
}

// size reads the size of the board in the name of its rules, such as epaminondas:8x8. A name without a size has its own.
export function size(rules) {
  const sides = /^[a-z]+:(\d+)x(\d+)/.exec(rules)?.slice(1).map(Number);
  if (sides?.every((n) => n >= narrowest && n <= widest)) return sides;
  return rules.startsWith("crossings") ? [8, 8] : [14, 12];
}

// noMarks are the marks of a board on which nothing can be done.
export const noMarks = () => ({ turn: "white", movable: new Set(), chosen: null, faint: false, targets: [], rears: [], move: null, last: null, pending: false });
