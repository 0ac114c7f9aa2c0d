// The value over the game, as a curve: White's chances are above, Black's below. A click opens the
// move.
import { look, plyShown } from "./game.js";
import { counts, gravity } from "./review.js";
import { t } from "./language.js";
import { shape } from "./shapes.js";
import { state } from "./state.js";
import { percent } from "./words.js";

const width = 320,
  height = 112,
  pad = 4;
let drawn = "";

export function draw() {
  const svg = document.getElementById("graph"),
    n = state.game?.moves.length ?? 0;
  const points = state.values.map((v, ply) => ({ v, ply })).filter((p) => p.v !== undefined && p.ply <= n);
  const frame = document.getElementById("graph-frame"),
    small = document.getElementById("ending-graph");
  frame.hidden = small.toggleAttribute("hidden", points.length < 2);
  if (frame.hidden) return;
  const marked = points.filter((p) => p.ply > 0 && gravity(p.ply - 1)),
    now = plyShown(),
    text = JSON.stringify([points, n, marked, now]);
  if (text === drawn) return;
  drawn = text;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute(
    "aria-label",
    t("graph", {
      points: points
        .map((p) => `${p.ply}: ${percent(p.v)}`)
        .slice(-8)
        .join(", "),
    }),
  );
  svg.replaceChildren(...nodes(points, marked, now, n));
  small.setAttribute("viewBox", `0 0 ${width} ${height}`);
  small.replaceChildren(...nodes(points, [], n, n));
}

const x = (ply, n) => pad + ((width - 2 * pad) * ply) / Math.max(1, n);
const y = (v) => height / 2 - (v * (height - 2 * pad)) / 2;

function nodes(points, marked, now, n) {
  const curve = points.map((p) => `${x(p.ply, n).toFixed(1)} ${y(p.v).toFixed(1)}`).join("L");
  const left = x(points[0].ply, n),
    right = x(points.at(-1).ply, n);
  return [
    shape("path", { class: "graph-area", d: `M${left} ${height}L${curve}L${right} ${height}Z` }),
    shape("path", { class: "graph-middle", d: `M0 ${height / 2}H${width}` }),
    shape("path", { class: "graph-curve", d: `M${curve}` }),
    ...marked.map((p) =>
      shape("circle", {
        class: `graph-loss${counts(p.ply - 1) ? "" : " other"}`,
        cx: x(p.ply, n),
        cy: y(p.v),
        r: 3.5,
      }),
    ),
    shape("path", { class: "graph-now", d: `M${x(now, n)} 0V${height}` }),
  ];
}

export function listen() {
  const svg = document.getElementById("graph");
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect(),
      n = state.game.moves.length,
      at = ((event.clientX - box.left) / box.width) * width;
    look(Math.round(((at - pad) / (width - 2 * pad)) * n), null);
  });
}
