// Retry: the mistakes of a review become positions to play again, with the answer hidden. The program
// judges a tried move as the review judges a move of the game.
//
// state.retry has these fields:
//
//   ply      the number of moves before the open mistake
//   tried    the tried move, or null
//   asking   true while the program judges it
//   verdict  the judgement: result, entry and repeated; or null
//   clue     what is shown of the answer: "", "stones" or "move"
import { explore, look, movesShown } from "./game.js";
import { span } from "./moves.js";
import { hiding, told } from "./reasons.js";
import * as review from "./review.js";
import * as program from "./search.js";
import { joined, t } from "./language.js";
import { state, update, say, sideName } from "./state.js";
import { sheet } from "./tabs.js";
import { sentence, written } from "./words.js";
import { write } from "./dom.js";

const $ = (id) => document.getElementById(id);

let abort = null;

// mistakes returns the numbers of moves before the mistakes, in the order of the game.
const mistakes = () => review.missed().map((entry) => entry.ply);

const set = (fields) => update({ retry: { ...state.retry, ...fields } });

// answer returns what the review found at the open mistake.
const answer = () => state.review.entries[state.retry.ply];

// start opens the first mistake without a good move so far.
export function start() {
  const list = mistakes();
  update({ analysis: { ...state.analysis, on: false }, threats: { on: false, moves: [] } });
  open(list.find((ply) => state.review.results[ply] !== "good") ?? list[0]);
}

// open shows the position before a mistake.
export function open(ply) {
  stop();
  update({ retry: { ply, tried: null, asking: false, verdict: null, clue: "" }, hint: null });
  look(ply, null);
  sheet(false);
}

// back shows the open mistake again.
export const back = () => open(state.retry.ply);

// next opens the next mistake. After the last one it ends the retry.
export function next() {
  const list = mistakes(),
    following = list.find((ply) => ply > state.retry.ply);
  if (following !== undefined) return open(following);
  end();
  const found = list.filter((ply) => state.review.results[ply] === "good").length;
  return say(t("retry.found", { n: list.length, found }), true);
}

// end goes back to the game.
export function end() {
  stop();
  update({ retry: null });
  look(Infinity, null);
}

function stop() {
  abort?.abort();
  abort = null;
}

// follow stops a search of a retry that has gone with its review.
export function follow() {
  if (!state.retry) stop();
}

// shows is true if the board shows the position after some moves beyond the open mistake: its own
// position, or the one after the tried move.
function shows(...beyond) {
  if (!state.retry || state.preview || state.ply === null) return false;
  const path = [...state.game.moves.slice(0, state.retry.ply), ...beyond];
  return state.ply === path.length && movesShown().every((text, i) => text === path[i]);
}

const tried = () => state.retry.tried !== null && shows(state.retry.tried.text);

// take judges a move in the position of the open mistake. Elsewhere it returns false.
export function take(move) {
  if (!shows()) return false;
  explore(move, { keep: false });
  set({ tried: move, verdict: null });
  const known = answer(),
    repeated = move.text === known.played.move.text;
  if (repeated) judged({ result: "again", entry: known, repeated });
  else if (move.text === known.best.move.text) judged({ result: "good", entry: { ...known, loss: 0 } });
  else judge(move);
  return true;
}

// judge asks the program for the cost of a move.
async function judge(move) {
  stop();
  const mine = (abort = new AbortController()),
    { rules, start, moves } = state.game,
    { ply } = state.retry;
  set({ asking: true });
  let entry = null;
  const request = {
    rules,
    start,
    moves: [...moves.slice(0, ply), move.text],
    player: state.review.player,
    from: ply,
  };
  try {
    await program.search("review", request, { signal: mine.signal, onPart: (part) => (entry = part) });
    if (abort === mine) judged({ result: resultOf(entry), entry });
  } catch (error) {
    if (abort !== mine || error.name === "AbortError") return;
    set({ asking: false });
    say(sentence(error.message));
  }
}

// resultOf compares a tried move with the move of the game: good, better or again a mistake.
function resultOf(entry) {
  const gravity = review.gravityOf(entry);
  if (!gravity) return "good";
  return review.order(gravity) < review.order(review.gravityOf(answer())) ? "better" : "again";
}

function judged(verdict) {
  abort = null;
  set({ asking: false, verdict });
  review.remember(state.retry.ply, verdict.result);
}

// hint first marks the stones that move, and then shows the move.
export function hint() {
  if (!shows()) back();
  set({ clue: state.retry.clue ? "move" : "stones" });
  if (state.retry.clue === "move") review.remember(state.retry.ply, "again");
}

// marks returns the stones of the answer, if the person has asked for them.
export const marks = () =>
  shows() && state.retry.clue && !state.chosen
    ? { goals: { to: [], from: answer().best.move.phalanx, reached: false } }
    : {};

// arrows returns the answer, if the person has asked for it, or the reply to a tried mistake.
export function arrows() {
  if (!state.retry) return [];
  const { clue, verdict } = state.retry;
  if (clue === "move" && shows()) return [{ ...span(answer().best.move), width: 6, kind: "better" }];
  const reply = verdict && verdict.result !== "good" && tried() && verdict.entry.reply;
  return reply ? [{ ...span(reply), width: 5, kind: "threat" }] : [];
}

// status returns the text below the board, or "" if the board shows another position.
export function status() {
  if (!state.retry) return "";
  if (shows()) return task();
  if (!tried()) return "";
  if (state.retry.asking) return t("looks");
  return state.retry.verdict ? verdictText() : "";
}

function task() {
  const { ply, clue } = state.retry,
    list = mistakes(),
    { played, best } = answer();
  const help = { "": "retry.find", stones: "retry.stones", move: "retry.prefers" }[clue];
  return joined(
    t("retry.task", {
      at: list.indexOf(ply) + 1,
      all: list.length,
      mover: sideName(review.moverAt(ply)),
      move: written(played.move),
      n: review.points(answer()),
    }),
    t(help, { move: written(best.move) }),
  );
}

function verdictText() {
  const { verdict, tried: move } = state.retry,
    { result, entry, repeated } = verdict,
    cost = { move: written(move), n: review.points(entry), before: review.points(answer()) };
  if (result === "good")
    return move.text === answer().best.move.text
      ? t("retry.good.best", cost)
      : t("retry.good", { ...cost, played: written(answer().played.move) });
  const why = told(hiding(entry.why), review.moverAt(state.retry.ply)),
    reply = entry.reply ? t("retry.reply", { move: written(entry.reply) }) : ".";
  const kind = repeated ? "retry.same" : result === "better" ? "retry.better" : "retry.again";
  return t(kind, { ...cost, why: why ? t("retry.reason", { why }) : reply });
}

export function draw() {
  const { retry } = state,
    list = state.review ? mistakes() : [];
  $("retry").hidden = !state.review || state.review.running || retry !== null || list.length === 0;
  $("retry-bar").hidden = retry === null;
  $("strip").dataset.retry = retry && tried() ? (retry.verdict?.result ?? "") : "";
  if (!retry) return;
  write($("retry-hint"), t(retry.clue ? "retry.show" : "hint"));
  $("retry-hint").disabled = retry.clue === "move" && shows();
  $("retry-back").disabled = shows();
  write($("retry-next"), t(list.some((ply) => ply > retry.ply) ? "next" : "retry.finish"));
  const good = retry.verdict?.result === "good" || retry.clue === "move";
  $("retry-next").classList.toggle("primary", good);
  $("retry-back").classList.toggle("primary", Boolean(retry.verdict) && !good);
}
