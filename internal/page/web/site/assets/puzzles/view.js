// The drawing of the puzzle around the board: the task, the answers, and the score.
import { fit, options, put, write } from "../dom.js";
import { joined, percentage, t } from "../language.js";
import { state, boardName, sideName, upsideDown, other } from "../state.js";
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
  if (!puzzle || !state.live) return t(phase === "failed" ? "puzzle.none" : "page.puzzles");
  return t("puzzle.task", { n: puzzle.moves, side: sideName(winner()) });
}

function facts() {
  const { puzzle, board, phase } = session;
  if (!puzzle || !state.live) return "";
  const done = ["solved", "shown"].includes(phase)
    ? t("puzzle.prior", { chance: percent(puzzle.prior) })
    : isDone(board.rules, puzzle.id) && t("puzzle.before");
  return joined(t("puzzle.facts", puzzle), done);
}

const percent = (p) =>
  p < 0.001 ? t("puzzle.less", { chance: percentage(0.1, 1) }) : percentage(100 * p, p < 0.1 ? 1 : 0);

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
  const points = change && t(change > 0 ? "puzzle.rises" : "puzzle.falls", { n: Math.abs(change) });
  switch (phase) {
    case "yours":
      return state.game.moves.length ? onward() : opening();
    case "thinking":
      return t("puzzle.testing");
    case "wrong":
      return joined(refuted(tried, answer, loses), points);
    case "solved":
      return joined(t("puzzle.defenceless", { side: sideName(loser()) }), points);
    case "showing":
      return t("puzzle.showing");
    case "shown":
      return joined(t("puzzle.shown", { side: sideName(loser()) }), points);
    case "failed":
      return t("puzzle.missing");
  }
  return joined(t("loading"), loaded(state.loading));
}

function opening() {
  const behind = state.live[loser()].far > state.live[winner()].far;
  return joined(t("puzzle.one-wins"), behind && t("puzzle.leads", { side: sideName(loser()) }));
}

const onward = () => {
  const { last } = state.live;
  return t("puzzle.onward", { side: sideName(loser()), move: written(last) });
};

function refuted(tried, answer, loses) {
  const what = { move: written(tried), side: sideName(loser()), answer: answer && written(answer) };
  if (!answer) return t(loses ? "puzzle.wrong.lost" : "puzzle.wrong", what);
  return t(loses ? "puzzle.wrong.wins" : "puzzle.wrong.answer", what);
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
    write($(`role-${colour}`), state.live ? t(colour === winner() ? "puzzle.you" : "puzzle.program") : "");
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
      boards.map((b) => [b.rules, boardName(b)]),
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
  write($("retry"), t(phase === "wrong" || !may.retry ? "try-again" : "puzzle.repeat"));
  $("next").classList.toggle("primary", phase !== "wrong");
  $("retry").classList.toggle("primary", phase === "wrong");
  if (state.choices?.training) $("training").href = "training.html";
  $("training").hidden = !state.choices?.training;
}

