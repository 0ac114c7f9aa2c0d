// Drawings of the board on a canvas, in the colours of the page.
import { Diagram } from "./diagram.js";
import { frameLabels, frameNodes, lightNodes, marginsOf } from "./frame.js";
import { head } from "./moves.js";
import { capsule, shape } from "./shapes.js";

// styled are the properties that the style sheets give to the drawings.
const styled = (
  "display fill fill-opacity opacity stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin " +
  "stop-color stop-opacity font-family text-anchor dominant-baseline vector-effect"
).split(" ");

// FramedBoard is the diagram in the frame of the board, with a layer for the last move.
class FramedBoard extends Diagram {
  labels() {
    return frameLabels(this);
  }

  draw(view, flipped) {
    if (this.build(view.width, view.height, flipped, marginsOf(view.height)))
      this.layers.frame.append(...frameNodes(this));
    this.stones.draw(view, (square) => this.at(square), null, true);
    const traces = view.last ? [capsule("trace", this.at(view.last.rear), this.at(head(view.last)))] : [];
    this.layers.traces.replaceChildren(...traces);
  }
}

// withBoard draws a position in an SVG element, which is in the document until use is done with it: only
// elements of the document have styles.
export async function withBoard(view, flipped, use) {
  const svg = shape("svg", { class: "unseen" }),
    board = new FramedBoard(svg, ["frame", "squares", "traces", "stones"], false);
  svg.prepend(lightNodes());
  document.body.append(svg);
  try {
    board.draw(view, flipped);
    return await use(board);
  } finally {
    svg.remove();
  }
}

// drawSVG draws an SVG element of the document into a box. A picture has no style sheet, so each element
// takes its styles along. They are attributes, because the page forbids styles outside its sheets.
export async function drawSVG(c, svg, box) {
  const copy = svg.cloneNode(true),
    from = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of styled) node.setAttribute(name, style.getPropertyValue(name));
  });
  for (const name of ["class", "hidden"]) copy.removeAttribute(name);
  for (const name of ["width", "height"]) copy.setAttribute(name, box[name]);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  c.drawImage(image, box.x, box.y, box.width, box.height);
}
