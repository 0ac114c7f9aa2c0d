// The board as SVG. It draws what it is told and reports the squares that are clicked; it knows no rules.
import { column, row, named } from "./squares.js";

const side = 40, margin = 24, radius = 15.5;

function shape(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

export class Board {
  constructor(svg, { onClick, onGrab, onDrop, onHover, onCursor, onCancel }) {
    this.svg = svg;
    this.cursor = "a1";
    svg.addEventListener("click", (event) => {
      const name = event.target.dataset?.square;
      if (!name || this.dropped) return; // a drag is no click
      this.cursor = name;
      onClick(name);
    });
    svg.addEventListener("pointerover", (event) => {
      const still = event.clientX === this.pointerX && event.clientY === this.pointerY;
      if (still) return; // the board was drawn anew under a pointer that rests
      this.pointerX = event.clientX;
      this.pointerY = event.clientY;
      const name = event.target.dataset?.square ?? null;
      if (this.grabbed && name && name !== this.grabbed) onGrab(this.grabbed);
      onHover(name);
    });
    svg.addEventListener("pointerleave", () => onHover(null));
    this.listenToDrags(onDrop);
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (step) {
        this.moveCursor(step[0], step[1]);
        onCursor(this.cursor);
      } else if (event.key === "Enter" || event.key === " ") onClick(this.cursor);
      else if (event.key === "Escape") onCancel();
      else return;
      event.preventDefault();
    });
  }

  // Only a mouse drags: a finger scrolls the page.
  listenToDrags(onDrop) {
    this.svg.addEventListener("pointerdown", (event) => {
      this.dropped = false;
      this.grabbed = event.pointerType === "mouse" && event.button === 0 ? event.target.dataset?.square : null;
    });
    addEventListener("pointerup", (event) => {
      const from = this.grabbed, name = event.target.dataset?.square;
      this.grabbed = null;
      if (!from || !name || name === from) return;
      this.dropped = true;
      onDrop(from, name);
    });
  }

  moveCursor(dc, dr) {
    const sign = this.flipped ? -1 : 1, clamp = (v, size) => Math.min(size - 1, Math.max(0, v));
    this.cursor = named(clamp(column(this.cursor) + sign * dc, this.width), clamp(row(this.cursor) + sign * dr, this.height));
  }

  // isFar reports whether a square lies on a colour's far row.
  isFar(name, colour) { return row(name) === (colour === "white" ? this.height - 1 : 0); }

  x(name) { const c = column(name); return margin + side * ((this.flipped ? this.width - 1 - c : c) + 0.5); }
  y(name) { const r = row(name); return side * ((this.flipped ? r : this.height - 1 - r) + 0.5) + 4; }

  // draw shows a position. marks: leaving, landing (with its colour), captured, targets, selected, last, hint.
  draw(view, flipped, marks) {
    Object.assign(this, { width: view.width, height: view.height, flipped });
    if (column(this.cursor) >= this.width || row(this.cursor) >= this.height) this.cursor = "a1";
    this.svg.setAttribute("viewBox", `0 0 ${margin * 2 + side * this.width} ${side * this.height + margin + 4}`);
    this.svg.classList.toggle("mine", marks.mine);
    const nodes = [...this.squares(), ...(marks.last ? this.traces(marks.last) : [])];
    for (const colour of ["white", "black"]) {
      for (const name of view[colour].stones) nodes.push(this.circle("stone " + colour + (marks.leaving.has(name) ? " leaving" : ""), name, radius, name));
    }
    if (marks.last) nodes.push(...this.arrow(marks.last, "arrow"));
    for (const name of marks.landing) nodes.push(this.circle("ghost " + view.turn, name, radius));
    for (const name of marks.selected) nodes.push(this.circle("ring", name, radius + 2));
    for (const name of marks.captured) nodes.push(...this.cross(name));
    for (const move of marks.targets) {
      const name = move.landing.at(-1);
      if (marks.landing.has(name)) continue;
      const node = move.captured.length ? this.circle("ring take", name, radius + 2) : this.circle("dot", name, 6);
      node.dataset.target = name;
      nodes.push(node);
    }
    if (marks.hint) nodes.push(...this.arrow(marks.hint, "arrow hint"));
    nodes.push(shape("rect", { class: "cursor", x: this.x(this.cursor) - side / 2 + 2, y: this.y(this.cursor) - side / 2 + 2, width: side - 4, height: side - 4 }));
    this.svg.replaceChildren(...nodes);
  }

  squares() {
    const nodes = [];
    for (let r = 0; r < this.height; r++) {
      for (let c = 0; c < this.width; c++) {
        const name = named(c, r), far = r === 0 || r === this.height - 1;
        nodes.push(shape("rect", { class: far ? "square far" : "square", "data-square": name, x: this.x(name) - side / 2, y: this.y(name) - side / 2, width: side, height: side }));
      }
      nodes.push(shape("text", { class: "label", x: margin / 2, y: this.y(named(0, r)) }, r + 1));
    }
    for (let c = 0; c < this.width; c++) {
      nodes.push(shape("text", { class: "label", x: this.x(named(c, 0)), y: side * this.height + margin / 2 + 6 }, named(c, 0)[0]));
    }
    return nodes;
  }

  traces(move) {
    return [...new Set([...move.phalanx, ...move.landing])].map((name) =>
      shape("rect", { class: "trace", x: this.x(name) - side / 2, y: this.y(name) - side / 2, width: side, height: side }));
  }

  circle(kind, name, r, stone) {
    const node = shape("circle", { class: kind, cx: this.x(name), cy: this.y(name), r });
    if (stone) node.dataset.stone = stone;
    return node;
  }

  cross(name) {
    const x = this.x(name), y = this.y(name), a = 9;
    return [shape("path", { class: "cross", d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}` })];
  }

  // arrow leads from the rear of a phalanx to where its head lands.
  arrow(move, kind) {
    const x1 = this.x(move.rear), y1 = this.y(move.rear), x2 = this.x(move.landing.at(-1)), y2 = this.y(move.landing.at(-1));
    const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length, t = 10;
    return [
      shape("path", { class: kind, d: `M${x1} ${y1}L${x2} ${y2}` }),
      shape("path", { class: kind + " tip", d: `M${x2 - t * (ux + uy * 0.7)} ${y2 - t * (uy - ux * 0.7)}L${x2} ${y2}L${x2 - t * (ux - uy * 0.7)} ${y2 - t * (uy + ux * 0.7)}` }),
    ];
  }
}
