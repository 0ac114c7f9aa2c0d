// The page's texts about a game.
import { state, isPerson, other, title } from "./state.js";
import { counted } from "./noun.js";

// written returns a move as the page shows it. From rear to front it has an arrow, or a cross if it
// captures. The old form, from rear to rear, keeps its hyphen, so that nobody mistakes one for the
// other.
export const written = (move) =>
  state.notation === "head" ? move.head.replace("-", "→").replace("x", "×") : move.text;

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

// loaded returns how much of the program is loaded, such as "0.4 of 1.8 MB", or "" if that is unknown.
export const loaded = (loading) =>
  loading?.of ? `${megabytes(loading.bytes)} of ${megabytes(loading.of)} MB` : "";

// winnerOf returns the colour that has won, or undefined.
export const winnerOf = (view) => ({ "1-0": "white", "0-1": "black" })[view.outcome];

// ending returns the end of a game in words.
export const ending = (view) => `${result(view)}: ${howEnded(view)}`;

// result returns the winner in words.
export function result(view) {
  const winner = winnerOf(view);
  if (!winner) return "A draw";
  if (isPerson(winner) === isPerson(other(winner))) return `${title(winner)} wins`;
  return isPerson(winner) ? "You win" : "You lose";
}

// howEnded returns the reason for the end of a game.
export function howEnded(view) {
  const winner = winnerOf(view);
  if (!winner) return `the game has lasted ${counted(view.max_plies, "move")}.`;
  const loser = other(winner),
    own = view[winner].far,
    theirs = view[loser].far;
  return {
    "far-row": `${title(winner)} begins the turn with ${counted(own, "stone")} on the far row against ${theirs}.`,
    "no-moves":
      view.level && theirs < own
        ? `${title(loser)} cannot draw level: it has ${counted(theirs, "stone")} on the far row against ${own}.`
        : `${title(loser)} has no legal move.`,
    "ply-limit": `the game has lasted ${counted(view.max_plies, "move")}, and ${atLimit(view.verdict, winner)}.`,
  }[view.reason];
}

// atLimit returns the reason of a result at the ply limit.
function atLimit(decided, winner) {
  if (decided === "advanced") return `${title(winner)} is further advanced`;
  const because =
    decided === "last-capture"
      ? `${title(winner)} captured last`
      : "neither side has captured, so Black wins";
  return `both sides are equally far advanced, and ${because}`;
}

// report returns the last move in words.
export function report({ last, turn }) {
  const mover = title(other(turn)),
    taken = last.captured.length,
    stones = taken === 1 ? "a stone" : counted(taken, "stone");
  return `${mover} has played ${written(last)}${taken ? `, and taken ${stones}` : ""}.`;
}

// endangered is true if the side to move must draw level on the far rows or lose.
export const endangered = (view) =>
  view.outcome === "*" && view[other(view.turn)].far > view[view.turn].far;

// danger returns a warning if the person must draw level on the far rows or lose. saving is the
// number of moves that draw level, or undefined if it is unknown.
export function danger(view, saving) {
  if (!endangered(view)) return "";
  const enemy = other(view.turn),
    [home, far] = view.turn === "white" ? [1, view.height] : [view.height, 1];
  const some = counted(saving, "move saves", { many: "moves save" }),
    how = saving ? ` ${some} you: capture on row ${home}, or reach row ${far}.` : " No move saves you.",
    saved = saving === undefined ? "" : how;
  return (
    `${title(enemy)} has ${counted(view[enemy].far, "stone")} on the far row against ` +
    `${view[view.turn].far}: draw level with this move, or lose.${saved}`
  );
}

// sentence turns an answer of the program into a sentence.
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

// percent writes a value as a chance to win.
export const percent = (value) => `${Math.round(50 + 50 * value)}%`;

// opinion returns White's chance to win, as the engine sees it. value is White's.
export const opinion = (value) => `The engine gives White a chance of ${percent(value)}.`;

// thousands writes a count with a short unit.
export function thousands(n) {
  if (n < 10_000) return n.toLocaleString("en");
  return n < 1_000_000 ? `${Math.round(n / 1000)} k` : `${(n / 1_000_000).toFixed(1)} M`;
}

// searched returns a number of positions.
export const searched = (n) => counted(n, "position", { written: thousands(n) });

// captureRule, symmetryRule and limitRule return the rules that differ between boards.
export const captureRule = (view) =>
  [
    view.single
      ? "The phalanx captures the enemy stone that its front stone lands on, " +
        "if the enemy line that starts on that square is shorter than the phalanx."
      : "The phalanx captures the whole enemy line that its front stone lands on, " +
        "if that line is shorter than the phalanx.",
    view.fixed ? "A stone on the far row has crossed: it never moves again and is never captured." : "",
    view.level ? "A side with fewer crossed stones must draw level at once." : "",
  ]
    .filter(Boolean)
    .join(" ");

export const symmetryRule = ({ symmetry }) =>
  ({
    "left-right":
      "The symmetry rule: no stone may enter the far row by a move " +
      "that makes the whole board its own mirror image, left to right.",
    rotation:
      "The symmetry rule: no stone may enter the far row by a move that makes the board equal to itself " +
      "turned half round with the colours exchanged.",
  })[symmetry] ?? "";

export function limitRule(view) {
  if (!view.max_plies) return "";
  const end = `after ${counted(view.max_plies, "move")} of both sides together`;
  if (view.limit === "draw") return `The game is a draw ${end}.`;
  return (
    `The game ends ${end}. Then the side that is further advanced wins. ` +
    "Rows are compared one by one, from the far row back. " +
    "The first row on which one side has more stones decides. " +
    "If no row decides, the side that captured last wins. If nobody has captured, Black wins."
  );
}
