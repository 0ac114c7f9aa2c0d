// SVG shapes.

export const side = 40; // of a square

export function shape(name, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

export const group = (kind) => shape("g", { class: kind });

// tile returns a rectangle over a square, smaller by inset on each side.
export const tile = (kind, { x, y }, inset = 0) =>
  shape("rect", {
    class: kind,
    x: x - side / 2 + inset,
    y: y - side / 2 + inset,
    width: side - 2 * inset,
    height: side - 2 * inset,
  });

export const circle = (kind, { x, y }, r) => shape("circle", { class: kind, cx: x, cy: y, r });

// capsule returns a thick line with round ends, from one centre to another.
export const capsule = (kind, from, to) =>
  shape("path", { class: kind, d: `M${from.x} ${from.y}L${to.x} ${to.y + 0.01}` });

// cross returns a cross whose arms reach a to each side.
export function cross({ x, y }, a = 8) {
  return shape("path", {
    class: "cross",
    d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}`,
  });
}

// arrow returns an arrow between two points as one outline: a shaft of a width, and a head.
export function arrow(kind, from, to, width) {
  const length = Math.hypot(to.x - from.x, to.y - from.y),
    ux = (to.x - from.x) / length,
    uy = (to.y - from.y) / length;
  const tip = Math.min(length * 0.6, 8 + width * 1.6),
    half = width / 2,
    wing = half + 3 + width * 0.35;
  const at = (along, across) =>
    `${(from.x + along * ux - across * uy).toFixed(1)} ${(from.y + along * uy + across * ux).toFixed(1)}`;
  const end = length - tip;
  const corners = [
    at(0, -half),
    at(end, -half),
    at(end, -wing),
    at(length, 0),
    at(end, wing),
    at(end, half),
    at(0, half),
  ];
  return shape("path", { class: kind, d: `M${corners.join("L")}Z` });
}

// badge returns a text on a plate in the middle of an arrow.
export function badge(from, to, text) {
  const x = (from.x + to.x) / 2,
    y = (from.y + to.y) / 2,
    height = 15,
    width = Math.max(height, 7 * text.length + 6);
  return [
    shape("rect", { class: "badge", x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }),
    shape("text", { class: "badge-text", x, y }, text),
  ];
}
