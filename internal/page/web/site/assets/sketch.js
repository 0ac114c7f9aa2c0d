// Arrows and marks that a person draws on the board: with the right button, or with every pointer while the
// switch for it is on. They belong to a position, so they come back with it.
import { state, update, shown } from "./state.js";

// sketches has the drawing of each position: arrows as "a1 b2", and marked squares as "a1 a1".
const sketches = new Map();
let drawing = null; // the arrow under the pointer

const position = () => shown()?.position ?? "";

// draws is true if every pointer draws.
export const draws = () => state.sketching && !state.editor && !state.lesson;

export const toggle = () => update({ sketching: !state.sketching });

// drawSwitch shows whether every pointer draws.
export function drawSwitch() {
  const node = document.getElementById("sketch");
  node.disabled = !state.live;
  node.setAttribute("aria-pressed", state.sketching);
  document.getElementById("board").classList.toggle("sketching", Boolean(draws()));
}

// draw shows an arrow while the person draws it. to is null outside the board.
export function draw(from, to) {
  drawing = to && `${from} ${to}`;
  update({});
}

// keep ends the drawing of an arrow. It keeps the arrow, or removes an equal one.
export function keep(from, to) {
  drawing = null;
  const sketch = sketches.get(position()) ?? new Set(),
    line = `${from} ${to}`;
  if (to && !sketch.delete(line)) sketch.add(line);
  sketches.set(position(), sketch);
  update({});
}

// clear removes the drawing of the shown position.
export function clear() {
  if (sketches.delete(position())) update({});
}

const lines = () =>
  [...(sketches.get(position()) ?? []), ...(drawing ? [drawing] : [])].map((line) => line.split(" "));

// arrows and marks return the drawing of the shown position.
export const arrows = () =>
  lines()
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from, to, width: 6, kind: "own" }));

export const marks = () => ({
  own: lines()
    .filter(([from, to]) => from === to)
    .map(([square]) => square),
});
