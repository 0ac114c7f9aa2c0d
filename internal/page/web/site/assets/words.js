// The page's texts about a game.
import { joined, language, number, percentage, t } from "./language.js";
import { state, isPerson, other, sideName } from "./state.js";

// written returns a move as the page shows it. From rear to front it has an arrow, or a cross if it
// captures. The old form, from rear to rear, keeps its hyphen, so that nobody mistakes one for the
// other.
export const written = (move) =>
  state.notation === "head" ? move.head.replace("-", "→").replace("x", "×") : move.text;

const megabytes = (bytes) => number(bytes / 1e6, 1);

// loaded returns how much of the program is loaded, such as "0.4 of 1.8 MB", or "" if that is unknown.
export const loaded = (loading) =>
  loading?.of ? t("loaded", { done: megabytes(loading.bytes), all: megabytes(loading.of) }) : "";

// winnerOf returns the colour that has won, or undefined.
export const winnerOf = (view) => ({ "1-0": "white", "0-1": "black" })[view.outcome];

// ending returns the end of a game in words.
export const ending = (view) => t("ended", { result: result(view), how: howEnded(view) });

// result returns the winner in words.
export function result(view) {
  const winner = winnerOf(view);
  if (!winner) return t("draw");
  if (isPerson(winner) === isPerson(other(winner))) return t("wins", { side: sideName(winner) });
  return t(isPerson(winner) ? "you.win" : "you.lose");
}

// howEnded returns the reason for the end of a game.
export function howEnded(view) {
  const won = winnerOf(view);
  if (!won) return t("ended.length", { n: view.max_plies });
  const lost = other(won),
    winner = sideName(won),
    loser = sideName(lost),
    own = view[won].far,
    theirs = view[lost].far;
  switch (view.reason) {
    case "far-row":
      return t("ended.far-row", { n: own, winner, theirs });
    case "no-moves":
      return view.level && theirs < own
        ? t("ended.level", { n: theirs, loser, own })
        : t("ended.no-moves", { loser });
  }
  return t(`ended.${view.verdict}`, { n: view.max_plies, winner }); // the limit on the length
}

// report returns the last move in words.
export function report({ last, turn }) {
  const n = last.captured.length;
  return t(n ? "played.taking" : "played", { n, side: sideName(other(turn)), move: written(last) });
}

// endangered is true if the side to move must draw level on the far rows or lose.
export const endangered = (view) =>
  view.outcome === "*" && view[other(view.turn)].far > view[view.turn].far;

// danger returns a warning if the person must draw level on the far rows or lose. saving is the
// number of moves that draw level, or undefined if it is unknown.
export function danger(view, saving) {
  if (!endangered(view)) return "";
  const enemy = other(view.turn),
    [home, far] = view.turn === "white" ? [1, view.height] : [view.height, 1];
  return joined(
    t("danger", { enemy: sideName(enemy), n: view[enemy].far, own: view[view.turn].far }),
    saving ? t("danger.saves", { n: saving, home, far }) : saving === 0 && t("danger.none"),
  );
}

// sentence turns an answer of the program into a sentence.
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");

// percent writes a value as a chance to win.
export const percent = (value) => percentage(50 + 50 * value);

// opinion returns White's chance to win, as the engine sees it. value is White's.
export const opinion = (value) => t("opinion", { chance: percent(value) });

// thousands writes a count with a short unit.
export function thousands(n) {
  if (n < 10_000) return n.toLocaleString(language);
  return n < 1_000_000 ? `${Math.round(n / 1000)} k` : `${number(n / 1_000_000, 1)} M`;
}

// searched returns a number of positions.
export const searched = (n) => t("positions", { n, written: thousands(n) });

// captureRule, symmetryRule and limitRule return the rules that differ between boards.
export const captureRule = (view) =>
  joined(
    t(view.single ? "rules.capture.single" : "rules.capture.line"),
    view.fixed && t("rules.fixed"),
    view.level && t("rules.level"),
  );

export const symmetryRule = ({ symmetry }) => (symmetry === "none" ? "" : t(`rules.${symmetry}`));

export const limitRule = ({ max_plies: n, limit }) =>
  n ? t(limit === "draw" ? "rules.limit.draw" : "rules.limit.advance", { n }) : "";
