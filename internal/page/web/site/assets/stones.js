// The stones on the board. Each stone keeps its circle until it is captured, so drawing changes
// only the moved stones.
import { circle } from "./shapes.js";

const radius = 15.5,
  glide = 170; // ms

const calm = matchMedia("(prefers-reduced-motion: reduce)");

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
    for (const [square, s] of this.bySquare) {
      const to = at(square),
        from = before.has(s) ? at(before.get(s)) : to;
      s.node.setAttribute("cx", to.x);
      s.node.setAttribute("cy", to.y);
      s.node.dataset.stone = square;
      if (!still && this.animated() && (from.x !== to.x || from.y !== to.y)) slide(s.node, from, to);
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
    const node = circle(`stone ${colour}`, { x: 0, y: 0 }, radius);
    this.layer.append(node);
    this.bySquare.set(square, { node, colour });
  }

  remove(square) {
    const { node, colour } = this.bySquare.get(square);
    this.bySquare.delete(square);
    delete node.dataset.stone;
    node.setAttribute("class", `gone ${colour}`); // no longer a stone, but visible for a moment
    if (!this.animated()) return node.remove();
    node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: glide, fill: "forwards" }).finished.then(
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

function slide(node, from, to) {
  node.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], {
    duration: glide,
    easing: "ease-out",
  });
}
