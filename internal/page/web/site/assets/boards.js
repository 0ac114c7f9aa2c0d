// Boards that are not in the list, for example from a link. The program tells their sizes and
// players, because the page has no rules of its own.
import { call } from "./backend.js";
import { fieldsOf } from "./link.js";
import { state, update, boardOf } from "./state.js";

// rulesInAddress returns the rules of the game in the address, or "".
export const rulesInAddress = () => fieldsOf(location.hash).get("rules") ?? "";

// ask asks for the list of boards, and for the board of the given rules.
export async function ask(rules) {
  const choices = await call("boards", { rules });
  if (choices.asked) for (const name of [rules, choices.asked.rules]) state.boards.set(name, choices.asked);
  update({ choices });
}

// learn asks for the board of the given rules if the page does not know it. Without an answer the
// board has only the players that play on every board.
export async function learn(rules) {
  if (!rules || boardOf(rules)) return;
  await ask(rules).catch(() => {});
}
