// The board as SVG. It draws positions and reports input; it knows no rules. It builds the squares
// once for a size, keeps the stones while they stand, and draws only changed marks again.
import { column, row, named } from "./squares.js";
import { side, shape, group, tile, circle, cross, arrow } from "./shapes.js";
import { Stones } from "./stones.js";
import { Pointer } from "./pointer.js";

const thin = 2; // room on the sides without labels

export class Board {
  // svg is the element of the board. The handlers onClick, onEnter, onGrab, onHover and onCursor
  // get a square, onDrop gets two.
  constructor(svg, handlers) {
    this.svg = svg;
    this.cursor = "a1";
    this.layers = Object.fromEntries(
      ["squares", "traces", "stones", "marks", "mirror", "arrows"].map((name) => [name, group(name)]),
    );
    this.cursorNode = shape("rect", { class: "cursor", rx: 3 });
    this.lifted = circle("lifted", { x: 0, y: 0 }, 15.5);
    this.lifted.setAttribute("visibility", "hidden");
    svg.replaceChildren(...Object.values(this.layers), this.cursorNode, this.lifted);
    this.stones = new Stones(this.layers.stones);
    this.drawn = {}; // content of each layer, as text
    new Pointer(svg, this, handlers);
  }

  // draw shows a position, the marks on it and the arrows over it. An arrow has from, to, width and
  // kind. The fields of marks:
  //
  //   turn        colour of the player to move
  //   movable     squares that a drag can start from
  //   chosen      chosen square, or null
  //   faint       true while the pointer only rests on a stone
  //   targets     landing squares of the stone, each with take
  //   line        stones that move with the chosen stone
  //   threatened  stones that these moves would capture
  //   rears       rear stones whose move ends on the chosen square
  //   move        move under the pointer
  //   mirror      pattern that the symmetry rule forbids
  //   last        last move
  //   pending     true while the move is not yet confirmed
  draw(view, flipped, marks, arrows) {
    this.build(view.width, view.height, flipped);
    const undone = this.view?.ply === view.ply + 1 ? this.view.last : null,
      still = this.still || this.view === undefined;
    if (this.view !== view) this.stones.draw(view, (s) => this.at(s), undone, still);
    this.view = view;
    this.still = false;
    this.stones.expect(marks.move);
    this.svg.classList.toggle("preview", marks.pending);
    this.classify(marks);
    this.layer("traces", marks.last, () =>
      [...new Set([...marks.last.phalanx, ...marks.last.landing])].map((s) => tile("trace", this.at(s))),
    );
    const { turn, chosen, faint, targets, line, threatened, rears, move } = marks;
    this.layer("marks", { turn, chosen, faint, targets, line, threatened, rears, move }, () =>
      this.markNodes(marks),
    );
    this.layer("mirror", marks.mirror, () => this.mirrorNodes(marks.mirror));
    this.layer("arrows", arrows, () => arrows.map((a) => this.arrowNode(a)));
    this.moveCursor();
  }

  // layer fills a layer if its content has changed.
  layer(name, what, nodes) {
    const text = JSON.stringify(what ?? null);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    this.layers[name].replaceChildren(...(what ? nodes() : []));
  }

  clear() {
    this.size = undefined;
    this.view = undefined;
    this.drawn = {};
    this.stones.clear();
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
  }

  build(width, height, flipped) {
    const size = `${width}x${height} ${flipped}`;
    if (this.size === size) return;
    this.clear();
    Object.assign(this, { size, width, height, flipped });
    if (column(this.cursor) >= width || row(this.cursor) >= height) this.cursor = "a1";
    // room for the labels; a small board is larger on the screen
    this.edge = 20 * Math.max(0.6, Math.min(1, height / 12));
    const { edge } = this,
      w = edge + thin + side * width,
      h = edge + thin + side * height;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    for (const [key, value] of [
      ["--ratio", w / h],
      ["--edge", `${(100 * edge) / w}%`],
    ])
      document.documentElement.style.setProperty(key, value); // for the style of the elements around it
    this.squares = new Map();
    for (let r = 0; r < height; r++)
      for (let c = 0; c < width; c++) this.squares.set(named(c, r), this.square(c, r));
    this.layers.squares.append(...this.squares.values(), ...this.labels());
  }

  square(c, r) {
    const far = r === 0 || r === this.height - 1,
      node = tile("", this.at(named(c, r)));
    node.setAttribute("class", `square${(c + r) % 2 ? " odd" : ""}${far ? " far" : ""}`);
    node.dataset.square = named(c, r);
    return node;
  }

  labels() {
    const { edge } = this,
      size = edge * 0.6;
    const rows = Array.from({ length: this.height }, (_, r) =>
      shape("text", { class: "label", "font-size": size, x: edge / 2, y: this.at(named(0, r)).y }, r + 1),
    );
    const below = thin + side * this.height + edge / 2 + 1;
    return [
      ...rows,
      ...Array.from({ length: this.width }, (_, c) =>
        shape(
          "text",
          { class: "label", "font-size": size, x: this.at(named(c, 0)).x, y: below },
          named(c, 0)[0],
        ),
      ),
    ];
  }

  // at returns the centre of a square.
  at(name) {
    const c = column(name),
      r = row(name);
    return {
      x: this.edge + side * ((this.flipped ? this.width - 1 - c : c) + 0.5),
      y: thin + side * ((this.flipped ? r : this.height - 1 - r) + 0.5),
    };
  }

  // squareAt returns the square at a point of the window, or null.
  squareAt(clientX, clientY) {
    const { x, y } = this.point(clientX, clientY),
      c = Math.floor((x - this.edge) / side),
      r = Math.floor((y - thin) / side);
    if (c < 0 || r < 0 || c >= this.width || r >= this.height) return null;
    return this.flipped ? named(this.width - 1 - c, r) : named(c, this.height - 1 - r);
  }

  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // classify marks the squares with movable stones, where a finger can drag a stone.
  classify({ movable }) {
    for (const [name, node] of this.squares)
      if (node.classList.contains("movable") !== movable.has(name)) node.classList.toggle("movable");
  }

  markNodes({ turn, chosen, faint, targets, line = [], threatened = [], rears, move }) {
    const nodes = chosen ? [tile("chosen", this.at(chosen), 1)] : [];
    if (!move) nodes.push(...this.lineNodes(line, threatened));
    for (const rear of rears) nodes.push(this.named(circle("ring", this.at(rear), 17.5), rear));
    for (const { square, take } of targets) {
      if (move?.landing.includes(square)) continue;
      const node = take ? circle("ring take", this.at(square), 17.5) : circle("dot", this.at(square), 6.5);
      if (faint) node.classList.add("faint");
      nodes.push(this.named(node, square));
    }
    if (!move) return nodes;
    for (const square of move.phalanx) nodes.push(circle("ring", this.at(square), 17.5));
    for (const square of move.landing) nodes.push(circle(`ghost ${turn}`, this.at(square), 15.5));
    for (const square of move.captured) nodes.push(cross(this.at(square)));
    return nodes;
  }

  // mirrorNodes returns the pattern of a symmetry: its squares, and its axis or centre.
  mirrorNodes({ squares, kind }) {
    const x = this.edge + (side * this.width) / 2,
      y = thin + (side * this.height) / 2;
    const axis =
      kind === "rotation"
        ? circle("axis", { x, y }, 9)
        : shape("path", { class: "axis", d: `M${x} ${thin}V${thin + side * this.height}` });
    return [...squares.map((s) => tile("image", this.at(s), 2)), axis];
  }

  // lineNodes returns marks for the stones of a chosen line and for the stones that it could
  // capture.
  lineNodes(line, threatened) {
    const at = (key, kind, square) => {
      const node = circle(kind, this.at(square), 12);
      node.dataset[key] = square;
      return node;
    };
    return [
      ...line.map((s) => at("line", "ring line", s)),
      ...threatened.map((s) => at("threatened", "ring threatened", s)),
    ];
  }

  named(node, square) {
    node.dataset.target = square;
    return node;
  }

  arrowNode({ from, to, width, kind }) {
    return arrow(`arrow ${kind}`, this.at(from), this.at(to), width);
  }

  // lift makes the stone on a square follow the pointer, or none.
  lift(name, clientX, clientY) {
    this.lifted.setAttribute("visibility", name ? "visible" : "hidden");
    if (!name) return;
    const { x, y } = this.point(clientX, clientY);
    this.lifted.setAttribute("class", `lifted ${this.view.turn}`);
    this.lifted.setAttribute("cx", x);
    this.lifted.setAttribute("cy", y);
  }

  // step moves the cursor in the directions of the screen.
  step(dc, dr) {
    const sign = this.flipped ? -1 : 1,
      clamp = (v, size) => Math.min(size - 1, Math.max(0, v));
    this.cursor = named(
      clamp(column(this.cursor) + sign * dc, this.width),
      clamp(row(this.cursor) + sign * dr, this.height),
    );
  }

  moveCursor() {
    const { x, y } = this.at(this.cursor),
      inset = 2;
    const box = {
      x: x - side / 2 + inset,
      y: y - side / 2 + inset,
      width: side - 2 * inset,
      height: side - 2 * inset,
    };
    for (const [key, value] of Object.entries(box)) this.cursorNode.setAttribute(key, value);
  }
}
