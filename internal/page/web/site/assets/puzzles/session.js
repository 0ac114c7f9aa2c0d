// The puzzle on the board: the functions that change it. The program judges every move. The position
// is in the state of the page, as a game in which the person plays one side.
import { remember } from "../address.js";
import { call } from "../backend.js";
import { fieldsOf } from "../link.js";
import { keep, kept } from "../memory.js";
import { played } from "../moves.js";
import { search } from "../search.js";
import { state, update, say, other } from "../state.js";
import { t } from "../language.js";
import { sentence } from "../words.js";
import * as score from "./score.js";

// A puzzle passes through phases. It begins with "loading". In "yours" the person is to move, and in
// "thinking" the program judges the move, which leads to "wrong" or "solved". While the solution runs the
// phase is "showing", and "shown" afterwards. If an answer of the program is missing, it is "failed".
export const session = {
  phase: "loading",
  boards: [],
  board: null,
  level: kept("puzzle level") ?? "near",
  puzzle: null, // id, moves, rating, prior
  side: "white", // the winning side
  before: null, // the position and the moves before the last move of the person
  answer: null, // the move that refutes a wrong one
  loses: false, // that move wins
  tried: null, // the wrong move
  counted: false, // the result of this puzzle is remembered
  change: 0, // of the rating, by this puzzle
  again: null, // repeats what failed
};

let turns = 0; // counts changes of the puzzle, so that late answers are dropped

const set = (fields) => {
  Object.assign(session, fields);
  update({ failed: session.phase === "failed" });
};

// attempt waits for answers. If one is missing, it offers to try again.
async function attempt(act) {
  const turn = ++turns;
  try {
    await act(() => turn === turns);
  } catch (error) {
    if (turn !== turns) return;
    set({ phase: "failed", again: () => attempt(act) });
    say(sentence(error.message));
  }
}

// ask asks about the puzzle.
function ask(fields) {
  const { board, puzzle } = session,
    request = { rules: board.rules, id: puzzle.id, moves: [], solution: false };
  return search("puzzle", { ...request, ...fields }, {});
}

// start asks for the puzzles, and opens the one in the address or another one.
export const start = () =>
  attempt(async (current) => {
    set({ phase: "loading" });
    say("");
    const choices = await call("boards", { rules: "" });
    update({ choices });
    const { boards } = await call("puzzles", {});
    if (!current()) return;
    session.boards = boards.filter((b) => b.puzzles.length);
    update({ started: true });
    fromAddress();
  });

// fromAddress opens the puzzle that the address names. Without one it opens another puzzle.
export function fromAddress() {
  const fields = fieldsOf(location.hash),
    rules = fields.get("rules"),
    id = fields.get("puzzle");
  const board = session.boards.find((b) => b.rules === (rules ?? kept("puzzle board"))),
    puzzle = board?.puzzles.find((p) => p.id === id);
  session.board = board ?? session.boards[0];
  if (puzzle) return open(puzzle);
  const missing = id ? t("puzzle.no-such") : "",
    fault = rules && !board ? t("puzzle.no-board") : missing;
  return next().then(() => fault && say(fault));
}

// next opens a puzzle of the board and the level.
export const next = () =>
  open(score.choose(session.board.rules, session.board.puzzles, session.level, session.puzzle?.id));

export function chooseBoard(rules) {
  session.board = session.boards.find((b) => b.rules === rules);
  keep("puzzle board", rules);
  return next();
}

export function chooseLevel(level) {
  session.level = level;
  keep("puzzle level", level);
  return next();
}

const open = (puzzle) =>
  attempt(async (current) => {
    Object.assign(session, { puzzle, counted: false, change: 0 });
    remember(`#${new URLSearchParams({ rules: session.board.rules, puzzle: puzzle.id })}`);
    set({ phase: "loading" });
    const { position } = await ask({});
    if (!current()) return;
    const side = position.turn,
      seat = (colour) => ({ player: colour === side ? "you" : "defence" });
    session.side = side;
    update({
      game: {
        rules: session.board.rules,
        start: position.position,
        moves: [],
        flipped: false,
        white: seat("white"),
        black: seat("black"),
      },
    });
    say("");
    ready(position, []);
  });

// ready lets the person move.
function ready(live, moves, fields = {}) {
  update({ live, chosen: null, aimed: null, hover: null, game: { ...state.game, moves } });
  set({ phase: "yours", answer: null, loses: false, tried: null, ...fields });
}

// make tries a move of the person.
export const make = (move) =>
  attempt(async (current) => {
    const before = { live: state.live, moves: state.game.moves },
      moves = [...before.moves, move.text];
    update({ live: played(before.live, move), chosen: null, aimed: null });
    set({ phase: "thinking", before });
    say("");
    let reply;
    try {
      reply = await ask({ moves });
    } catch (error) {
      if (current()) update({ live: before.live });
      throw error;
    }
    if (!current()) return;
    if (reply.state === "open") return ready(reply.position, [...moves, reply.answer.text]);
    update({ live: reply.position, game: { ...state.game, moves } });
    if (reply.state === "solved") {
      count(true);
      return set({ phase: "solved" });
    }
    count(false);
    set({ phase: "wrong", answer: reply.answer, loses: reply.loses, tried: move });
  });

// count remembers the first result of the puzzle. Later ones count no more.
function count(won) {
  const { board, puzzle, counted } = session;
  if (!counted) session.change = score.settle(board.rules, puzzle, won);
  else if (won) score.solved(board.rules, puzzle.id);
  session.counted = true;
}

// retry goes back to the position before the wrong move. After the end it begins the puzzle again.
export function retry() {
  if (session.phase === "wrong") return ready(session.before.live, session.before.moves);
  return restart();
}

// restart shows the puzzle from its start.
const restart = () =>
  attempt(async (current) => {
    const { position } = await ask({});
    if (current()) ready(position, []);
  });

const pace = 1000; // ms between two moves of the solution

// solution plays the solution from the position on the board.
export const solution = () =>
  attempt(async (current) => {
    if (session.phase === "wrong") retry();
    const moves = state.game.moves;
    set({ phase: "showing" });
    say("");
    const { line } = await ask({ moves, solution: true });
    if (!current()) return;
    count(false);
    for (const [i, move] of line.entries()) {
      if (i > 0) await new Promise((done) => setTimeout(done, pace));
      if (!current()) return;
      const before = state.game.moves;
      update({ live: played(state.live, move), game: { ...state.game, moves: [...before, move.text] } });
    }
    set({ phase: "shown" });
  });

export const flip = () => update({ game: { ...state.game, flipped: !state.game.flipped } });

// winner and loser name the sides of the puzzle.
export const winner = () => session.side;
export const loser = () => other(session.side);
