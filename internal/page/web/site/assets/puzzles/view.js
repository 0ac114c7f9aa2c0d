// The drawing of the puzzle around the board: the task, the answers, and the score.
import { fit, options, put, write } from "../dom.js";
import { state, title, upsideDown, other } from "../state.js";
import { loaded, written } from "../words.js";
import { score, doneOn, isDone } from "./score.js";
import { session, winner, loser } from "./session.js";

const $ = (id) => document.getElementById(id);

export function draw() {
  write($("task"), task());
  write($("task-again"), state.live ? `${task()}.` : "");
  write($("facts"), facts());
  drawStrip();
  drawMoves();
  drawScore();
  drawSeats();
  drawButtons();
}

// task says what to do, such as "White to move and win in 3".
function task() {
  const { puzzle, phase } = session;
  if (!puzzle || !state.live) return phase === "failed" ? "No puzzle" : "Puzzles";
  return `${title(winner())} to move and win ${puzzle.moves === 1 ? "with this move" : `in ${puzzle.moves}`}`;
}

function facts() {
  const { puzzle, board, phase } = session;
  if (!puzzle || !state.live) return "";
  const done = ["solved", "shown"].includes(phase)
    ? ` The network alone gives the first move ${percent(puzzle.prior)}.`
    : isDone(board.rules, puzzle.id)
      ? " You have solved it before."
      : "";
  return `Puzzle ${puzzle.id}, rated ${puzzle.rating}.${done}`;
}

const percent = (p) => (p < 0.001 ? "less than 0.1%" : `${(100 * p).toFixed(p < 0.1 ? 1 : 0)}%`);

function drawStrip() {
  const { phase } = session,
    right = phase === "solved" || (phase === "yours" && state.game?.moves.length > 0);
  write($("status"), status());
  $("strip").classList.toggle("right", right);
  $("strip").classList.toggle("solved", phase === "solved");
  $("strip").classList.toggle("wrong", phase === "wrong");
  write($("notice"), state.notice.text);
  $("notice").classList.toggle("calm", state.notice.calm);
  $("again").hidden = phase !== "failed";
}

function status() {
  const { phase, tried, answer, loses, change } = session;
  const points = change ? ` Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}.` : "";
  switch (phase) {
    case "yours":
      return state.game.moves.length ? onward() : opening();
    case "thinking":
      return "The program tests the move…";
    case "wrong":
      return `${written(tried)} does not win${refuted(answer, loses)}${points}`;
    case "solved":
      return `${title(loser())} has no defence left.${points}`;
    case "showing":
      return "This is the solution.";
    case "shown":
      return `This was the solution: ${title(loser())} has no defence left.${points}`;
    case "failed":
      return "An answer of the program is missing.";
  }
  return `Loading… ${loaded(state.loading)}`.trim();
}

function opening() {
  const behind = state.live[loser()].far > state.live[winner()].far;
  const also = ` ${title(loser())} leads on the far row, so it must also draw level.`;
  return `Only one move wins.${behind ? also : ""}`;
}

const onward = () => {
  const { last } = state.live;
  return `${title(loser())} defends with ${written(last)}. Find the next move that wins.`;
};

function refuted(answer, loses) {
  if (!answer) return loses ? `: ${title(loser())} has won.` : ".";
  return `: ${title(loser())} answers ${written(answer)}${loses ? " and wins" : ""}.`;
}

// drawMoves lists the moves so far, two in a row.
function drawMoves() {
  const line = state.live?.line ?? [];
  const rows = session.puzzle ? Math.ceil(line.length / 2) : 0;
  fit($("moves"), rows, () => {
    const row = document.createElement("li");
    row.append(...[0, 1, 2].map(() => document.createElement("span")));
    return row;
  });
  [...$("moves").children].forEach((row, i) => {
    const [number, own, reply] = row.children;
    write(number, `${i + 1}.`);
    write(own, written(line[2 * i]));
    write(reply, line[2 * i + 1] ? written(line[2 * i + 1]) : "");
    own.classList.toggle("tried", session.phase === "wrong" && 2 * i === line.length - 1);
  });
}

function drawScore() {
  const { streak, best, rating } = score(),
    { board } = session;
  write($("streak"), String(streak));
  write($("best"), String(best));
  write($("rating"), String(rating));
  if (board) write($("solved"), `${doneOn(board.rules)}/${board.puzzles.length}`);
}

function drawSeats() {
  const bottom = upsideDown() ? "black" : "white";
  put($("seat-bottom"), $(`seat-${bottom}`));
  put($("seat-top"), $(`seat-${other(bottom)}`));
  for (const colour of ["white", "black"]) {
    const seat = $(`seat-${colour}`),
      far = state.live?.[colour].far ?? 0;
    write($(`far-${colour}`).querySelector("strong"), String(far));
    write($(`role-${colour}`), state.live ? (colour === winner() ? "you" : "the program") : "");
    seat.classList.toggle("ahead", Boolean(state.live) && far > state.live[other(colour)].far);
    const ended = ["solved", "shown"].includes(session.phase);
    seat.classList.toggle("to-move", state.live?.turn === colour && !ended);
  }
}

function drawButtons() {
  const { phase, boards, board, puzzle } = session,
    shown = Boolean(puzzle && state.live);
  if (boards.length)
    options(
      $("rules"),
      boards.map((b) => [b.rules, b.name]),
      board?.rules,
    );
  if ($("level").value !== session.level) $("level").value = session.level;
  const may = {
    retry: phase === "wrong" || phase === "solved" || phase === "shown",
    solution: shown && (phase === "yours" || phase === "wrong"),
    next: shown && phase !== "loading",
    flip: shown,
    link: shown,
    rules: boards.length > 0,
    level: boards.length > 0,
  };
  for (const [id, possible] of Object.entries(may)) $(id).disabled = !possible;
  write($("retry"), phase === "wrong" || !may.retry ? "Try again" : "Repeat");
  $("next").classList.toggle("primary", phase !== "wrong");
  $("retry").classList.toggle("primary", phase === "wrong");
  if (state.choices?.training) $("training").href = "training.html";
  $("training").hidden = !state.choices?.training;
}

