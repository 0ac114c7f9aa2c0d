// The board to play on. It draws positions with their marks and reports input, but it knows no
// rules. It builds the squares only when the size changes, keeps unmoved stones, and draws only
// changed marks again.
import { column, row, named } from "./squares.js";
import { side, shape, tile, circle, cross, arrow } from "./shapes.js";
import { Diagram, rim } from "./diagram.js";
import { Pointer } from "./pointer.js";

export class Board extends Diagram {
  // svg is the element of the board. The handlers onClick, onEnter, onGrab, onHover and onCursor
  // get a square, onDrop gets two.
  constructor(svg, handlers) {
    super(svg, ["squares", "traces", "stones", "marks", "mirror", "arrows"], true);
    this.cursor = "a1";
    this.cursorNode = shape("rect", { class: "cursor", rx: 3 });
    this.lifted = circle("lifted", { x: 0, y: 0 }, 15.5);
    this.lifted.setAttribute("visibility", "hidden");
    svg.append(this.cursorNode, this.lifted);
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
    this.stones.mark("leaving", marks.move?.phalanx); // the stones that the move would carry away
    this.stones.mark("taken", marks.move?.captured);
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

  clear() {
    super.clear();
    this.view = undefined;
  }

  build(width, height, flipped) {
    // room for the labels; a small board is larger on the screen
    const edge = 20 * Math.max(0.6, Math.min(1, height / 12));
    if (!super.build(width, height, flipped, edge)) return;
    if (column(this.cursor) >= width || row(this.cursor) >= height) this.cursor = "a1";
    const { w, h } = this.extent();
    for (const [key, value] of [
      ["--ratio", w / h],
      ["--edge", `${(100 * edge) / w}%`],
    ])
      document.documentElement.style.setProperty(key, value); // for the style of the elements around it
  }

  // squareAt returns the square at a point of the window, or null.
  squareAt(clientX, clientY) {
    return this.under(this.point(clientX, clientY));
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
      y = rim + (side * this.height) / 2;
    const axis =
      kind === "rotation"
        ? circle("axis", { x, y }, 9)
        : shape("path", { class: "axis", d: `M${x} ${rim}V${rim + side * this.height}` });
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

  // lift makes the stone on a square follow the pointer. Without a square no stone follows it.
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
