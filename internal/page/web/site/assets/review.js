// The review: the engine searches every position of the game again, and the page lists the moves
// that cost most.
import { analyst } from "./analysis.js";
import { look, value, firstTurn, plyShown } from "./game.js";
import { keep, kept } from "./memory.js";
import { span } from "./moves.js";
import * as program from "./search.js";
import { state, update, isPerson, watching, other } from "./state.js";
import { searched, thousands, written } from "./words.js";
import { fit, write } from "./dom.js";
import { counted } from "./noun.js";

const $ = (id) => document.getElementById(id);
const slip = 0.05,
  mistake = 0.1,
  blunder = 0.2; // losses from which on a move has the class, as shares of a game

let abort = null;

// moverAt returns the colour that made a move.
const moverAt = (ply) => (ply % 2 === 0 ? firstTurn() : other(firstTurn()));

// loss returns the cost of a move, as a share of a game.
const loss = (entry) => entry.loss / 2;

// gravity returns the class of a costly move: "", "slip", "mistake" or "blunder".
export function gravity(ply) {
  const entry = state.review?.entries[ply];
  if (!entry || loss(entry) < slip) return "";
  return loss(entry) < mistake ? "slip" : loss(entry) < blunder ? "mistake" : "blunder";
}

// counts is true if the review counts a move of this player: a person, or either side if no person or
// two persons play.
export function counts(ply) {
  const all = isPerson("white") === isPerson("black");
  return all || isPerson(moverAt(ply));
}

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
  const review = { running: true, entries: [], error: "", waiting: "", since: performance.now() };
  update({ review });
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
    if (!error) store();
  };
  try {
    const request = { rules, start, moves, player: analyst().id };
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

// about returns a key for the game that a review belongs to.
const about = ({ rules, start, moves }) => JSON.stringify([rules, start, moves]);

let stored; // the finished review that the browser keeps, or null; undefined until it is read

// store keeps a finished review, so that a reload shows it again.
function store() {
  stored = { about: about(state.game), entries: state.review.entries, values: state.values };
  keep("review", stored);
}

// follow stops a review if its game has changed, and shows the kept review of its game again.
export function follow() {
  if (!state.review && abort) stop();
  stored ??= kept("review") ?? null;
  if (state.review || !stored || !state.live || state.live.pending) return;
  if (stored.about !== about(state.game)) return;
  const values = stored.values.map((v) => v ?? undefined); // JSON has no undefined
  const { entries } = stored;
  update({ review: { running: false, entries, error: "", waiting: "", since: 0 }, values });
}

// costly returns the costly moves of both sides.
const costly = () => state.review.entries.filter((e) => e && gravity(e.ply));

// missed returns the costly moves that the review counts.
const missed = () => costly().filter((e) => counts(e.ply));

export function draw() {
  const n = state.game?.moves.length ?? 0,
    finished = state.live && state.live.outcome !== "*";
  $("review").hidden =
    n === 0 || !(finished || state.review || watching() || (isPerson("white") && isPerson("black")));
  $("no-review").hidden = !$("review").hidden;
  write($("review"), state.review?.running ? "Stop the review" : "What did I miss?");
  $("review").classList.toggle("primary", Boolean(finished) && !state.review);
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
  if (running) return `${done} of ${counted(n, "position")}${left(n, done)}…`;
  const seen = stopped ? `Stopped after ${done} of ${counted(n, "position")}. ` : "",
    whose = isPerson("white") === isPerson("black") ? "" : " of yours",
    others = costly().length - found;
  const theirs = others ? ` The opponent has ${others}, with hollow marks on the curve.` : "";
  return (
    seen +
    (found
      ? `${found} ${found === 1 ? `move${whose} costs` : `moves${whose} cost`} ${100 * slip} percent or more.`
      : `No move${whose} cost much.`) +
    theirs
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
    look(Number(node.dataset.ply));
    $("board").scrollIntoView({ block: "nearest" }); // on a phone the board is above the list
  });
  node.append(...["span", "span", "span"].map((kind) => document.createElement(kind)));
  item.append(node);
  return item;
}

function drawItem(item, entry) {
  const node = item.firstElementChild,
    number = 1 + ((entry.ply + (firstTurn() === "black" ? 1 : 0)) >> 1);
  const { played, best, points } = found(entry);
  const words = [
    `${number}${moverAt(entry.ply) === "white" ? "." : "…"} ${played}`,
    `−${points}`,
    `better ${best}`,
  ];
  node.dataset.ply = entry.ply;
  node.dataset.gravity = gravity(entry.ply);
  words.forEach((word, i) => write(node.children[i], word));
  if (plyShown() === entry.ply && state.ply !== null) node.setAttribute("aria-current", "true");
  else node.removeAttribute("aria-current");
}

// found returns the texts of an entry.
const found = (entry) => ({
  played: written(entry.played.move),
  best: written(entry.best.move),
  points: Math.round(100 * loss(entry)),
});

// verdict returns the missed move in the shown position, in words.
export function verdict() {
  if (state.ply === null || !gravity(state.ply)) return "";
  const entry = state.review.entries[state.ply],
    { played, best, points } = found(entry);
  return `${played}, which was played, cost ${points} percent; ${best} was better.${why(entry)}`;
}

// why explains a disagreement between the review and a hint by the sizes of the two searches.
function why({ hinted, nodes, hint_nodes: hint }) {
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
  if (state.ply === null || state.preview || !gravity(state.ply)) return [];
  const { played, best } = state.review.entries[state.ply];
  const of = ({ move }, kind) => ({ ...span(move), width: 6, kind });
  return [of(played, "worse"), of(best, "better")];
}
