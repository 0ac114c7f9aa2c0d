// The game: the functions that change it, and its positions.
import { remember } from "./address.js";
import { call } from "./backend.js";
import { learn, rulesInAddress } from "./boards.js";
import * as link from "./link.js";
import { played } from "./moves.js";
import { sentence } from "./words.js";
import { state, update, say, isPerson, watching, other, playersOn } from "./state.js";

let turns = 0; // counts changes of the game, so that late answers are dropped
const known = new Map(); // positions by request
const most = 1000; // most positions in the cache

// positionOf asks for the position after some moves of the game.
export async function positionOf(moves, game = state.game) {
  const request = { rules: game.rules, start: game.start, moves },
    key = JSON.stringify(request);
  if (!known.has(key)) {
    const answer = await call("position", request);
    if (known.size >= most) known.clear();
    known.set(key, answer);
  }
  return known.get(key);
}

// change alters the game and asks for its position. Until the answer comes, the page shows the
// position that it expects, if it knows one. With browsing, a person who looks at another position
// stays there.
export async function change(fields, { push = false, words = "", expected = null, browsing = false } = {}) {
  const game = { ...state.game, ...fields },
    same = prefix(game);
  if (same < game.moves.length || same < state.game.moves.length) update({ review: null });
  update({
    game,
    live: expected ?? (state.live && { ...state.live, pending: true }),
    ...(browsing ? {} : { ply: null, past: null, preview: null, chosen: null, aimed: null }),
    hint: null,
    failed: false,
    refused: false,
    spoken: words,
    values: state.values.slice(0, same + 1),
  });
  if (!browsing) say("");
  remember(link.write(game), push ? "pushState" : "replaceState");
  const turn = ++turns;
  try {
    const answer = await positionOf(game.moves, game);
    if (turn === turns) settle(answer);
  } catch (error) {
    if (turn === turns) unanswered(error);
  }
}

// prefix returns the number of moves that a game shares with the current one; -1 if the starts
// differ.
function prefix(game) {
  const old = state.game;
  if (game.rules !== old.rules || game.start !== old.start) return -1;
  let n = 0;
  while (n < game.moves.length && game.moves[n] === old.moves[n]) n++;
  return n;
}

// settle stores a position of the game. A finished game has a value.
function settle(live) {
  const result = { "1-0": 1, "0-1": -1, "1/2-1/2": 0 }[live.outcome];
  if (result !== undefined) value(live.line.length, result);
  update({ live });
}

// unanswered keeps the game if no answer came. It drops a game that was refused, for example from a
// damaged link.
function unanswered(error) {
  const failed = Boolean(error.lost || error.busy);
  update({ failed, refused: !failed, live: failed ? state.live : null });
  say(sentence(error.message));
}

// value stores White's value of the position after some moves.
export function value(ply, v) {
  const values = [...state.values];
  values[ply] = v;
  update({ values });
}

// play makes a legal move in the live position.
export function play(move, { words, browsing } = {}) {
  const expected = played(state.live, move);
  change({ moves: [...state.game.moves, move.text] }, { expected, words, browsing });
}

// reply makes the move of an engine. A person who looks at another position stays there.
export const reply = (move, words) =>
  play(move, { words, browsing: state.ply !== null || state.preview !== null });

// look shows the game after some moves.
export async function look(n) {
  if (!state.live) return;
  n = Math.max(0, Math.min(n, state.game.moves.length));
  update({ chosen: null, preview: null });
  say("");
  if (n === state.game.moves.length) return update({ ply: null, past: null });
  const turn = turns;
  update({ past: shownOr(state.past), ply: n });
  try {
    const past = await positionOf(state.game.moves.slice(0, n));
    if (turn === turns && state.ply === n) update({ past });
  } catch (error) {
    if (turn !== turns) return;
    update({ ply: null, past: null });
    say(error.message);
  }
}

// shownOr keeps the position on the board until the new position is known.
const shownOr = (past) => past ?? state.live;

// plyShown returns the number of moves before the position on the board.
export const plyShown = () => state.ply ?? state.game.moves.length;

// again repeats a request that got no answer.
export function again() {
  say("");
  if (state.live?.pending || !state.live) change({});
  else update({ failed: false });
}

// undone returns the number of moves that remain after taking back. If a person plays, a person is
// then to move.
export function undone() {
  if (!state.live) return -1;
  const first = firstTurn();
  for (let n = state.game.moves.length - 1; n >= 0; n--)
    if (watching() || isPerson(n % 2 === 0 ? first : other(first))) return n;
  return -1;
}

// firstTurn returns the colour of the first move.
export const firstTurn = () => (state.live.line.length % 2 === 0 ? state.live.turn : other(state.live.turn));

export function undo() {
  if (!state.live) return;
  const n = undone();
  if (n < 0) return say("There is no move to take back.");
  if (watching()) update({ watch: { ...state.watch, paused: true } });
  change({ moves: state.game.moves.slice(0, n) });
}

// goOnFromHere drops the moves after the shown position.
export function goOnFromHere() {
  change({ moves: state.game.moves.slice(0, plyShown()) }, { push: true });
}

export function newGame(rules = state.live ? state.game.rules : state.choices.open) {
  const fit = (side) => ({ ...side, player: playerOn(rules, side.player) });
  update({ watch: { ...state.watch, paused: false } });
  change(
    { ...link.fresh(rules, fit(state.game.white), fit(state.game.black)), flipped: state.game.flipped },
    { push: true },
  );
}

// playerOn returns the player with the id if it plays on a board, otherwise the board's first
// player.
function playerOn(rules, id) {
  const players = playersOn(rules);
  return id === "you" || players.some((p) => p.id === id) ? id : players[0].id;
}

export function flip() {
  update({ game: { ...state.game, flipped: !state.game.flipped } });
  remember(link.write(state.game));
}

// seat gives a colour to a person or an engine, with a level. It never turns the board within a
// game.
export function seat(colour, fields) {
  const game = { [colour]: { ...state.game[colour], ...fields } };
  if (fields.player) return change(game);
  update({ game: { ...state.game, ...game } });
  remember(link.write(state.game));
}

// exchange swaps the colours of the players.
export const exchange = () => change({ white: state.game.black, black: state.game.white });

// open opens the game in the address, or a new one.
export async function open() {
  await learn(rulesInAddress());
  const { choices } = state,
    level = choices.levels[0].level;
  update({
    game:
      state.game ??
      link.fresh(choices.open, { player: "you", level }, { player: playersOn(choices.open)[0].id, level }),
    review: null,
    values: [],
  });
  const fault = link.fault(location.hash), // read now, because the game will replace the address
    at = link.plyIn(location.hash);
  const opened = change(link.read(location.hash, choices.levels) ?? {});
  if (fault) say(fault);
  await opened;
  if (at !== null && state.live) look(at);
}
