// The review: the engine searches every position of the game again, and finds the moves that cost most.
// missed.js shows them.
import { analyst } from "./analysis.js";
import { value, firstTurn, prefix } from "./game.js";
import { keep, kept } from "./memory.js";
import * as program from "./search.js";
import { state, update, onlyEngine, other } from "./state.js";

export const slip = 0.05; // losses from which on a move has the class, as shares of a game
const mistake = 0.1,
  blunder = 0.2;

let abort = null;

// moverAt returns the colour that made a move.
export const moverAt = (ply) => (ply % 2 === 0 ? firstTurn() : other(firstTurn()));

// loss returns the cost of a move, as a share of a game.
const loss = (entry) => entry.loss / 2;

// points returns the cost of a move in percent.
export const points = (entry) => Math.round(100 * loss(entry));

const classes = ["", "slip", "mistake", "blunder"];

// order returns the place of a class among all classes, from the lightest on.
export const order = (name) => classes.indexOf(name);

// gravityOf returns the class of a judged move: "", "slip", "mistake" or "blunder".
export const gravityOf = (entry) =>
  classes[[slip, mistake, blunder].filter((least) => loss(entry) >= least).length];

// gravity returns the class of a move of the game, or "" if the review has not judged it.
export function gravity(ply) {
  const entry = state.review?.entries[ply];
  return entry ? gravityOf(entry) : "";
}

let chosen = ""; // the side whose moves a person has chosen to see

// choose chooses the side whose moves the review lists: white, black or both.
export function choose(side) {
  chosen = side;
  update({ retry: null });
}

// side returns the side whose moves the review lists. At first this is the only person, or both sides.
export function side() {
  if (chosen) return chosen;
  const engine = onlyEngine();
  return engine ? other(engine) : "both";
}

// counts is true if the review lists the moves of the player who made this move.
export const counts = (ply) => side() === "both" || side() === moverAt(ply);

// costly returns the costly moves of both sides.
export const costly = () => state.review.entries.filter((e) => e && gravity(e.ply));

// missed returns the costly moves that the review counts.
export const missed = () => costly().filter((e) => counts(e.ply));

// toggle starts a review, or stops one and keeps its results.
export function toggle() {
  if (!state.review?.running) return start();
  stop();
  update({ review: { ...state.review, running: false, stopped: true } });
}

async function start() {
  stop();
  const mine = (abort = new AbortController()),
    { rules, start, moves, seed } = state.game;
  const player = analyst().id;
  const review = { running: true, entries: [], results: {}, player, length: moves.length };
  update({ review: { ...review, error: "", waiting: "", since: performance.now() }, retry: null });
  const onWait = (waiting) => {
    if (abort === mine && state.review)
      update({ review: { ...state.review, waiting, since: performance.now() } });
  };
  const onPart = (entry) => {
    if (abort !== mine) return;
    const entries = [...state.review.entries];
    entries[entry.ply] = entry;
    value(entry.ply, entry.value);
    update({ review: { ...state.review, entries, waiting: "" } });
  };
  const finish = (error) => {
    if (abort !== mine || !state.review) return;
    update({ review: { ...state.review, running: false, error } });
    if (!error) store({ rules, start, moves, seed });
  };
  try {
    const request = { rules, start, moves, player };
    const last = await program.search("review", request, { signal: mine.signal, onPart, onWait });
    if (abort === mine) value(moves.length, last.value);
    finish("");
  } catch (error) {
    if (error.name !== "AbortError") finish(error.message);
  }
}

function stop() {
  abort?.abort();
  abort = null;
}

let stored; // the finished review that the browser keeps, or null; undefined until it is read

// store keeps a finished review of a game, so that a reload shows it again.
function store(game) {
  const { entries, results, player } = state.review;
  stored = { game, entries, results, player, values: state.values };
  keep("review", stored);
}

const ranks = ["again", "better", "good"]; // the results of a retry, from the worst on

// remember keeps the best result of a retried mistake as long as the review.
export function remember(ply, result) {
  const { results } = state.review;
  if (ranks.indexOf(results[ply]) >= ranks.indexOf(result)) return;
  update({ review: { ...state.review, results: { ...results, [ply]: result } } });
  if (state.review.stopped || !fitting()) return;
  stored.results = { ...stored.results, [ply]: result };
  keep("review", stored);
}

// fitting returns the number of moves with which the present game still follows the game of the stored
// review. It is 0 for another game.
function fitting() {
  if (stored?.game?.seed !== state.game.seed) return 0; // an older page kept no seed
  return Math.max(0, prefix(stored.game));
}

// follow stops a review if its game has changed. Then it shows the stored review of the new game, for the
// moves that both have.
export function follow() {
  if (!state.review && abort) stop();
  if (stored === undefined) stored = kept("review") ?? null;
  if (state.review || !stored || !state.live || state.live.pending) return;
  const n = fitting();
  if (!n) return;
  const { player, results } = stored,
    entries = stored.entries.slice(0, n),
    left = Object.entries(results).filter(([ply]) => ply < n);
  const review = { running: false, entries, results: Object.fromEntries(left), player, length: n };
  const values = [...state.values];
  for (let ply = 0; ply <= n; ply++) values[ply] = stored.values[ply] ?? undefined; // JSON has no undefined
  update({ review: { ...review, error: "", waiting: "", since: 0 }, values });
}
