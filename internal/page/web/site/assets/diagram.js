// The board as a diagram in SVG: squares, labels and stones. The board to play on, the replay of a
// training game and the page of a tournament draw with it. It knows no rules and takes no input.
import { column, row, named } from "./squares.js";
import { side, shape, group, tile } from "./shapes.js";
import { Stones } from "./stones.js";

export class Diagram {
  // svg is the element of the diagram. names are its layers from the lowest up, and include squares
  // and stones. If glides is true, the stones glide from one position to the next.
  constructor(svg, names, glides) {
    this.svg = svg;
    this.layers = Object.fromEntries(names.map((name) => [name, group(name)]));
    svg.replaceChildren(...Object.values(this.layers));
    this.stones = new Stones(this.layers.stones, glides);
    this.drawn = {}; // content of each layer, as text
  }

  // build draws the squares and the labels of a board, and returns true. If they have not changed, it
  // returns false. margins is the room around the squares: left, top, right and bottom.
  build(width, height, flipped, margins) {
    const size = `${width}x${height} ${flipped}`;
    if (this.size === size) return false;
    this.clear();
    Object.assign(this, { size, width, height, flipped, margins });
    const { w, h } = this.extent();
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.squares = new Map();
    for (let r = 0; r < height; r++)
      for (let c = 0; c < width; c++) this.squares.set(named(c, r), this.square(c, r));
    this.layers.squares.append(...this.squares.values(), ...this.labels());
    return true;
  }

  extent() {
    const { left, top, right, bottom } = this.margins;
    return { w: left + right + side * this.width, h: top + bottom + side * this.height };
  }

  clear() {
    this.size = undefined;
    this.drawn = {};
    this.stones.clear();
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
  }

  // layer fills a layer if its content has changed.
  layer(name, what, nodes) {
    const text = JSON.stringify(what ?? null);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    this.layers[name].replaceChildren(...(what ? nodes() : []));
  }

  square(c, r) {
    const far = r === 0 || r === this.height - 1,
      node = tile("", this.at(named(c, r)));
    node.setAttribute("class", `square${(c + r) % 2 ? " odd" : ""}${far ? " far" : ""}`);
    node.dataset.square = named(c, r);
    return node;
  }

  // labels returns the names of the rows on the left and those of the columns below.
  labels() {
    const { left, bottom } = this.margins;
    return this.labelsAt(left / 2, this.extent().h - bottom / 2 + 1, left * 0.6);
  }

  // labelsAt returns the names of the rows at x and those of the columns at y.
  labelsAt(x, y, size) {
    const label = (x, y, text) => shape("text", { class: "label", "font-size": size, x, y }, text);
    return [
      ...Array.from({ length: this.height }, (_, r) => label(x, this.at(named(0, r)).y, r + 1)),
      ...Array.from({ length: this.width }, (_, c) => label(this.at(named(c, 0)).x, y, named(c, 0)[0])),
    ];
  }

  // at returns the centre of a square.
  at(name) {
    const c = column(name),
      r = row(name);
    return {
      x: this.margins.left + side * ((this.flipped ? this.width - 1 - c : c) + 0.5),
      y: this.margins.top + side * ((this.flipped ? r : this.height - 1 - r) + 0.5),
    };
  }

  // under returns the square at a point of the diagram, or null.
  under({ x, y }) {
    const c = Math.floor((x - this.margins.left) / side),
      r = Math.floor((y - this.margins.top) / side);
    if (c < 0 || r < 0 || c >= this.width || r >= this.height) return null;
    return this.flipped ? named(this.width - 1 - c, r) : named(c, this.height - 1 - r);
  }
}
