// Who moves next: a person, or an engine, which is asked as soon as the state of the page says that
// it is its turn.
import { call } from "./backend.js";
import { play, value } from "./game.js";
import { state, update, say, over, isPerson, watching, myTurn } from "./state.js";
import { opinion } from "./words.js";

const hintLevel = 6; // as in the program, whose review looks as far
const patience = 250; // ms until a program that is busy is asked again

let search = null; // what the engine is asked: { about, abort }
let shownAt = 0; // when the last move of an engine was shown, in ms

// follow asks for an engine's move if it is its turn, and stops what the game has left behind.
export function follow() {
  const about = position();
  if (search && search.about !== about) stop();
  if (!search && engineToMove()) engineMoves(about);
}

// position tells positions, and who moves in them, apart.
const position = () =>
  JSON.stringify([
    state.game?.rules,
    state.game?.start,
    state.game?.moves,
    state.live && !state.live.pending && state.game[state.live.turn].player,
  ]);

function engineToMove() {
  if (!state.live || state.live.pending || state.failed || over() || isPerson(state.live.turn)) return false;
  return !watching() || !state.watch.paused || state.watch.step;
}

function stop() {
  search?.abort.abort();
  search = null;
  if (state.thinking) update({ thinking: null });
}

async function engineMoves(about) {
  const turn = state.live.turn,
    { player, level } = state.game[turn];
  const answer = await think("move", about, { player, level });
  if (!answer) return;
  shownAt = performance.now();
  update({ watch: { ...state.watch, step: false } });
  value(state.live.line.length, forWhite(answer.value, turn));
  play(answer.move, { words: opinion(answer, turn) });
}

// forWhite turns the value for a colour into White's.
export const forWhite = (v, turn) => (turn === "white" ? v : -v);

// think asks for a move, and returns nothing if it was stopped or none came. The search counts as
// going on until the game has left its position, so that none is asked for the same move again.
async function think(kind, about, who) {
  const mine = (search = { about, abort: new AbortController() }),
    { rules, start, moves, seed } = state.game;
  update({ thinking: kind });
  try {
    const answer = await patiently({ rules, start, moves, seed, ...who }, mine.abort.signal);
    if (kind === "move" && watching() && !state.watch.step)
      await later(shownAt + state.watch.pace - performance.now(), mine.abort.signal);
    return search === mine ? answer : undefined;
  } catch (error) {
    if (search !== mine || error.name === "AbortError") return undefined;
    update({ failed: kind === "move" });
    say(error.message);
    stop();
    return undefined;
  }
}

// patiently asks again while the program is busy with other searches.
async function patiently(request, signal) {
  for (;;) {
    try {
      return await call("move", request, { signal });
    } catch (error) {
      if (!error.busy) throw error;
      await later(patience, signal);
      signal.throwIfAborted();
    }
  }
}

const later = (ms, signal) =>
  new Promise((done) => {
    if (ms <= 0 || signal.aborted) return done();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });

// askHint shows what a strong player would move.
export async function askHint() {
  if (!myTurn() || state.thinking) return;
  say("");
  const answer = await think("hint", position(), { player: "", level: hintLevel });
  if (!answer) return;
  stop();
  update({
    hint: answer.move,
    chosen: null,
    spoken: `Hint: ${answer.move[state.notation]}. ${opinion(answer, state.live.turn)}`,
  });
}

// pause stops two engines, or lets them go on.
export function pause(paused = !state.watch.paused) {
  if (paused) stop();
  update({ watch: { ...state.watch, paused, step: false } });
}

// step has two engines that are paused make one move.
export const step = () => update({ watch: { ...state.watch, paused: true, step: true } });
