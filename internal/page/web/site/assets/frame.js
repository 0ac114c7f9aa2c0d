// The frame of the board: walnut, with a Greek key along both far rows, and the ground of limestone.
// The light on the stones is here too, as gradients that the style sheet names.
import { shape, side } from "./shapes.js";

// marginsOf returns the width of the frame around a board. A small board has a thinner frame, because
// it is larger on the screen.
export function marginsOf(height) {
  const scale = Math.max(0.7, Math.min(1, height / 12)),
    x = 20 * scale,
    y = 27 * scale;
  return { left: x, right: x, top: y, bottom: y };
}

const key = 10; // height of the strip with the key

// frameNodes returns the frame and the ground of a diagram.
export function frameNodes(diagram) {
  const { margins, width, height } = diagram,
    { w, h } = diagram.extent(),
    scale = margins.left / 20;
  const ground = { x: margins.left, y: margins.top, width: side * width, height: side * height };
  const strip = (y, up) => keyStrip(ground.x, y, ground.width, key * scale, up);
  return [
    shape("rect", { class: "walnut", width: w, height: h, rx: 9 * scale }),
    strip(ground.y - 2 * scale, -1),
    strip(ground.y + ground.height + 2 * scale, 1),
    shape("rect", { class: "ground", ...ground }),
  ];
}

// frameLabels returns the names of the rows and columns, on all sides of the frame.
export function frameLabels(diagram) {
  const { left, bottom } = diagram.margins,
    { w, h } = diagram.extent(),
    size = left * 0.6,
    inset = bottom * 0.28; // the key lies between the labels and the squares
  return [...diagram.labelsAt(left / 2, h - inset, size), ...diagram.labelsAt(w - left / 2, inset, size)];
}

// keyStrip returns the meander over a width. It begins at y beside the board, and grows up or down.
function keyStrip(x, y, width, height, up) {
  const n = Math.round(width / (1.25 * height)),
    u = width / n / 10, // ten units wide
    v = (up * height) / 8; // and eight high
  const steps = [`M${x} ${y}`];
  const turn = `v${8 * v}h${8 * u}v${-6 * v}h${-5 * u}v${3 * v}h${2.5 * u}`;
  for (let i = 0; i < n; i++) steps.push(`M${x + i * 10 * u} ${y}${turn}M${x + i * 10 * u} ${y}h${10 * u}`);
  return shape("path", { class: "key", d: steps.join("") });
}

// lightNodes returns the gradients of the stones and of the limestone.
export function lightNodes() {
  const defs = shape("defs", {});
  const gradient = (name, attributes, stops) => {
    const node = shape(name, attributes);
    for (const [kind, offset] of stops) node.append(shape("stop", { class: kind, offset }));
    return node;
  };
  const light = { cx: 0.42, cy: 0.4, r: 0.62, fx: 0.32, fy: 0.26 }; // from above left
  for (const colour of ["white", "black"])
    defs.append(
      gradient("radialGradient", { id: `shield-${colour}`, ...light }, [
        [`${colour}-light`, 0],
        [`${colour}-body`, 0.5],
        [`${colour}-shade`, 1],
      ]),
    );
  // a gradient is drawn several times faster than a blur
  const shadow = [
    ["shadow-deep", 0.8],
    ["shadow-edge", 1],
  ];
  defs.append(gradient("radialGradient", { id: "shadow", cx: 0.5, cy: 0.5, r: 0.5 }, shadow));
  defs.append(
    gradient("linearGradient", { id: "limestone", x1: 0, y1: 0, x2: 1, y2: 1 }, [
      ["stone-light", 0],
      ["stone-shade", 1],
    ]),
  );
  return defs;
}
