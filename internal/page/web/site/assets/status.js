// The texts below the board, and the states of the page's buttons.
import { holds, saving } from "./choice.js";
import { forkOf } from "./branches.js";
import * as editor from "./editor.js";
import { onGame, undone, plyShown } from "./game.js";
import * as lesson from "./lesson.js";
import { verdict } from "./missed.js";
import * as retry from "./retry.js";
import { state, alone, over, isPerson, watching, myTurn, title, againLabel } from "./state.js";
import { captureRule, danger, endangered, ending, limitRule, report, symmetryRule } from "./words.js";
import { notify, options, write } from "./dom.js";

const $ = (id) => document.getElementById(id);

export function draw() {
  drawNotice();
  drawSettings();
  drawButtons();
  if (state.live) drawRules();
}

function drawNotice() {
  const finished = state.live && over() && state.ply === null && !state.preview;
  write($("status"), statusText());
  $("status").classList.toggle("ended", Boolean(finished));
  notify($("notice"), state.notice.text, state.notice.calm);
  $("strip").classList.toggle("danger", Boolean(state.live) && myTurn() && endangered(state.live));
}

function statusText() {
  if (!state.live && state.refused) return "This game cannot be shown. Begin a new one.";
  if (!state.live) return state.failed ? "The page cannot start." : "Loading…";
  if (state.editor) return editor.status();
  if (state.preview) return "This line is from the analysis and was not played. Click the board to go back.";
  if (retry.status()) return retry.status();
  if (!onGame()) return besideText();
  if (state.ply !== null) return `After move ${plyShown()} of ${state.game.moves.length}. ${verdict()}`;
  if (state.lesson && !state.failed) return lesson.status();
  if (over()) return ending(state.live);
  if (state.failed) return "The answer of the program is missing.";
  if (state.waiting) return state.waiting;
  if (state.thinking === "hint") return "Looking for a hint…";
  if (watching()) return state.watch.paused ? "Paused." : `${title(state.live.turn)} is thinking…`;
  if (!isPerson(state.live.turn)) return "The engine is thinking…";
  return turnText();
}

// besideText describes a position beside the game.
function besideText() {
  const { outcome, turn } = state.past,
    left = forkOf(state.branch),
    where = `This line leaves the game ${left ? `after move ${left}` : "at its start"}.`;
  return `${where} ${outcome === "*" ? `${title(turn)} to move.` : ending(state.past)}`;
}

// turnText returns help for the first move, and later describes the last move.
function turnText() {
  const whose = alone() ? "Your move" : `${title(state.live.turn)} to move`;
  if (state.chosen) {
    const what = holds(state.chosen) ? "where the front stone lands" : "the stone";
    return `${whose}: choose ${what}. ${danger(state.live, saving())}`.trim();
  }
  const said = [
    state.live.last && !state.hint && report(state.live),
    danger(state.live, saving()),
    state.spoken,
  ].filter(Boolean);
  if (said.length) return `${whose}. ${said.join(" ")}`;
  return (
    `${whose}: choose the hindmost stone of a line, then a marked square. ` +
    "The side with more stones on its far row wins."
  );
}

function drawSettings() {
  if (!state.choices || !state.game) return;
  const boards = state.choices.boards.map((b) => [b.rules, b.name]),
    rules = state.live?.rules ?? state.game.rules;
  if (!boards.some(([known]) => known === rules)) boards.push([rules, state.live?.name ?? "another board"]);
  options($("rules"), boards, rules);
  $("notation").value = state.notation;
  $("pace").value = state.watch.pace;
  if (state.choices.training) $("training").href = "training.html";
  $("training").hidden = !state.choices.training;
}

function drawButtons() {
  const n = state.game?.moves.length ?? 0,
    at = state.game ? plyShown() : 0,
    live = Boolean(state.live);
  const may = {
    undo: live && (undone() >= 0 || !onGame()),
    hint: live && myTurn() && !state.thinking,
    flip: live,
    exchange: live,
    first: live && at > 0,
    previous: live && at > 0,
    next: live && at < (state.branch?.length ?? n),
    last: live && (state.ply !== null || state.preview !== null),
    "texts-open": live,
  };
  for (const id of ["rules", "new", "notation", "white", "white-level", "black", "black-level"])
    may[id] = state.game !== null;
  may.analyse = may.threats = may.ownership = live;
  $("threats").setAttribute("aria-pressed", state.threats.on);
  for (const [id, possible] of Object.entries(may)) $(id).disabled = !possible;
  write($("again"), againLabel());
  $("keep-line").hidden = !state.preview?.pinned;
  const busy = state.editor !== null || state.retry !== null; // bars of their own replace the controls
  $("controls").hidden = busy;
  $("here").hidden = state.ply === null || state.preview !== null || busy;
  $("again").hidden = !state.failed;
  $("watch").hidden = !(live && watching() && !over());
  write($("hint"), state.hint ? "Play it" : "Hint");
  write($("pause"), state.watch.paused ? "Go on" : "Pause");
  $("step").disabled = !state.watch.paused || state.watch.step;
  $("hint").hidden = live && watching();
}

function drawRules() {
  write($("capture-rule"), captureRule(state.live));
  write($("symmetry-rule"), symmetryRule(state.live));
  $("symmetry-rule").hidden = !symmetryRule(state.live);
  write($("limit-rule"), limitRule(state.live));
  $("limit-rule").hidden = !state.live.max_plies;
}
