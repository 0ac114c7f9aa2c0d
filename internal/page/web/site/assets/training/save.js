// Charts and data as files.
import { download } from "../download.js";
import { axes } from "./axes.js";
import { colour } from "./drawing.js";
import { t } from "./texts.js";

// cell writes a value of CSV. A text that a spreadsheet would take for a formula gets an apostrophe.
function cell(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value.replace(/^[=+@-]/, "'$&") : String(value);
  return /[\x22,\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text; // \x22 is a quote
}

export const csv = (rows) => `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;

const asCSV = (rows) => new Blob([csv(rows)], { type: "text/csv" });

// chartRows returns the values of a chart as rows, as measured and not smoothed. A column has the
// name of its run if there are several.
export function chartRows(axis, layers, spec) {
  const shown = layers.filter((l) => !l.off && l.columns[0].length > 0),
    xs = [...new Set(shown.flatMap((l) => l.columns[0]))].sort((a, b) => a - b);
  const named = (l, s) => (layers.length > 1 ? `${l.name}: ${s.label}` : s.label);
  const head = [axes[axis].label, ...shown.flatMap((l) => spec.series.map((s) => named(l, s)))];
  const rows = xs.map((x) => [x]);
  const at = new Map(xs.map((x, i) => [x, i]));
  let column = 1;
  for (const l of shown)
    for (let s = 0; s < spec.series.length; s++, column++)
      l.columns[0].forEach((x, i) => (rows[at.get(x)][column] = l.columns[1 + s][i]));
  return [head, ...rows.map((row) => Array.from({ length: head.length }, (_, i) => row[i] ?? null))];
}

// pointRows returns all metrics of all runs, with a row for each checkpoint.
export function pointRows(runs) {
  const points = runs.flatMap(({ name, known }) => known.points.map((p) => [name, p]));
  const all = new Set(points.flatMap(([, p]) => Object.keys(p.metrics)));
  all.delete("games"); // the checkpoint has them too
  const metrics = [...all].sort();
  const window = ["first", "positions", "added", "drawn"];
  const plain = ["step", "elapsed", "used", "games", "phase", "played", "plies", "first", "limited"];
  const names = { played: "games_since_last", first: "first_player_score", limited: "ply_limit_share" };
  return [
    ["run", ...plain.map((k) => names[k] ?? k), ...window.map((k) => `window_${k}`), ...metrics],
    ...points.map(([name, p]) => [
      name,
      ...plain.map((k) => p[k]),
      ...window.map((k) => p.window?.[k]),
      ...metrics.map((m) => p.metrics[m]),
    ]),
  ];
}

export const saveRows = (name, rows) => download(`${name}.csv`, asCSV(rows));

const margin = 16,
  line = 18;

// picture draws a chart with its title and legend on a new canvas.
function picture(chart) {
  const { plot, layers, many } = chart.drawing,
    source = plot.ctx.canvas,
    scale = source.width / plot.width,
    rows = legendTexts(chart);
  const canvas = document.createElement("canvas");
  const width = plot.width + 2 * margin;
  canvas.width = width * scale;
  canvas.height = (plot.height + 44 + rows.length * line + 2 * margin) * scale;
  const c = canvas.getContext("2d");
  c.fillStyle = colour("--panel");
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.scale(scale, scale);
  c.fillStyle = colour("--text");
  c.font = "600 15px Inter, system-ui, sans-serif";
  c.fillText(chart.spec.title, margin, margin + 14);
  c.fillStyle = colour("--quiet");
  c.font = "12px Inter, system-ui, sans-serif";
  const axis = axes[chart.drawing.axis].label;
  const about = many ? t("picture.over", { axis }) : t("picture.run", { run: layers[0].name, axis });
  c.fillText(about, margin, margin + 32, width - 2 * margin);
  c.drawImage(source, margin, margin + 44, plot.width, plot.height);
  rows.forEach(({ text, stroke }, i) => {
    const y = margin + 44 + plot.height + (i + 1) * line;
    c.fillStyle = stroke;
    c.fillRect(margin, y - 8, 10, 10);
    c.fillStyle = colour("--text");
    c.fillText(text, margin + 18, y + 1, width - 3 * margin);
  });
  return canvas;
}

// legendTexts returns the rows of the legend of a picture.
function legendTexts({ drawing }) {
  const shown = drawing.curves.filter((c) => !c.s.hidden && !c.layer.off && !drawing.hidden.has(c.s.label));
  return shown.map((c) => ({
    text: drawing.many ? `${c.layer.name}: ${c.s.label}` : c.s.label,
    stroke: drawing.strokeOf(c),
  }));
}

function savePicture(name, canvas) {
  return new Promise((done) =>
    canvas.toBlob((blob) => {
      download(`${name}.png`, blob);
      done();
    }, "image/png"),
  );
}

export const saveChart = (name, chart) => savePicture(name, picture(chart));

// saveAll saves all charts that have data in one picture, in columns.
export function saveAll(name, charts) {
  for (const chart of charts) chart.show();
  const pictures = charts.filter((chart) => chart.drawing.plot && !chart.plot.hidden).map(picture);
  if (!pictures.length) return;
  const across = Math.min(pictures.length, 3),
    width = Math.max(...pictures.map((p) => p.width)),
    rows = [];
  for (let i = 0; i < pictures.length; i += across) rows.push(pictures.slice(i, i + across));
  const heights = rows.map((row) => Math.max(...row.map((p) => p.height)));
  const canvas = document.createElement("canvas");
  canvas.width = width * across;
  canvas.height = heights.reduce((a, b) => a + b, 0);
  const c = canvas.getContext("2d");
  c.fillStyle = colour("--panel");
  c.fillRect(0, 0, canvas.width, canvas.height);
  let y = 0;
  rows.forEach((row, r) => {
    row.forEach((p, i) => c.drawImage(p, i * width, y));
    y += heights[r];
  });
  return savePicture(name, canvas);
}
