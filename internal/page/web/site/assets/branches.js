// The lines beside the game. Each is a list of moves from the start of the game, with text and head.
// Together with the game they form a tree: lines share the moves with which they begin.
import { keep, kept } from "./memory.js";
import { state, update } from "./state.js";

// shared returns the number of moves with which two lines begin alike.
export function shared(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && a[n].text === b[n].text) n++;
  return n;
}

// begins is true if a line begins with all moves of another one.
const begins = (line, path) => shared(line, path) === path.length;

// textsOf returns the moves of a line as the program reads them.
export const textsOf = (line) => line.map((m) => m.text);

// gameLine returns the moves of the game as a line, without heads.
const gameLine = () => state.game.moves.map((text) => ({ text }));

// forkOf returns the number of moves that a line shares with the game.
export const forkOf = (line) => shared(line, gameLine());

// joined returns lines with one more, as the first or the last. Lines that another line contains are
// left out.
function joined(lines, line, first = false) {
  if ([...lines, gameLine()].some((l) => begins(l, line))) return lines;
  const others = lines.filter((l) => !begins(line, l));
  return first ? [line, ...others] : [...others, line];
}

// add keeps a line beside the game, as the first or the last one.
export const add = (line, first) => put(joined(state.branches, line, first));

// remove deletes the last move of a path and everything after it. It returns the line that still
// leads to the move before, or null if the game does.
export function remove(path) {
  const before = path.slice(0, -1);
  put(joined(state.branches.filter((line) => !begins(line, path)), before));
  return lineOf(before);
}

// lineOf returns the line beside the game that begins with a path, or null if the game does.
export const lineOf = (path) =>
  begins(gameLine(), path) ? null : state.branches.find((line) => begins(line, path));

// rivals returns the earlier lines that go on with another move where a line parts from them.
function rivals(line) {
  const earlier = state.branches.slice(0, state.branches.indexOf(line)),
    fork = Math.max(forkOf(line), ...earlier.map((l) => shared(l, line)));
  return earlier.filter((l) => shared(l, line) === fork);
}

// mayRaise is true if another line stands before this one at the move where they part.
export const mayRaise = (line) => rivals(line).length > 0;

// raise puts a line before its rivals.
export function raise(line) {
  const [first] = rivals(line),
    rest = state.branches.filter((l) => l !== line);
  put(rest.flatMap((l) => (l === first ? [line, l] : [l])));
}

// clear deletes all lines.
export const clear = () => put([]);

const name = "branches"; // in the memory of the browser

const gameOf = ({ rules, start, seed }) => JSON.stringify([rules, start, seed]);

// put stores the lines, and keeps them for a reload of the page.
function put(branches) {
  if (branches === state.branches) return;
  update({ branches });
  keep(name, { game: gameOf(state.game), branches });
}

// follow drops the lines of another game, and lines that the game now contains. For a game that the
// page opens again it finds the kept lines.
export function follow() {
  if (!state.live || state.live.pending || state.lesson) return;
  const about = gameOf(state.game);
  if (about !== known) {
    known = about;
    const found = kept(name);
    return update({ branches: found?.game === about && sound(found.branches) ? found.branches : [] });
  }
  const game = gameLine(),
    left = state.branches.filter((line) => !begins(game, line));
  if (left.length < state.branches.length) put(left);
}

let known = ""; // the game of the lines

// sound is true for lines as this page keeps them.
const sound = (lines) =>
  Array.isArray(lines) &&
  lines.every(
    (line) =>
      Array.isArray(line) && line.every((m) => typeof m?.text === "string" && typeof m?.head === "string"),
  );
