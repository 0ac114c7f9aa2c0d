// The analysis of the position on the board. The search restarts when the position changes, and
// stops when nobody needs it.
import { movesShown, onGame, plyShown, value } from "./game.js";
import { span } from "./moves.js";
import { percentage } from "./language.js";
import { forWhite } from "./players.js";
import { hidden } from "./repeat.js";
import * as program from "./search.js";
import { named } from "./squares.js";
import { state, update, watching, playersOn } from "./state.js";

const seconds = 60; // search time of a position

let search = null; // { about, ownership, abort }

// follow starts, restarts or stops the search, depending on the state of the page. A hidden page
// does not search.
export function follow() {
  if (hidden()) return pause();
  const request = wanted(),
    about = request && JSON.stringify({ ...request, ownership: false });
  if (!search && !about) return;
  if (search?.about === about && (search.ownership || !request.ownership)) return;
  search?.abort.abort();
  search = about ? { about, ownership: request.ownership, abort: new AbortController() } : null;
  update({ analysis: { ...state.analysis, part: null, error: "", waiting: "", running: search !== null } });
  if (search) run(search, request, position());
}

// pause stops a running search and keeps its results. The search starts again when the page is
// visible.
function pause() {
  if (!search || !state.analysis.running) return;
  search.abort.abort();
  search = null;
  update({ analysis: { ...state.analysis, waiting: "", running: false } });
}

// position returns the analysed position: the position on the board, unless that is only a preview
// of a line.
const position = () => (state.ply === null ? state.live : state.past);

// wanted returns the request, or null. While the engine chooses a move against a person, the
// analysis leaves the machine to it.
function wanted() {
  const view = position(),
    { rules, start } = state.game ?? {};
  if (!state.analysis.on || !view || view.pending || view.outcome !== "*" || view.line.length !== plyShown())
    return null;
  if (state.thinking && !watching()) return null;
  return {
    rules,
    start,
    moves: movesShown(),
    player: analyst().id,
    lines: state.analysis.lines,
    seconds,
    ownership: state.analysis.ownership,
  };
}

// analyst returns the player that analyses: the chosen player if it plays on this board.
export function analyst() {
  const players = playersOn(state.game.rules);
  return players.find((p) => p.id === state.analysis.player) ?? players[0];
}

async function run(mine, request, view) {
  const onPart = (part) => {
    if (search !== mine) return;
    if (onGame()) value(view.line.length, forWhite(valueOf(part), view.turn));
    update({ analysis: { ...state.analysis, part, waiting: "", turn: view.turn } });
  };
  const onWait = (waiting) => search === mine && update({ analysis: { ...state.analysis, waiting } });
  try {
    onPart(await program.search("analyse", request, { signal: mine.abort.signal, onPart, onWait }));
    if (search === mine) update({ analysis: { ...state.analysis, running: false } });
  } catch (error) {
    if (search === mine && error.name !== "AbortError")
      update({ analysis: { ...state.analysis, running: false, waiting: "", error: error.message } });
  }
}

// valueOf returns the value for the side to move, exact if proved.
export const valueOf = (part) => ({ win: 1, loss: -1, draw: 0 })[part.proof] ?? part.value;

export const toggle = () => update({ analysis: { ...state.analysis, on: !state.analysis.on } });

// set changes the settings of the analysis: player, arrows, lines.
export const set = (fields) => update({ analysis: { ...state.analysis, ...fields } });

// toggleOwnership shows or hides the ownership of the squares, which needs the analysis.
export function toggleOwnership() {
  const ownership = !(state.analysis.on && state.analysis.ownership);
  set({ ownership, on: state.analysis.on || ownership });
}

const leastOwned = 10; // percent

// marks returns the ownership of the squares, if it is known and the person wants to see it.
export function marks() {
  const { on, part, ownership } = state.analysis;
  if (!on || !ownership || !part?.ownership || state.preview) return {};
  const { white, black } = part.ownership,
    { width } = position();
  const owner = (i) => ({
    square: named(i % width, Math.floor(i / width)),
    colour: white[i] > black[i] ? "white" : "black",
    share: Math.abs(white[i] - black[i]),
  });
  return { owners: white.map((_, i) => owner(i)).filter(({ share }) => share >= leastOwned) };
}

const most = 8; // arrows
const noted = 3; // arrows of a policy that carry their share

// arrows returns the arrows of an analysis: the policy of the network, or the best lines.
export function arrows() {
  const { on, part, arrows: kind } = state.analysis;
  if (!on || !part || state.preview || kind === "none") return [];
  const list = kind === "policy" && part.policy.length ? policyArrows(part.policy) : lineArrows(part.lines);
  return list.reverse();
}

const policyArrows = (policy) =>
  policy.slice(0, most).map(({ move, p }, i) => ({
    ...span(move),
    width: 2 + 8 * Math.sqrt(p),
    kind: `policy${i === 0 ? " first" : ""}`,
    note: i < noted && p >= 0.01 ? percentage(100 * p) : "",
  }));

// difference in value that makes an arrow lighter by a factor of e
const worse = 0.15;
const lightest = 0.3; // shade of an arrow

// lineArrows returns an arrow for each line. It carries the rank of the line, and is lighter if the line
// is worse. Lines whose front stones make the same move share an arrow.
function lineArrows(lines) {
  const arrows = new Map();
  lines.forEach((line, i) => {
    const { from, to } = span(line.move),
      key = `${from} ${to}`,
      known = arrows.get(key),
      worth = Math.exp((valueOf(line) - valueOf(lines[0])) / worse),
      shade = Math.max(lightest, Math.min(1, worth));
    if (known) known.rank += ` ${i + 1}`;
    else arrows.set(key, { from, to, width: 7, kind: "best", rank: String(i + 1), shade });
  });
  return [...arrows.values()];
}
