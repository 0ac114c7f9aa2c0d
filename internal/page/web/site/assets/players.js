// The next move: a person makes it, or the page asks an engine as soon as the state says that it is
// the engine's turn.
import { play, reply, value } from "./game.js";
import { later } from "./repeat.js";
import * as program from "./search.js";
import { state, update, say, over, isPerson, watching, myTurn } from "./state.js";
import { joined, t } from "./language.js";
import { opinion, written } from "./words.js";

const patience = 1000; // ms until the page asks a busy program again

let search = null; // the running request: { about, abort }
let shownAt = 0; // time of the engine's last move on the board

// follow asks for the engine's move at the engine's turn, and stops searches for earlier positions.
export function follow() {
  const about = position();
  if (search && search.about !== about) stop();
  if (!search && engineToMove()) engineMoves(about);
}

// position returns a key for the position and the player to move.
const position = () =>
  JSON.stringify([
    state.game?.rules,
    state.game?.start,
    state.game?.moves,
    state.live && !state.live.pending && state.game[state.live.turn].player,
  ]);

function engineToMove() {
  if (!state.live || state.lesson || state.live.pending || state.failed) return false;
  if (over() || isPerson(state.live.turn)) return false;
  return !watching() || !state.watch.paused || state.watch.step;
}

function stop() {
  search?.abort.abort();
  search = null;
  if (state.thinking) update({ thinking: null, waiting: "" });
}

async function engineMoves(about) {
  const turn = state.live.turn,
    { player, level } = state.game[turn];
  const answer = await think("move", about, { player, level });
  if (!answer) return;
  shownAt = performance.now();
  update({ watch: { ...state.watch, step: false } });
  value(state.live.line.length, forWhite(answer.value, turn));
  reply(answer.move, opinion(forWhite(answer.value, turn)));
}

// forWhite returns White's value, given the value for a colour.
export const forWhite = (v, turn) => (turn === "white" ? v : -v);

// think asks for a move. It returns nothing if the search was stopped or got no answer. The search
// counts as running until the game leaves the position, so that the page never asks twice for one
// move.
async function think(kind, about, who) {
  const mine = (search = { about, abort: new AbortController() }),
    { rules, start, moves, seed } = state.game;
  update({ thinking: kind });
  const onWait = (waiting) => search === mine && update({ waiting });
  try {
    const answer = await program.search(
      "move",
      { rules, start, moves, seed, ...who },
      { signal: mine.abort.signal, onWait, pause: patience },
    );
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

// askHint shows the move of a strong player. A second call plays it.
export async function askHint() {
  if (!myTurn() || state.thinking) return;
  if (state.hint) return play(state.hint);
  say("");
  const answer = await think("hint", position(), { player: "", level: state.choices.hint });
  if (!answer) return;
  stop();
  update({
    hint: answer.move,
    chosen: null,
    spoken: joined(
      t("hint.move", { move: written(answer.move) }),
      opinion(forWhite(answer.value, state.live.turn)),
    ),
  });
}

// pause stops or resumes a game between two engines.
export function pause(paused = !state.watch.paused) {
  if (paused) stop();
  update({ watch: { ...state.watch, paused, step: false } });
}

// step makes one move in a paused game between two engines.
export const step = () => update({ watch: { ...state.watch, paused: true, step: true } });
