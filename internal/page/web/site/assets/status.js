// The texts below the board, and the states of the page's buttons.
import { holds, saving } from "./choice.js";
import { forkOf } from "./branches.js";
import * as editor from "./editor.js";
import { onGame, undone, plyShown } from "./game.js";
import * as lesson from "./lesson.js";
import { verdict } from "./missed.js";
import * as retry from "./retry.js";
import { joined, t } from "./language.js";
import { state, alone, boardName, over, isPerson, watching, myTurn, sideName, againLabel } from "./state.js";
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
  if (!state.live && state.refused) return t("refused");
  if (!state.live) return t(state.failed ? "no-start" : "loading");
  if (state.editor) return editor.status();
  if (state.preview) return t("preview");
  if (retry.status()) return retry.status();
  if (!onGame()) return besideText();
  if (state.ply !== null)
    return joined(t("after-move", { ply: plyShown(), n: state.game.moves.length }), verdict());
  if (state.lesson && !state.failed) return lesson.status();
  if (over()) return ending(state.live);
  if (state.failed) return t("missing");
  if (state.waiting) return state.waiting;
  if (state.thinking === "hint") return t("hint.looking");
  if (watching())
    return state.watch.paused ? t("paused") : t("thinking", { side: sideName(state.live.turn) });
  if (!isPerson(state.live.turn)) return t("engine.thinking");
  return turnText();
}

// besideText describes a position beside the game.
function besideText() {
  const { outcome, turn } = state.past,
    ply = forkOf(state.branch),
    where = t(ply ? "beside" : "beside.start", { ply });
  const now = outcome === "*" ? t("to-move.sentence", { side: sideName(turn) }) : ending(state.past);
  return joined(where, now);
}

// turnText returns help for the first move, and later describes the last move.
function turnText() {
  const whose = alone() ? t("your-move") : t("to-move", { side: sideName(state.live.turn) }),
    warning = danger(state.live, saving());
  if (state.chosen)
    return joined(t(holds(state.chosen) ? "choose.landing" : "choose.stone", { whose }), warning);
  const said = joined(state.live.last && !state.hint && report(state.live), warning, state.spoken);
  return said ? `${whose}. ${said}` : t("choose.line", { whose });
}

function drawSettings() {
  if (!state.choices || !state.game) return;
  const boards = state.choices.boards.map((b) => [b.rules, boardName(b)]),
    rules = state.live?.rules ?? state.game.rules;
  if (!boards.some(([known]) => known === rules))
    boards.push([rules, state.live ? boardName(state.live) : t("board.other")]);
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
  write($("hint"), t(state.hint ? "hint.play" : "hint"));
  write($("pause"), t(state.watch.paused ? "pause.end" : "pause"));
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
