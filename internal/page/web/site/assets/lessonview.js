// The card of the lesson: the steps, the text and the goal of the open step, and the buttons.
import * as lesson from "./lesson.js";
import { t, translate } from "./language.js";
import { kept } from "./memory.js";
import { state } from "./state.js";
import { fit, write } from "./dom.js";

const $ = (id) => document.getElementById(id);

const card = `
  <ol id="lesson-steps" class="lesson-steps" data-label="lesson.steps"></ol>
  <div id="lesson-words" aria-live="polite">
    <h2><span id="lesson-count" class="lesson-count"></span> <span id="lesson-title"></span></h2>
    <p id="lesson-text"></p>
    <p class="lesson-goal"><strong data-text="lesson.goal"></strong> <span id="lesson-goal"></span></p>
  </div>
  <div id="lesson-bar" class="buttons lesson-bar">
    <button id="lesson-hint" type="button" title="H" data-text="lesson.show"></button>
    <button id="lesson-retry" type="button" title="U" data-text="try-again"></button>
    <button id="lesson-next" type="button" title="N" data-text="next"></button>
  </div>`;

export function listen() {
  const node = document.createElement("section");
  Object.assign(node, { id: "lesson", className: "panel lesson", hidden: true, innerHTML: card });
  node.setAttribute("aria-label", t("lesson"));
  translate(node);
  document.querySelector("main").prepend(node);
  const on = (id, act) => $(id).addEventListener("click", () => press($(id), act));
  on("lesson-hint", lesson.hint);
  on("lesson-retry", lesson.retry);
  on("lesson-next", lesson.next);
}

// press runs the action of a button. If it was pressed by a key, the board gets the focus.
function press(button, act) {
  const byKey = button.matches(":focus-visible");
  act();
  if (byKey) $("board").focus();
}

export function draw() {
  const open = state.lesson !== null;
  document.body.classList.toggle("learning", open);
  $("lesson").hidden = !open;
  drawPages(open);
  drawStrip(state.lesson?.verdict);
  if (!open) return void $("board").removeAttribute("aria-describedby");
  const { at, steps, verdict } = state.lesson,
    { name, far, game } = lesson.step();
  document.body.classList.toggle("far", far);
  $("board").setAttribute("aria-describedby", "lesson-words");
  write($("lesson-count"), t("lesson.count", { at, n: steps.length }));
  for (const part of ["title", "text", "goal"]) write($(`lesson-${part}`), t(`lesson.${name}.${part}`));
  drawSteps(at, steps);
  for (const id of ["lesson-hint", "lesson-retry"]) $(id).hidden = game;
  $("lesson-hint").disabled = !lesson.answer();
  $("lesson-retry").disabled = !lesson.mayRetry();
  write($("lesson-next"), t(game ? "lesson.start" : "next"));
  $("lesson-next").classList.toggle("primary", game || Boolean(verdict?.reached));
  $("lesson-retry").classList.toggle("primary", Boolean(verdict) && !verdict.reached);
  focus(verdict);
}

let judged = null; // the last verdict that was drawn

// focus moves from the board to the button that goes on, for a person who plays by keys.
function focus(verdict) {
  const fresh = verdict && verdict !== judged;
  judged = verdict;
  if (!fresh || document.activeElement !== $("board") || !$("board").classList.contains("keys")) return;
  $(verdict.reached ? "lesson-next" : "lesson-retry").focus();
}

function drawStrip(verdict) {
  $("strip").classList.toggle("reached", Boolean(verdict?.reached));
  $("strip").classList.toggle("missed", Boolean(verdict) && !verdict.reached);
}

// drawPages marks the open page in the header. From the lesson, Play leads back to the game.
function drawPages(open) {
  $(open ? "learn" : "play").setAttribute("aria-current", "page");
  $(open ? "play" : "learn").removeAttribute("aria-current");
  if (open) $("play").href = /^#/.exec(kept("left")) ? kept("left") : "#";
  else $("play").removeAttribute("href");
}

function drawSteps(at, steps) {
  const done = lesson.done();
  fit($("lesson-steps"), steps.length, () => {
    const item = document.createElement("li");
    item.append(document.createElement("a"));
    return item;
  });
  [...$("lesson-steps").children].forEach(({ firstChild: node }, i) => {
    const n = i + 1;
    node.href = `#learn=${n}`;
    write(node, done.has(n) ? "✓" : String(n));
    node.classList.toggle("done", done.has(n));
    const what = { at: n, title: t(`lesson.${steps[i].name}.title`) };
    node.setAttribute("aria-label", t(done.has(n) ? "lesson.step.done" : "lesson.step", what));
    if (n === at) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  });
}
