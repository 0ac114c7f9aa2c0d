// The lesson: steps on small boards, in which a person plays one move. The program has the steps and
// judges the moves. Each step is an ordinary game in which nobody plays Black. So the board, the choice
// of a move and the refusals work as in any game.
//
// state.lesson has these fields:
//
//   steps    all steps
//   at       the number of the open step, from 1
//   ready    true once the board shows the step's position
//   asking   true while the program judges a move
//   verdict  its judgement: reached, what and values; or null
//   shown    true while the answer is shown
import { call } from "./backend.js";
import { change, newGame, reply } from "./game.js";
import { shortcut } from "./keys.js";
import * as link from "./link.js";
import { keep, kept } from "./memory.js";
import { head, span } from "./moves.js";
import { joined, t } from "./language.js";
import { later } from "./repeat.js";
import { sentence } from "./words.js";
import { state, update, say, myTurn, playersOn } from "./state.js";

const pause = 700; // ms before the opponent's answer
let steps; // a promise of all steps

// stepIn returns the number of the step in an address, 0 for the next one, or null without a lesson.
export function stepIn(hash) {
  const number = /^#learn(?:=(\d{1,3}))?$/.exec(hash);
  return number && Number(number[1] ?? 0);
}

// done returns the numbers of the finished steps, which the browser remembers.
export function done() {
  const numbers = kept("lesson");
  return new Set(Array.isArray(numbers) ? numbers : []);
}

// finish remembers that a step is finished.
const finish = (number) => keep("lesson", [...done().add(number)]);

// step returns the open step.
export const step = () => state.lesson.steps[state.lesson.at - 1];

const set = (fields) => update({ lesson: { ...state.lesson, ...fields } });

// open opens a step by its number. 0 opens the first step that is not finished.
export async function open(number) {
  if (!state.lesson && state.game) keep("left", link.write(state.game));
  update({ failed: false });
  try {
    steps ??= call("lesson", {});
    const all = (await steps).steps;
    if (stepIn(location.hash) === number) await show(all, number);
  } catch (error) {
    steps = undefined;
    update({ failed: true });
    say(sentence(error.message));
  }
}

// missing is true if the address names a step that did not come.
export const missing = () => stepIn(location.hash) !== null && !state.lesson;

async function show(all, number) {
  const finished = done(),
    next = all.findIndex((_, i) => !finished.has(i + 1)) + 1,
    at = number >= 1 && number <= all.length ? number : next || 1;
  const { rules, start, moves } = all[at - 1],
    seat = (player) => ({ player, level: state.choices.levels[0].level });
  if (finished.size === 0) keep("lesson", []); // a person who has begun needs no invitation
  update({
    lesson: { steps: all, at, ready: false, asking: false, verdict: null, shown: false },
    game: { ...link.fresh(rules, seat("you"), seat("lesson")), start },
    analysis: { ...state.analysis, on: false },
    threats: { on: false, moves: [] },
    review: null,
    values: [],
  });
  await change({ moves });
}

// follow judges a move as soon as the position after it is known.
export function follow() {
  const { lesson, live, failed } = state;
  if (!lesson || failed || !live || live.pending || step().game) return;
  const own = step().moves.length;
  if (!lesson.ready) {
    if (live.line.length === own) set({ ready: true });
  } else if (!lesson.asking && !lesson.verdict && live.line.length === own + 1) judge();
}

async function judge() {
  set({ asking: true, shown: false });
  const { at } = state.lesson,
    { moves } = state.game;
  const current = () => state.lesson?.at === at && state.game.moves === moves;
  try {
    const answer = await call("attempt", { step: at, moves });
    if (!current()) return;
    if (answer.reply) {
      await later(pause);
      if (!current()) return;
      reply(answer.reply);
    }
    if (answer.reached) finish(at);
    set({ asking: false, verdict: answer });
  } catch (error) {
    if (!current()) return;
    set({ asking: false });
    update({ failed: true });
    say(sentence(error.message));
  }
}

// retry sets the stones back.
export function retry() {
  if (!mayRetry()) return;
  set({ verdict: null, asking: false, shown: false });
  change({ moves: step().moves });
}

// mayRetry is true after a move.
export const mayRetry = () => state.lesson.ready && state.game.moves.length > step().moves.length;

// hint shows the answer as an arrow, and in words.
export function hint() {
  const move = answer();
  if (!move) return;
  set({ shown: true });
  update({ chosen: null, aimed: null });
  say(t("lesson.answer", { rear: move.phalanx[0], head: head(move) }), true);
}

// answer returns the move that the step shows, while the person may make it.
export const answer = () => (myTurn() ? state.live.moves.find((m) => m.text === step().answer) : undefined);

// next goes to the next step. The last step begins the first game.
export function next() {
  if (step().game) return play();
  location.hash = `#learn=${state.lesson.at + 1}`;
}

// play leaves the lesson for a game on the board of the last step.
function play() {
  const { rules } = step(),
    { level } = state.choices.levels[0];
  finish(state.lesson.at);
  update({ lesson: null });
  update({ game: link.fresh(rules, { player: "you", level }, { player: playersOn(rules)[0].id, level }) });
  newGame(rules);
}

const keys = { n: "next", u: "retry", r: "retry", h: "hint", Escape: "escape" };

// press handles the keys of the lesson. The keys of a game do nothing here.
export function press(event, escape) {
  const action = { next, retry, hint, escape }[shortcut(keys, event)];
  if (!action || event.target.closest("select, dialog")) return;
  event.preventDefault();
  action();
}

// click takes a click on the board that cannot choose anything: after a miss it sets the stones back.
// It returns whether it has taken the click.
export function click() {
  if (!state.lesson || (myTurn() && !step().game)) return false;
  if (state.lesson.verdict && !state.lesson.verdict.reached) retry();
  return true;
}

// status returns the text below the board.
export function status() {
  const { verdict, asking, ready } = state.lesson;
  if (step().game) return t("lesson.ready");
  if (verdict)
    return joined(
      t(verdict.reached ? "lesson.reached" : "lesson.missed"),
      t(`verdict.${verdict.what}`, verdict.values),
    );
  if (ready && (asking || state.live.pending)) return checking();
  if (state.chosen) return t("lesson.choose.square");
  return t("lesson.choose.stone");
}

const checking = () => t(state.started || !state.loading ? "looks" : "lesson.loading");

// marks returns the marks of the goal on the board.
export function marks() {
  const { lesson } = state;
  if (!lesson || !(lesson.ready || step().game)) return {};
  const { from } = step(),
    reached = Boolean(lesson.verdict?.reached);
  const free = !state.chosen && !lesson.asking && !lesson.verdict && myTurn();
  return { goals: { to: squares(reached), from: free ? from : [], reached } };
}

// squares returns the marked squares. On the far rows, only those that White has reached stay marked.
function squares(reached) {
  const { to, far } = step();
  return reached && far ? to.filter((s) => state.live.white.stones.includes(s)) : to;
}

// arrows returns the shown answer as an arrow.
export function arrows() {
  const move = state.lesson?.shown && answer();
  return move ? [{ ...span(move), width: 7, kind: "hint" }] : [];
}
