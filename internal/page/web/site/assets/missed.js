// The results of a review: the list of the moves that cost most, and the costly move of the shown
// position in words and arrows. While a person retries the mistakes, they hide their answers.
import { look, onGame, firstTurn } from "./game.js";
import { span } from "./moves.js";
import { told } from "./reasons.js";
import * as retry from "./retry.js";
import { costly, gravity, missed, moverAt, points, side, slip } from "./review.js";
import { state, other, sideName } from "./state.js";
import { searched, sentence, thousands, written } from "./words.js";
import { fit, options, write } from "./dom.js";
import { joined, t } from "./language.js";

const $ = (id) => document.getElementById(id);

const sides = [
  ["white", t("white")],
  ["black", t("black")],
  ["both", t("both-sides")],
];

// tries has the words for a mistake that still hides its answer.
const tries = { again: t("review.not-found"), better: t("review.better-one") };

export function draw() {
  const n = state.game?.moves.length ?? 0,
    finished = state.live && state.live.outcome !== "*";
  $("review-bar").hidden = n === 0;
  $("no-review").hidden = n > 0;
  if (state.game) options($("review-side"), sides, side());
  write($("review"), t(state.review?.running ? "review.stop" : "review.start"));
  $("review").classList.toggle("primary", Boolean(finished) && !state.review);
  $("review").disabled = state.retry !== null;
  $("panel-review").classList.toggle("retrying", state.retry !== null);
  write($("review-facts"), state.review ? facts(n) : "");
  $("review-facts").hidden = !state.review;
  const list = state.review ? missed() : [];
  fit($("missed"), list.length, newItem);
  list.forEach((entry, i) => drawItem($("missed").children[i], entry));
}

function facts(n) {
  const { running, stopped, entries, waiting, error } = state.review,
    found = missed().length,
    done = entries.filter(Boolean).length;
  if (error) return error;
  if (running && waiting) return waiting;
  const { length } = state.review;
  if (running) return t("review.progress", { n: length, done, left: left(length, done) });
  const whose = side() === "both" ? "" : ".of",
    mine = whose && sideName(side()),
    others = costly().length - found,
    later = n - length;
  return joined(
    stopped && t("review.stopped", { n: length, done }),
    t(`review.${found ? "found" : "clean"}${whose}`, { n: found, side: mine, cost: 100 * slip }),
    others && t("review.theirs", { n: others, side: sideName(other(side())) }),
    later > 0 && t("review.later", { n: later }),
  );
}

// left returns the estimated time for the rest of the review.
function left(n, done) {
  if (!done) return "";
  const seconds = Math.ceil((((performance.now() - state.review.since) / done) * (n - done)) / 1000);
  return seconds > 90
    ? t("review.minutes", { n: Math.ceil(seconds / 60) })
    : t("review.seconds", { n: seconds });
}

function newItem() {
  const item = document.createElement("li"),
    node = document.createElement("button");
  node.type = "button";
  node.addEventListener("click", () => {
    const ply = Number(node.dataset.ply);
    if (state.retry) return retry.open(ply);
    look(ply, null);
    $("board").scrollIntoView({ block: "nearest" }); // on a phone the board is above the list
  });
  node.append(...Array.from({ length: 4 }, () => document.createElement("span")));
  item.append(node);
  return item;
}

function drawItem(item, entry) {
  const node = item.firstElementChild,
    number = 1 + ((entry.ply + (firstTurn() === "black" ? 1 : 0)) >> 1);
  const result = state.review.results[entry.ply];
  const found = result === "good";
  const words = [
    `${number}${moverAt(entry.ply) === "white" ? "." : "…"} ${written(entry.played.move)}`,
    `−${points(entry)}`,
    better(entry, result, found),
    state.retry !== null || !entry.why.length ? "" : sentence(told(entry.why, moverAt(entry.ply), 2)),
  ];
  node.dataset.ply = entry.ply;
  node.dataset.gravity = gravity(entry.ply);
  words.forEach((word, i) => write(node.children[i], word));
  node.dataset.result = result ?? "";
  if (isOpen(entry.ply)) node.setAttribute("aria-current", "true");
  else node.removeAttribute("aria-current");
}

// better returns the words about the better move, which a retry hides until the person has found it.
function better({ best }, result, found) {
  const move = written(best.move);
  if (found) return `✓ ${move}`;
  return state.retry === null ? t("review.better", { move }) : (tries[result] ?? "?");
}

// isOpen is true for the move after the shown position, and for the mistake that a person retries.
function isOpen(ply) {
  if (state.retry) return state.retry.ply === ply;
  return state.ply === ply && onGame();
}

// costlyHere returns the judgement of the costly move that the game made in the shown position, if
// it made one.
function costlyHere() {
  if (state.ply === null || state.retry !== null || !onGame() || !gravity(state.ply)) return undefined;
  return state.review.entries[state.ply];
}

// verdict returns the missed move in the shown position, in words.
export function verdict() {
  const entry = costlyHere();
  if (!entry) return "";
  const [played, best] = [entry.played, entry.best].map(({ move }) => written(move));
  const why = told(entry.why, moverAt(entry.ply)),
    cost = { played, n: points(entry), best, why };
  return joined(t(why ? "review.verdict.why" : "review.verdict", cost), disagreement(entry));
}

// disagreement explains a disagreement between the review and a hint by the sizes of the two searches.
function disagreement({ hinted, nodes, hint_nodes: hint }) {
  if (!hinted) return "";
  return t("review.hinted", {
    move: written(state.review.entries[state.ply].played.move),
    positions: searched(hint),
    each: nodes > hint ? thousands(nodes) : t("review.as-many"),
  });
}

// arrows returns arrows for the played and the better move, before a costly move.
export function arrows() {
  const entry = state.preview ? undefined : costlyHere();
  if (!entry) return [];
  const { played, best } = entry;
  const of = ({ move }, kind) => ({ ...span(move), width: 6, kind });
  return [of(played, "worse"), of(best, "better")];
}
