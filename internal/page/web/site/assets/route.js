// What the address opens: a step of the lesson, or a game.
import * as game from "./game.js";
import * as lesson from "./lesson.js";
import { state, update } from "./state.js";

// open opens what the address names.
export function open() {
  const step = lesson.stepIn(location.hash);
  if (step !== null) return lesson.open(step);
  if (state.lesson) update({ lesson: null, game: null, live: null }); // its game ends with it
  return game.open();
}
