// The review: the engine searches every position of the game again, and the page lists the moves
// that cost most.
import { analyst } from "./analysis.js";
import { look, onGame, value, firstTurn } from "./game.js";
import { keep, kept } from "./memory.js";
import { span } from "./moves.js";
import * as program from "./search.js";
import { told } from "./reasons.js";
import * as retry from "./retry.js";
import { state, update, isPerson, other, title } from "./state.js";
import { searched, sentence, thousands, written } from "./words.js";
import { fit, options, write } from "./dom.js";
import { counted } from "./noun.js";

const $ = (id) => document.getElementById(id);
const slip = 0.05,
  mistake = 0.1,
  blunder = 0.2; // losses from which on a move has the class, as shares of a game

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
function side() {
  if (chosen) return chosen;
  if (isPerson("white") === isPerson("black")) return "both";
  return isPerson("white") ? "white" : "black";
}

// counts is true if the review lists the moves of the player who made this move.
export const counts = (ply) => side() === "both" || side() === moverAt(ply);

// toggle starts a review, or stops one and keeps its results.
export function toggle() {
  if (!state.review?.running) return start();
  stop();
  update({ review: { ...state.review, running: false, stopped: true } });
}

async function start() {
  stop();
  const mine = (abort = new AbortController()),
    { rules, start, moves } = state.game;
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
    if (!error) store({ rules, start, moves });
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
  if (stored && fits(stored.game)) store(stored.game);
}

// fits is true if a reviewed game is the present one, or its beginning.
const fits = ({ rules, start, moves }) =>
  rules === state.game.rules &&
  start === state.game.start &&
  moves.every((text, i) => text === state.game.moves[i]);

// follow stops a review if its game has changed, and shows the kept review of its game again.
export function follow() {
  if (!state.review && abort) stop();
  stored ??= kept("review") ?? null;
  if (state.review || !stored || !state.live || state.live.pending) return;
  if (!stored.game || !fits(stored.game)) return; // an older page kept no game
  const values = stored.values.map((v) => v ?? undefined); // JSON has no undefined
  const { entries, results, player, game } = stored,
    review = { running: false, entries, results, player, length: game.moves.length };
  update({ review: { ...review, error: "", waiting: "", since: 0 }, values });
}

const sides = [
  ["white", "White"],
  ["black", "Black"],
  ["both", "both sides"],
];

// tries has the words for a mistake that still hides its answer.
const tries = { again: "not found", better: "a better one" };

// costly returns the costly moves of both sides.
const costly = () => state.review.entries.filter((e) => e && gravity(e.ply));

// missed returns the costly moves that the review counts.
export const missed = () => costly().filter((e) => counts(e.ply));

export function draw() {
  const n = state.game?.moves.length ?? 0,
    finished = state.live && state.live.outcome !== "*";
  $("review-bar").hidden = n === 0;
  $("no-review").hidden = n > 0;
  if (state.game) options($("review-side"), sides, side());
  write($("review"), state.review?.running ? "Stop the review" : "What did I miss?");
  $("review").classList.toggle("primary", Boolean(finished) && !state.review);
  $("review").disabled = state.retry !== null;
  $("panel-review").classList.toggle("retrying", retry.hides());
  write($("review-facts"), state.review ? facts(n) : "");
  $("review-facts").hidden = !state.review;
  const list = state.review ? missed() : [];
  fit($("missed"), list.length, newItem);
  list.forEach((entry, i) => drawItem($("missed").children[i], entry));
}

function facts(n) {
  const { running, stopped, entries, waiting, error } = state.review,
    found = missed().length,
    done = entries.filter(Boolean).length;
  if (error) return error;
  if (running && waiting) return waiting;
  const { length } = state.review;
  if (running) return `${done} of ${counted(length, "position")}${left(length, done)}…`;
  const seen = stopped ? `Stopped after ${done} of ${counted(length, "position")}. ` : "",
    whose = side() === "both" ? "" : ` of ${title(side())}`,
    others = costly().length - found,
    later = n - length;
  const theirs = others ? ` ${title(other(side()))} has ${others}, with hollow marks on the curve.` : "",
    rest = later > 0 ? ` The last ${counted(later, "move")} came after the review.` : "";
  return (
    seen +
    (found
      ? `${found} ${found === 1 ? `move${whose} costs` : `moves${whose} cost`} ${100 * slip} percent or more.`
      : `No move${whose} cost much.`) +
    theirs +
    rest
  );
}

// left returns the estimated time for the rest of the review.
function left(n, done) {
  if (!done) return "";
  const seconds = Math.ceil((((performance.now() - state.review.since) / done) * (n - done)) / 1000);
  return seconds > 90 ? `, ${Math.ceil(seconds / 60)} min left` : `, ${seconds} s left`;
}

function newItem() {
  const item = document.createElement("li"),
    node = document.createElement("button");
  node.type = "button";
  node.addEventListener("click", () => {
    const ply = Number(node.dataset.ply);
    if (state.retry) return retry.open(ply);
    look(ply, null);
    $("board").scrollIntoView({ block: "nearest" }); // on a phone the board is above the list
  });
  node.append(...Array.from({ length: 4 }, () => document.createElement("span")));
  item.append(node);
  return item;
}

function drawItem(item, entry) {
  const node = item.firstElementChild,
    number = 1 + ((entry.ply + (firstTurn() === "black" ? 1 : 0)) >> 1);
  const result = state.review.results[entry.ply],
    best = written(entry.best.move);
  const found = result === "good";
  const words = [
    `${number}${moverAt(entry.ply) === "white" ? "." : "…"} ${written(entry.played.move)}`,
    `−${points(entry)}`,
    retry.hides() && !found ? (tries[result] ?? "?") : `${found ? "✓" : "better"} ${best}`,
    retry.hides() || !entry.why.length ? "" : sentence(told(entry.why, moverAt(entry.ply), 2)),
  ];
  node.dataset.ply = entry.ply;
  node.dataset.gravity = gravity(entry.ply);
  words.forEach((word, i) => write(node.children[i], word));
  node.dataset.result = result ?? "";
  if (open(entry.ply)) node.setAttribute("aria-current", "true");
  else node.removeAttribute("aria-current");
}

// open is true for the move after the shown position, and for the mistake that a person retries.
function open(ply) {
  if (state.retry) return state.retry.ply === ply;
  return state.ply === ply && onGame();
}

// costlyHere returns the judgement of the costly move that the game made in the shown position, if
// it made one.
function costlyHere() {
  if (state.ply === null || retry.hides() || !onGame() || !gravity(state.ply)) return undefined;
  return state.review.entries[state.ply];
}

// verdict returns the missed move in the shown position, in words.
export function verdict() {
  const entry = costlyHere();
  if (!entry) return "";
  const [played, best] = [entry.played, entry.best].map(({ move }) => written(move));
  const reason = told(entry.why, moverAt(entry.ply)),
    better = reason ? `: ${reason}. ${best} was better.` : `; ${best} was better.`;
  return `${played}, which was played, cost ${points(entry)} percent${better}${disagreement(entry)}`;
}

// disagreement explains a disagreement between the review and a hint by the sizes of the two searches.
function disagreement({ hinted, nodes, hint_nodes: hint }) {
  if (!hinted) return "";
  const name = written(state.review.entries[state.ply].played.move);
  const each = nodes > hint ? thousands(nodes) : "as many";
  return (
    ` A hint would also name ${name}. The hint searches ${searched(hint)},` +
    ` the review ${each} after each of the two moves.`
  );
}

// arrows returns arrows for the played and the better move, before a costly move.
export function arrows() {
  const entry = state.preview ? undefined : costlyHere();
  if (!entry) return [];
  const { played, best } = entry;
  const of = ({ move }, kind) => ({ ...span(move), width: 6, kind });
  return [of(played, "worse"), of(best, "better")];
}
