// The graph of the values of a game.
import { $ } from "./elements.js";
import { shape } from "../../web/site/assets/shapes.js";

const GRAPH = 120; // height in pixels

// drawGraph draws the values of both players, as White's chances. Where the lines meet, the players
// agree.
export function drawGraph(frame, graph, decoded, jump) {
  const { plies } = decoded;
  const points = [1, 2].map((colour) =>
    plies
      .map((p, i) => [i + 1, p])
      .filter(([, p]) => p.colour === colour && p.value !== null)
      .map(([n, p]) => [n / plies.length, (GRAPH / 2) * (1 - (colour === 1 ? p.value : -p.value))]),
  );
  frame.hidden = !points[0].length && !points[1].length;
  const parts = [shape("line", { class: "base", x1: 0, x2: "100%", y1: GRAPH / 2, y2: GRAPH / 2 })];
  const given = plies.filter((p) => p.given).length;
  parts.push(
    shape("rect", {
      class: "given",
      x: 0,
      y: 0,
      width: `${(100 * given) / Math.max(plies.length, 1)}%`,
      height: GRAPH,
    }),
  );
  const inner = shape("svg", {
    width: "100%",
    height: GRAPH,
    viewBox: `0 0 1000 ${GRAPH}`,
    preserveAspectRatio: "none",
  });
  points.forEach((line, i) => {
    const dot = line.length === 1 ? [line[0], line[0]] : line; // a line with one point would be invisible
    const text = dot.map(([x, y]) => `${(1000 * x).toFixed(1)},${y.toFixed(1)}`).join(" ");
    inner.append(shape("polyline", { class: i ? "value-black" : "value-white", points: text }));
  });
  parts.push(inner, shape("line", { class: "cursor", id: "cursor", y1: 0, y2: GRAPH }));
  for (const [y, text] of [
    [10, "1"],
    [GRAPH / 2 + 4, "0"],
    [GRAPH, "−1"],
  ]) {
    parts.push(shape("text", { class: "ytick", x: 0, y, dx: -8 }, text));
  }
  graph.replaceChildren(...parts);
  graph.onclick = (event) => {
    const box = graph.getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * plies.length));
  };
}

export function moveCursor(ply, plies) {
  const x = `${(100 * ply) / Math.max(plies, 1)}%`;
  for (const name of ["x1", "x2"]) $("cursor").setAttribute(name, x);
}
