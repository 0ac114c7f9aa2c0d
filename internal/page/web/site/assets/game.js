// The game: the functions that change it, and its positions.
import { remember } from "./address.js";
import { call } from "./backend.js";
import * as branches from "./branches.js";
import { learn, rulesInAddress } from "./boards.js";
import * as link from "./link.js";
import { played } from "./moves.js";
import { t } from "./language.js";
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
  if (same < state.game.moves.length) update({ review: null, retry: null });
  update({
    game,
    live: expected ?? (state.live && { ...state.live, pending: true }),
    ...(browsing ? {} : { ...present, preview: null, chosen: null, aimed: null }),
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
export function prefix(game) {
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

// present has the fields that show the last position of the game.
const present = { ply: null, past: null, branch: null };

// movesOf returns the moves of a line beside the game, or the moves of the game.
const movesOf = (branch) => (branch ? branches.textsOf(branch) : state.game.moves);

// movesShown returns the moves before the position on the board.
export const movesShown = () => movesOf(state.branch).slice(0, plyShown());

// onGame is true if the game has led to the position on the board, and not a line beside it.
export const onGame = () =>
  !state.branch || movesShown().every((text, i) => text === state.game.moves[i]);

// look shows the game, or a line beside it, after some moves.
export function look(n, branch = state.branch) {
  if (!state.live) return undefined;
  const ply = Math.max(0, Math.min(n, movesOf(branch).length));
  if (branch || ply < state.game.moves.length)
    return show({ branch, ply, past: { ...(state.past ?? state.live), pending: true } });
  update({ ...present, chosen: null, aimed: null, preview: null });
  return say("");
}

// explore makes a legal move in an earlier position. The game does not change, and the page keeps the
// line unless it is only a try.
export function explore(move, { keep = true } = {}) {
  const path = [...state.past.line, { text: move.text, head: move.head }],
    ply = path.length;
  if (path.every((m, i) => m.text === state.game.moves[i])) return look(ply, null);
  if (keep) branches.add(path);
  return show({ branch: branches.lineOf(path) ?? path, ply, past: played(state.past, move) });
}

// keepPreview keeps the line of a preview beside the game, and shows its end.
export function keepPreview() {
  const { line } = state.preview.view;
  branches.add(line);
  look(line.length, branches.lineOf(line));
}

// adopt makes the shown line the game, and keeps the moves of the game as a line beside it.
export function adopt() {
  const { branch, ply } = state;
  replace(branches.textsOf(branch));
  if (ply < branch.length) look(ply, null);
}

// replace gives the game other moves, and keeps the old ones as a line.
function replace(moves) {
  const { line } = state.live;
  change({ moves }, { push: true });
  branches.add(line, true);
}

// deleteShown deletes the shown move of a line beside the game and everything after it.
export function deleteShown() {
  const path = state.branch.slice(0, state.ply),
    rest = branches.remove(path);
  look(path.length - 1, rest);
}

// show shows a position of a line: past, until the program has answered.
async function show(fields) {
  update({ ...fields, chosen: null, aimed: null, preview: null });
  say("");
  const key = () => JSON.stringify([state.game.rules, state.game.start, state.ply === null, movesShown()]),
    asked = key();
  try {
    const past = await positionOf(movesShown());
    if (key() === asked) update({ past });
  } catch (error) {
    if (key() !== asked) return;
    update(present);
    say(error.message);
  }
}

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

// undo takes back a move of the game. Beside the game it only steps back.
export function undo() {
  if (!state.live) return undefined;
  if (!onGame()) return look(plyShown() - 1);
  const n = undone();
  if (n < 0) return say(t("no-undo"));
  if (watching()) update({ watch: { ...state.watch, paused: true } });
  return change({ moves: state.game.moves.slice(0, n) });
}

// goOnFromHere ends the game at the shown position, and keeps the moves after it as a line.
export const goOnFromHere = () => replace(movesShown());

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
