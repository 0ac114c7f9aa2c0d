// The stones on the board, drawn as shields. Each stone keeps its node until it is captured, so
// drawing changes only the moved stones.
import { circle, group, side } from "./shapes.js";

const radius = 0.4 * side;
const apart = 18; // ms between the starts of two neighbours in a line, from the front stone on

// glideTime returns the time of a move in ms, for a number of squares.
const glideTime = (squares) => Math.min(280, 160 + 20 * squares);

const calm = matchMedia("(prefers-reduced-motion: reduce)");

// shield returns a stone of a colour around the origin: its shadow, a disc and a thin ring in it. The
// class is the kind and the colour, and the style sheet of the page gives the disc its light.
export function shield(kind, colour) {
  const node = group(`${kind} ${colour}`),
    centre = { x: 0, y: 0 };
  node.append(
    circle("shadow", { x: 0, y: 0.09 * radius }, 1.13 * radius),
    circle("disc", centre, radius),
    circle("inner", centre, 0.68 * radius),
  );
  return node;
}

// place moves a shield to a point.
export function place(node, { x, y }) {
  node.setAttribute("transform", `translate(${x} ${y})`);
  return node;
}

export class Stones {
  constructor(layer, glides) {
    Object.assign(this, { layer, glides });
    this.bySquare = new Map(); // square -> { node, colour }
  }

  clear() {
    this.layer.replaceChildren();
    this.bySquare.clear();
  }

  // draw shows the stones of a position; at returns the place of a square. The stones of a move
  // glide if the new position is one move after the shown one, or one move before it.
  draw(view, at, undone, still) {
    const before = new Map([...this.bySquare].map(([square, s]) => [s, square]));
    if (view.last) this.carry(view.last.phalanx, view.last.landing, view);
    if (undone) this.carry(undone.landing, undone.phalanx, view);
    this.settle(view);
    const front = view.last?.landing.length ?? 0;
    for (const [square, s] of this.bySquare) {
      const to = at(square),
        from = before.has(s) ? at(before.get(s)) : to;
      place(s.node, to);
      s.node.dataset.stone = square;
      const behind = Math.max(0, front - 1 - (view.last?.landing.indexOf(square) ?? 0));
      if (!still && this.animated() && (from.x !== to.x || from.y !== to.y)) slide(s.node, from, to, behind);
    }
  }

  // carry moves stones from some squares to others. All moved stones must have the same colour, and
  // the new position must have stones on the targets.
  carry(from, to, view) {
    const colour = this.bySquare.get(from[0])?.colour,
      wanted = colour && new Set(view[colour].stones);
    const moves =
      colour && from.every((s) => this.bySquare.get(s)?.colour === colour) && to.every((s) => wanted.has(s));
    if (!moves || from.every((s) => wanted.has(s))) return; // this move does not explain the difference
    const carried = from.map((s) => this.bySquare.get(s));
    for (const s of from) this.bySquare.delete(s);
    to.forEach((square, i) => {
      if (this.bySquare.has(square)) this.remove(square);
      this.bySquare.set(square, carried[i]);
    });
  }

  // settle adds missing stones and removes extra ones.
  settle(view) {
    const wanted = new Map();
    for (const colour of ["white", "black"])
      for (const square of view[colour].stones) wanted.set(square, colour);
    for (const [square, s] of [...this.bySquare]) if (wanted.get(square) !== s.colour) this.remove(square);
    for (const [square, colour] of wanted) if (!this.bySquare.has(square)) this.add(square, colour);
  }

  add(square, colour) {
    const node = shield("stone", colour);
    this.layer.append(node);
    this.bySquare.set(square, { node, colour });
  }

  // remove takes a stone off the board: it shrinks and fades.
  remove(square) {
    const { node, colour } = this.bySquare.get(square);
    this.bySquare.delete(square);
    delete node.dataset.stone;
    node.setAttribute("class", `gone ${colour}`); // no longer a stone, but visible for a moment
    if (!this.animated()) return node.remove();
    const fade = { duration: glideTime(1), fill: "forwards", easing: "ease-in" };
    const leave = [{ opacity: 1 }, { opacity: 0 }],
      shrink = [{ transform: "none" }, { transform: "scale(0.3)" }];
    for (const part of node.children) part.animate(shrink, fade);
    node.animate(leave, fade).finished.then(
      () => node.remove(),
      () => {},
    );
  }

  // animated returns whether stones glide and fade.
  animated() {
    return this.glides && !calm.matches;
  }

  // mark gives a class to the stones on some squares, and takes it from all others.
  mark(kind, squares = []) {
    for (const [square, { node }] of this.bySquare) node.classList.toggle(kind, squares.includes(square));
  }
}

// slide lets a stone glide between two points. behind is its distance from the front of its line.
function slide(node, from, to, behind) {
  const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }),
    squares = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / side;
  node.animate([at(from), at(to)], {
    duration: glideTime(squares),
    delay: apart * Math.min(behind, 4),
    fill: "backwards",
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
  });
}
