// The board to play on. It draws positions with their marks and reports input, but it knows no
// rules. It builds the squares only when the size changes, keeps unmoved stones, and draws only
// changed marks again.
import { column, row, named } from "./squares.js";
import { side, shape, group, tile, circle, capsule, cross, arrow, badge } from "./shapes.js";
import { Diagram } from "./diagram.js";
import { goalNodes } from "./goals.js";
import { frameLabels, frameNodes, lightNodes, marginsOf } from "./frame.js";
import { Pointer } from "./pointer.js";
import { place, shield } from "./stones.js";

const layers = [
  "frame",
  "squares",
  "danger",
  "goals",
  "traces",
  "lines",
  "stones",
  "owners",
  "marks",
  "mirror",
  "own",
  "arrows",
  "ranks",
];
const stoneSize = 16; // radius of a mark around a stone

export class Board extends Diagram {
  // svg is the element of the board. The handlers onClick, onEnter, onGrab, onHover and onCursor
  // get a square, onDrop, onDraw and onDrawn get two.
  constructor(svg, handlers) {
    super(svg, layers, true);
    this.cursor = "a1";
    this.cursorNode = shape("rect", { class: "cursor", rx: 3 });
    this.lifted = group("");
    svg.prepend(lightNodes());
    svg.append(this.cursorNode, this.lifted);
    this.pointer = new Pointer(svg, this, handlers);
  }

  // cancel ends a drag. The stone stays where it was.
  cancel() {
    this.pointer.cancel();
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
  //   danger      the row on which the other side leads, if it must be answered; else null
  //   goals       marks of a lesson: to, from and reached
  //   own         squares that the person has marked
  //   owners      who is expected on squares at the end: square, colour, and share in percent
  //   pending     true while the move is not yet confirmed
  draw(view, flipped, marks, arrows) {
    this.build(view.width, view.height, flipped);
    const undone = this.view?.ply === view.ply + 1 ? this.view.last : null,
      still = this.still || this.view === undefined;
    if (this.view !== view) this.stones.draw(view, (s) => this.at(s), undone, still);
    this.view = view;
    this.still = false;
    this.stones.mark("leaving", marks.move?.phalanx); // the stones that the move would carry away
    this.stones.mark("covered", marks.move?.captured.filter((s) => marks.move.landing.includes(s)));
    this.stones.mark("raised", marks.line);
    this.svg.classList.toggle("preview", marks.pending);
    this.classify(marks);
    this.layer("danger", marks.danger, () => [this.rowNode(marks.danger.row)]);
    this.layer("goals", marks.goals, () => goalNodes(this, marks.goals));
    this.layer("traces", marks.last, () => [
      this.capsuleNode("trace", [marks.last.rear, ...marks.last.landing]),
    ]);
    const { turn, chosen, faint, targets, line, threatened, rears, move } = marks;
    this.layer("lines", move ? [move.phalanx] : marks.phalanxes, () =>
      (move ? [move.phalanx] : marks.phalanxes).map((squares) => this.capsuleNode("chosen-line", squares)),
    );
    this.layer("marks", { turn, chosen, faint, targets, line, threatened, rears, move }, () =>
      this.markNodes(marks),
    );
    this.layer("mirror", marks.mirror, () => this.mirrorNodes(marks.mirror));
    this.layer("own", marks.own, () => marks.own.map((s) => circle("ring own", this.at(s), stoneSize + 2)));
    this.layer("owners", marks.owners, () => marks.owners.map((o) => this.ownerNode(o)));
    this.layer("arrows", arrows, () => arrows.map((a) => this.arrowNode(a)));
    const ranked = arrows.filter((a) => a.rank); // their ranks lie over all arrows
    this.layer("ranks", ranked, () => ranked.flatMap((a) => badge(this.at(a.from), this.at(a.to), a.rank)));
    this.moveCursor();
  }

  clear() {
    super.clear();
    this.view = undefined;
  }

  build(width, height, flipped) {
    if (!super.build(width, height, flipped, marginsOf(height))) return;
    this.layers.frame.append(...frameNodes(this));
    this.svg.classList.toggle("large", width > 10);
    if (column(this.cursor) >= width || row(this.cursor) >= height) this.cursor = "a1";
    const { w, h } = this.extent();
    document.documentElement.style.setProperty("--ratio", w / h); // for the style of the elements around it
  }

  labels() {
    return frameLabels(this);
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
    const nodes = chosen ? [circle("ring", this.at(chosen), stoneSize + 1.5)] : [];
    if (!move) nodes.push(...this.lineNodes(line, threatened));
    for (const rear of rears) nodes.push(this.named(circle("ring", this.at(rear), stoneSize + 1.5), rear));
    for (const { square, take } of targets) {
      if (move?.landing.includes(square)) continue;
      const at = this.at(square),
        node = take ? circle("ring take", at, stoneSize + 2) : circle("dot", at, 5);
      if (faint) node.classList.add("faint");
      nodes.push(this.named(node, square));
    }
    if (!move) return nodes;
    for (const square of move.captured) nodes.push(circle("ring take", this.at(square), stoneSize + 2));
    for (const square of move.landing) nodes.push(place(shield("ghost", turn), this.at(square)));
    for (const square of move.captured) nodes.push(cross(this.at(square)));
    return nodes;
  }

  // mirrorNodes returns the pattern of a symmetry: its squares, and its axis or centre.
  mirrorNodes({ squares, kind }) {
    const { left, top } = this.margins,
      x = left + (side * this.width) / 2,
      y = top + (side * this.height) / 2;
    const axis =
      kind === "rotation"
        ? circle("axis", { x, y }, 9)
        : shape("path", { class: "axis", d: `M${x} ${top}V${top + side * this.height}` });
    return [...squares.map((s) => tile("image", this.at(s), 2)), axis];
  }

  // lineNodes returns marks for the stones of a chosen line and for the stones that it could
  // capture.
  lineNodes(line, threatened) {
    const at = (key, kind, square) => {
      const node = circle(kind, this.at(square), key === "line" ? stoneSize : stoneSize + 2);
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

  // capsuleNode returns a capsule under a line of squares.
  capsuleNode(kind, squares) {
    return capsule(kind, this.at(squares[0]), this.at(squares.at(-1)));
  }

  // rowNode returns a mark around a row, given its index.
  rowNode(index) {
    const { left } = this.margins,
      { y } = this.at(named(0, index));
    return shape("rect", {
      class: "danger-row",
      x: left + 1,
      y: y - side / 2 + 1,
      width: side * this.width - 2,
      height: side - 2,
      rx: 2,
    });
  }

  // ownerNode returns a small square in the colour of the expected owner. It is larger if the owner is
  // more certain.
  ownerNode({ square, colour, share }) {
    const node = tile(`owner ${colour}`, this.at(square), side * (0.44 - share / 400));
    node.dataset.owner = square;
    return node;
  }

  // arrowNode returns an arrow. A note stands at its head. shade is its opacity if it has a rank.
  arrowNode({ from, to, width, kind, note, rank, shade }) {
    const node = arrow(`arrow ${kind}`, this.at(from), this.at(to), width);
    if (rank) {
      node.style.opacity = shade;
      node.dataset.rank = rank;
    }
    if (!note) return node;
    const { x, y } = this.at(to),
      both = group("noted");
    both.append(node, shape("text", { class: "arrow-note", x, y: y + 0.42 * side }, note));
    return both;
  }

  // lift makes the stone on a square follow the pointer. Without a square no stone follows it.
  lift(name, clientX, clientY) {
    const stone = name && place(shield("lifted", this.view.turn), this.point(clientX, clientY));
    this.lifted.replaceChildren(...(stone ? [stone] : []));
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
