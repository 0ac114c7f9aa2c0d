// The panel of the analysis: the value, the best lines and the size of the search.
import { analyst, valueOf } from "./analysis.js";
import { movesShown, onGame, positionOf, plyShown } from "./game.js";
import { forWhite } from "./players.js";
import { state, update, over, playerNames, sideName, other, upsideDown } from "./state.js";
import { percent, searched, thousands, winnerOf, written } from "./words.js";
import { fit, options, write } from "./dom.js";
import { number, percentage, t } from "./language.js";

const $ = (id) => document.getElementById(id);
const shownMoves = 10; // of a line

export function draw() {
  const { on, part, error, waiting, arrows, running } = state.analysis;
  $("analyse").setAttribute("aria-checked", on);
  drawBar(on ? currentValue() : undefined);
  $("analysis-body").hidden = !on;
  $("analysis-off").hidden = on;
  write($("verdict"), on && state.game ? verdict(part) : "");
  if (!on || !state.game) return;
  options($("analyst"), playerNames(state.game.rules), analyst().id);
  $("arrows").value = arrows;
  $("lines-count").value = state.analysis.lines;
  write($("analysis-facts"), error || (part ? facts(part) : waiting || (running ? "…" : idle())));
  $("ownership").setAttribute("aria-pressed", state.analysis.ownership);
  $("ownership-note").hidden = !state.analysis.ownership;
  write($("ownership-note"), ownershipNote(part));
  if (!part || !pointedAt()) drawLines(part?.lines ?? []);
}

// ownershipNote says what the small squares on the board mean, or why there are none.
function ownershipNote(part) {
  return t(part && !part.ownership ? "ownership.unknown" : "ownership.note");
}

// pointedAt is true while the pointer is on a move of the lines. The lines then stand still, so
// that a person can click.
const pointedAt = () =>
  matchMedia("(hover: hover)").matches && $("lines").querySelector("[data-pv]:hover") !== null;

// finished is true if the board shows the end of a game.
const finished = () => state.live && over() && state.ply === null && !state.preview;

function idle() {
  if (finished()) return t("analysis.over");
  return state.thinking ? t("analysis.waits") : "";
}

const facts = (part) =>
  [
    part.proof ? t("analysis.proved") : "",
    searched(part.nodes),
    t("analysis.depth", { depth: part.depth }),
    `${number(part.ms / 1000, 1)} s`,
  ]
    .filter(Boolean)
    .join(" · ");

// verdict returns White's chance, or the winner.
function verdict(part) {
  if (finished()) {
    const colour = winnerOf(state.live);
    return t(colour ? `has-won.${colour}` : "draw");
  }
  if (!part) return "";
  const turn = state.analysis.turn,
    winner = { win: turn, loss: other(turn) }[part.proof];
  if (winner) {
    const n = Math.ceil(part.plies / 2); // of the winner's moves, 0 if unknown
    return t(n ? "wins.soon" : "wins", { n, side: sideName(winner) });
  }
  if (part.proof === "draw") return t("draw");
  return t("white.chance", { chance: percent(forWhite(part.value, turn)) });
}

// currentValue returns White's value of the position on the board, if known.
function currentValue() {
  const { part, turn } = state.analysis;
  if (part) return forWhite(valueOf(part), turn);
  return onGame() ? state.values[plyShown()] : undefined;
}

function drawBar(v) {
  $("bar").classList.toggle("off", !state.analysis.on);
  $("bar").classList.toggle("flipped", Boolean(state.game) && upsideDown());
  $("bar-white").style.height = `${50 + 50 * (v ?? 0)}%`;
  write($("bar-value"), v === undefined ? "" : String(Math.round(50 + 50 * v)));
  $("bar").setAttribute(
    "aria-label",
    v === undefined ? t("bar.unknown") : t("bar.chance", { chance: percent(v) }),
  );
}

function drawLines(lines) {
  fit($("lines"), lines.length, newLine);
  lines.forEach((line, i) => drawLine($("lines").children[i], line));
}

function newLine() {
  const node = document.createElement("li");
  for (const kind of ["line-value", "line-share", "line-moves"]) {
    const part = document.createElement("span");
    part.className = kind;
    node.append(part);
  }
  return node;
}

function drawLine(node, line) {
  const [value, share, moves] = node.children,
    texts = line.pv.slice(0, shownMoves);
  write(value, lineValue(line));
  write(share, line.share > 0 ? percentage(100 * line.share) : "");
  share.title = line.visits
    ? t("visits", { n: line.visits, written: thousands(line.visits) })
    : "";
  fit(moves, texts.length, () => document.createElement("button"));
  texts.forEach((text, i) => {
    const button = moves.children[i],
      upTo = texts.slice(0, i + 1).map((t) => t.text);
    button.type = "button";
    write(button, written(text));
    button.dataset.pv = upTo.join(" ");
  });
}

function lineValue(line) {
  const turn = state.analysis.turn,
    winner = { win: turn, loss: other(turn) }[line.proof];
  if (winner) return winner === "white" ? "1-0" : "0-1";
  return percent(forWhite(line.value, turn));
}

// listen shows the position after a move of a line while the pointer is on it. A click keeps the
// position.
export function listen() {
  const list = $("lines"),
    movesOf = (event) => event.target.closest("[data-pv]")?.dataset.pv.split(" ");
  list.addEventListener(
    "pointerover",
    (event) => event.pointerType === "mouse" && glance(movesOf(event), false),
  );
  list.addEventListener("pointerleave", () => {
    if (state.preview && !state.preview.pinned) update({ preview: null });
  });
  list.addEventListener("click", (event) => glance(movesOf(event), true));
}

let asked = 0; // counts glances: only the latest is shown

// glance shows the position after some moves. While a position is pinned, the pointer does not
// change it.
async function glance(moves, pinned) {
  if (!moves || (!pinned && state.preview?.pinned)) return;
  const mine = ++asked,
    before = plyShown();
  const view = await positionOf([...movesShown(), ...moves]).catch(() => null);
  if (mine === asked && view && before === plyShown() && (pinned || $("lines").matches(":hover")))
    update({ preview: { view, pinned }, chosen: null });
}
