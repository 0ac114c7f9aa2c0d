// The opponent's threats: moves that would take the lead on the far rows if the opponent were to move
// now. The page asks the program for the opponent's moves in the same position.
import { call } from "./backend.js";
import { played, span } from "./moves.js";
import { t } from "./language.js";
import { state, update, say, myTurn, other, sideName } from "./state.js";
import { endangered } from "./words.js";

let about = ""; // the position of the answer

// toggle shows or hides the threats.
export function toggle() {
  about = "";
  update({ threats: { on: !state.threats.on, moves: [] } });
  if (!state.threats.on) say("");
}

// follow asks for the threats of a new position.
export async function follow() {
  const position = state.threats.on && myTurn() ? state.live.position : "";
  if (position === about) return;
  about = position;
  const moves = position ? await threatening(state.live).catch(() => []) : [];
  if (position !== about) return;
  update({ threats: { ...state.threats, moves } });
  if (position) say(told(moves), true);
}

// threatening returns the moves of the side that is not to move with which it would lead.
async function threatening(view) {
  const enemy = other(view.turn),
    start = `${view.position.split(" ")[0]} ${enemy[0]}`;
  const turned = await call("position", { rules: view.rules, start, moves: [] });
  return turned.moves.filter((m) => {
    const after = played(turned, m);
    return after[enemy].far > after[view.turn].far;
  });
}

function told(moves) {
  const enemy = sideName(other(state.live.turn)),
    n = moves.length;
  if (endangered(state.live)) return t("threats.leads", { enemy });
  return t(n ? "threats.some" : "threats.none", { enemy, n });
}

// arrows returns the threats as arrows.
export const arrows = () =>
  myTurn() ? state.threats.moves.map((m) => ({ ...span(m), width: 3, kind: "threat" })) : [];
