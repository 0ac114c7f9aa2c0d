// The choice on the board: a stone and then the landing square of its front stone, or the square
// first and then the stone.
import { play } from "./game.js";
import { arrivals, destinations, isFar, played } from "./moves.js";
import { t } from "./language.js";
import { refusalOf } from "./refusal.js";
import {
  state,
  update,
  say,
  shown,
  other,
  over,
  isPerson,
  mayMove,
  myTurn,
  sideName,
  againLabel,
} from "./state.js";
import { endangered } from "./words.js";

let make = play; // takes the chosen move

// onMove gives the chosen moves to another function, as the page of puzzles does.
export const onMove = (taker) => (make = taker);

// holds is true if a stone of the side to move is on a square.
export const holds = (square) => shown()[shown().turn].stones.includes(square);

// aims returns the move that a click on a square would complete, if any.
export function aims(square) {
  if (!square || !state.chosen || !mayMove()) return undefined;
  if (holds(state.chosen)) return destinations(shown().moves, state.chosen).get(square);
  return arrivals(shown().moves, state.chosen).find((m) => m.rear === square);
}

// click chooses a square, makes a move, or explains why it does neither. A finger hides what is under
// it, so its first tap on a landing square only shows the move, and the second one plays it.
export function click(square, byFinger = false) {
  if (!state.live) return;
  if (state.preview) return update({ preview: null });
  if (!mayMove()) return excuse(square, byFinger);
  const move = aims(square);
  if (move && byFinger && state.aimed !== square) return aim(square, move);
  if (move) return make(move);
  if (holds(square)) return chooseStone(square);
  if (state.chosen && holds(state.chosen)) return refuse(state.chosen, square);
  chooseTarget(square);
}

// excuse says why nobody can move in the shown position.
function excuse(square, byFinger) {
  if (state.ply !== null) return state.past.pending ? undefined : say(t("over.here"));
  if (over()) return say(t("over"));
  return wait(square, byFinger);
}

// aim shows a move and its captures before it is played.
function aim(square, move) {
  const n = move.captured.length;
  update({ aimed: square });
  say(t(n ? "aim.taking" : "aim", { n, square }), true);
}

// refuse explains why a stone cannot go to a square. If the symmetry rule is the reason, it shows
// the mirror image.
function refuse(from, square) {
  const { text, mirror } = refusalOf(shown(), from, square);
  say(text, false, mirror);
}

// wait keeps a chosen stone, and the square where it shall go, until the page knows the legal moves.
function wait(square, byFinger) {
  if (state.failed) return say(t("missing.choose", { button: againLabel() }));
  if (!isPerson(state.live.turn)) return say(t("engine.turn"), true);
  const isOwn = state.live[state.live.turn].stones.includes(square);
  if (state.chosen && !isOwn) return update({ wanted: { square, byFinger } });
  update({ chosen: isOwn ? square : null, wanted: null });
}

// follow takes the click that came before the legal moves were known.
export function follow() {
  const { wanted, chosen } = state;
  if (!wanted || (chosen && !mayMove())) return;
  update({ wanted: null });
  if (chosen) click(wanted.square, wanted.byFinger);
}

function chooseStone(square) {
  if (state.chosen === square) return letGo();
  const stuck = destinations(shown().moves, square).size === 0;
  update({ chosen: stuck ? null : square, aimed: null });
  say(stuck ? stuckText(square) : "");
}

function stuckText(square) {
  const { fixed, turn, height } = shown();
  return t(fixed && isFar(square, turn, height) ? "stuck.crossed" : "stuck", { square });
}

function chooseTarget(square) {
  const n = arrivals(shown().moves, square).length;
  if (state.chosen === square || !n) {
    letGo();
    return say(n ? "" : t("choose.own", { side: sideName(shown().turn) }));
  }
  update({ chosen: square, aimed: null });
  say(t("choose.rear", { n, square }), true);
}

export function letGo() {
  update({ chosen: null, preview: null, aimed: null });
  say("");
}

// grab begins a drag.
export function grab(square) {
  if (mayMove() && holds(square)) update({ chosen: square });
}

// drop ends a drag of a stone.
export function drop(from, square) {
  const move = aims(square);
  if (move) return make(move);
  update({ chosen: null });
  if (square && square !== from && mayMove()) refuse(from, square);
}

// describe returns the content of a square in words, for screen readers.
export function describe(square) {
  const view = shown();
  if (!view) return square;
  const colour = ["white", "black"].find((c) => view[c].stones.includes(square));
  const free = !state.chosen && mayMove() && holds(square) && destinations(view.moves, square).size > 0;
  const what = t(`square.${colour ?? "empty"}`, { square });
  if (aims(square)) return t("square.chosen", { square: what });
  return free ? t("square.free", { square: what }) : what;
}

// enter does the same as a click, for screen readers: it also announces the possible next squares.
export function enter(square) {
  const before = state.chosen;
  click(square);
  if (!state.chosen || state.chosen === before || !mayMove()) return;
  const { targets, rears } = marks(),
    to = targets.map(({ square, take }) => (take ? t("square.capture", { square }) : square));
  say(
    rears.length
      ? t("chosen.rears", { square, squares: rears.join("; ") })
      : t("chosen.landings", { square, squares: to.join("; ") }),
    true,
  );
}

// marks returns the marks on the board besides the stones.
export function marks() {
  const view = shown(),
    mine = mayMove(),
    moves = mine ? view.moves : [];
  // until the page knows the legal moves
  const waits = state.live.pending && state.ply === null && isPerson(view.turn);
  const chosen = mine || waits ? state.chosen : null,
    stone = chosen && holds(chosen) ? chosen : null;
  const pointed = !chosen && mine && state.hover && holds(state.hover) ? state.hover : null;
  const mirror = mine ? state.notice.mirror : undefined;
  return {
    turn: view.turn,
    movable: mine ? new Set(moves.flatMap((m) => [m.rear, m.phalanx.at(-1)])) : new Set(),
    chosen,
    faint: pointed !== null,
    targets: targets(moves, stone ?? pointed),
    ...lines(moves, stone),
    rears: chosen && !stone ? arrivals(moves, chosen).map((m) => m.rear) : [],
    move: aims(state.hover) ?? aims(state.aimed) ?? mirror?.move,
    mirror,
    last: view.last,
    danger: endangered(view) ? { row: homeRow(view) } : null,
    pending: state.preview !== null,
  };
}

// saving returns the number of moves that draw level on the far rows, for a person who must.
export function saving() {
  const view = state.live,
    enemy = other(view.turn);
  if (!endangered(view)) return undefined;
  return view.moves.map((m) => played(view, m)).filter((v) => v[view.turn].far >= v[enemy].far).length;
}

// homeRow returns the row on which the other side of a position scores.
const homeRow = (view) => (view.turn === "white" ? 0 : view.height - 1);

// lines returns the phalanxes that a chosen stone leads, their stones, and the stones that their
// moves would capture.
function lines(moves, stone) {
  const led = stone ? [...destinations(moves, stone).values()] : [],
    squares = (of) => [...new Set(led.flatMap(of))].sort();
  return {
    line: squares((m) => m.phalanx),
    phalanxes: [...new Map(led.map((m) => [String(m.phalanx), m.phalanx])).values()],
    threatened: squares((m) => m.captured),
  };
}

const targets = (moves, stone) =>
  stone
    ? [...destinations(moves, stone)].map(([square, m]) => ({ square, take: m.captured.length > 0 }))
    : [];
