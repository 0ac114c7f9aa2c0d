// The page's texts about a game.
import { isPerson, other, title } from "./state.js";
import { counted } from "./noun.js";

// ending returns the end of a game in words.
export function ending(view) {
  const winner = { "1-0": "white", "0-1": "black" }[view.outcome];
  if (!winner) return `A draw: the game has lasted ${counted(view.max_plies, "move")}.`;
  const loser = other(winner),
    own = view[winner].far,
    theirs = view[loser].far;
  return (
    `${verdict(winner, loser)}: ` +
    {
      "far-row": `${title(winner)} begins the turn with ${counted(own, "stone")} on the far row against ${theirs}.`,
      "no-moves":
        view.level && theirs < own
          ? `${title(loser)} cannot draw level: it has ${counted(theirs, "stone")} on the far row against ${own}.`
          : `${title(loser)} has no legal move.`,
      "ply-limit": `the game has lasted ${counted(view.max_plies, "move")}, and ${atLimit(view.verdict, winner)}.`,
    }[view.reason]
  );
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

function verdict(winner, loser) {
  if (isPerson(winner) === isPerson(loser)) return `${title(winner)} wins`;
  return isPerson(winner) ? "You win" : "You lose";
}

// report returns the last move in words.
export function report({ last, turn }, notation) {
  const mover = title(other(turn)),
    taken = last.captured.length,
    stones = taken === 1 ? "a stone" : counted(taken, "stone");
  return `${mover} has played ${last[notation]}${taken ? `, and taken ${stones}` : ""}.`;
}

// danger returns a warning if the person must draw level on the far rows or lose.
export function danger(view) {
  const enemy = other(view.turn),
    own = view[view.turn].far,
    theirs = view[enemy].far;
  return theirs > own
    ? `${title(enemy)} has ${counted(theirs, "stone")} on the far row against ${own}: ` +
      "draw level with this move, or lose."
    : "";
}

// sentence turns an answer of the program into a sentence.
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

// percent writes a value as a chance to win.
export const percent = (value) => `${Math.round(50 + 50 * value)}%`;

// opinion returns the engine's value of its move for a colour, in words.
export function opinion(answer, turn) {
  const positions = searched(answer.nodes);
  const effort = `${positions}, depth ${answer.depth}, ${(answer.ms / 1000).toFixed(1)} s`;
  return `The engine gives ${title(turn)} a chance of ${percent(answer.value)} (${effort}).`;
}

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
