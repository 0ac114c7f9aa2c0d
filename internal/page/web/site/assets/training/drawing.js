// A drawing of curves by uPlot. No other module knows the library.
import { short, tick } from "./format.js";
import { axes, clock } from "./axes.js";
import { drawMarks } from "./marks.js";
import { t } from "./texts.js";
import { before, positive, smoothed, thinned } from "./series.js";

const height = 210;
const most = 400; // points of a run beside other runs

export const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || name;

// Dashes tell the curves of one run apart when the colour tells the runs apart.
const dashes = [undefined, [6, 4], [2, 3], [8, 3, 2, 3]];

// What a person can choose for all drawings.
export const plain = { smoothing: 0, log: false, zoom: null };

// Drawing has the width of its parent and the colours of the page. spec has the fields of a curve:
// see curves.js. onZoom gets the chosen part of the axis, or null for all of it. onRead gets the row
// of the pointer, or null when it is elsewhere.
export class Drawing {
  constructor(place, spec, { onZoom, onRead } = {}) {
    Object.assign(this, { place, spec, onZoom, onRead, plot: null, made: "", hidden: new Set() });
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(place);
    this.recolour = () => {
      if (this.plot) this.build();
    };
    addEventListener("themechange", this.recolour); // of preferences.js
  }

  remove() {
    this.sizes.disconnect();
    removeEventListener("themechange", this.recolour);
    this.plot?.destroy(); // the old plot would follow the pointer on other curves
  }

  // draw shows layers: see set.
  draw(axis, layers, options) {
    this.set(axis, layers, options);
    this.paint();
  }

  // set takes layers, one for each run: its name, its colour, and its columns. The columns are the
  // positions of the points, then a list for each series. other is true for all but the watched run.
  // end is the end of the axis. paint shows them.
  set(axis, layers, { end, marks = null, view = plain }) {
    Object.assign(this, { axis, layers, marks, view, end: Math.max(end, axis === "chance" ? 0 : 1) });
    this.many = layers.length > 1 || layers[0].other === true;
    this.curves = layers.flatMap((layer) =>
      this.spec.series.flatMap((s, i) => (layer.other && s.hidden ? [] : [{ s, i, layer }])),
    );
    this.smooth = view.smoothing > 0 && !this.spec.rough;
    this.data = this.table();
  }

  paint() {
    const { axis, layers, view } = this;
    const made = JSON.stringify([
      axis,
      layers.map((layer) => [layer.name, layer.colour, layer.off]),
      view.log,
      this.smooth,
      [...this.hidden],
    ]);
    if (!this.plot || made !== this.made) {
      this.made = made;
      this.build();
    } else this.plot.setData(this.data);
  }

  // table joins the columns of all runs. Behind a smoothed curve lies the curve as measured.
  table() {
    const { layers, spec, view, many } = this;
    const log = view.log && spec.log;
    const tables = layers.map(({ columns, other }) => {
      const [xs, ...lists] = many ? thinned(columns, most) : columns;
      const kept = lists.filter((_, i) => !other || !spec.series[i].hidden).map(log ? positive : (l) => l);
      if (!this.smooth) return [xs, ...kept];
      return [xs, ...kept.map((l) => smoothed(l, view.smoothing)), ...kept];
    });
    const joined = tables.length > 1 ? uPlot.join(tables) : tables[0];
    if (!this.smooth) return joined;
    // all smoothed curves come first, then all measured ones
    const order = [[], []];
    let at = 1;
    for (const table of tables) {
      const n = (table.length - 1) / 2;
      for (const part of order) for (let k = 0; k < n; k++) part.push(joined[at++]);
    }
    return [joined[0], ...order[1], ...order[0]]; // the last curves lie on top
  }

  // value returns the shown value of a series of a run at a row.
  value(curve, row) {
    const k = this.curves.indexOf(curve);
    const column = this.data[1 + k + (this.smooth ? this.curves.length : 0)];
    return this.many || this.spec.alone ? before(column, row) : (column[row] ?? null);
  }

  fit() {
    if (this.plot && this.place.clientWidth > 0)
      this.plot.setSize({ width: this.place.clientWidth, height: this.spec.height ?? height });
  }

  build() {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), this.data, this.place);
    const { over } = this.plot;
    if (this.spec.onClick) over.addEventListener("click", () => this.spec.onClick(this.plot.cursor.idx));
    if (!this.onZoom) return;
    over.tabIndex = 0;
    over.setAttribute("role", "application");
    over.setAttribute("aria-roledescription", t("chart"));
    over.setAttribute("aria-label", t("chart.keys", { title: this.spec.title }));
    over.addEventListener("keydown", (event) => this.key(event));
  }

  // range returns the shown part of the axis.
  range() {
    const zoom = this.onZoom && this.view.zoom;
    return zoom ?? [0, this.end];
  }

  // zoom chooses the part of the axis around a share of it, larger or smaller by a factor.
  zoom(factor, share = 0.5) {
    const [a, b] = this.range(),
      middle = a + share * (b - a),
      width = (b - a) * factor;
    this.onZoom(inside([middle - share * width, middle + (1 - share) * width], this.end));
  }

  move(share) {
    const [a, b] = this.range(),
      by = Math.max(-a, Math.min(this.end - b, share * (b - a)));
    this.onZoom(inside([a + by, b + by], this.end));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { width } = this.plot.over.getBoundingClientRect();
    const share = this.plot.cursor.left >= 0 ? this.plot.cursor.left / width : 0.5;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const actions = {
      "+": () => this.zoom(0.5, share),
      "=": () => this.zoom(0.5, share),
      "-": () => this.zoom(2, share),
      0: () => this.onZoom(null),
      Escape: () => this.onZoom(null),
      Home: () => this.read(0),
      End: () => this.read(this.data[0].length - 1),
    };
    const step = steps[event.key];
    if (step) event.shiftKey ? this.move(step / 4) : this.read((this.row ?? this.data[0].length) + step);
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // read puts the pointer on a row.
  read(row) {
    const at = Math.max(0, Math.min(this.data[0].length - 1, row)),
      x = this.data[0][at],
      [a, b] = this.range();
    if (x < a || x > b) this.onZoom(inside([x - (b - a) / 2, x + (b - a) / 2], this.end));
    const left = this.plot.valToPos(x, "x");
    this.plot.setCursor({ left, top: this.plot.over.clientHeight / 2 });
    this.row = at;
    this.onRead?.(at, true);
  }

  options() {
    const { spec } = this,
      x = axes[this.axis];
    return {
      width: Math.max(this.place.clientWidth, 200),
      height: spec.height ?? height,
      padding: [8, 20, 0, 0],
      cursor: {
        sync: spec.alone ? undefined : { key: "training", setSeries: false, filters: { pub: onlyMoves } },
        y: false,
        drag: { x: Boolean(this.onZoom), y: false, setScale: false, dist: 6 },
        points: { size: 7, show: this.layers.length < 3 },
        bind: { dblclick: () => () => this.onZoom?.(null) },
      },
      legend: { show: false },
      scales: { x: { time: false, range: () => this.range() }, ...this.scales() },
      axes: [
        this.axisOptions({ values: x.values, incrs: x.incrs, space: 64, size: 26 }),
        ...this.verticals(),
      ],
      series: [{}, ...this.seriesList()],
      bands: this.bands(),
      hooks: {
        drawClear: [(u) => this.marks && drawMarks(u, this.marks, colour)],
        ...spec.hooks,
        setSelect: [(u) => this.select(u)],
        setCursor: [(u) => this.point(u)],
      },
    };
  }

  select(u) {
    const { left, width } = u.select;
    if (width < 6) return;
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.onZoom(inside([u.posToVal(left, "x"), u.posToVal(left + width, "x")], this.end));
  }

  point(u) {
    this.row = u.cursor.left >= 0 ? u.cursor.idx : null;
    this.onRead?.(this.row);
  }

  scales() {
    const names = ["y", ...Object.keys(this.spec.scales ?? {})];
    if (!(this.view.log && this.spec.log)) return this.spec.scales;
    return Object.fromEntries(names.map((name) => [name, { distr: 3, log: 10 }]));
  }

  // bands fill the space between two curves of a single run.
  bands() {
    if (this.many || this.smooth) return undefined;
    return this.spec.bands?.map((b) => ({ series: b.series, fill: colour(b.colour) }));
  }

  axisOptions(options) {
    const line = { stroke: colour("--rule"), width: 1 };
    return {
      stroke: colour("--quiet"),
      font: "12px Inter, system-ui, sans-serif",
      grid: line,
      ticks: { ...line, size: 4 },
      gap: 4,
      ...options,
    };
  }

  verticals() {
    const { format = tick, scales = {} } = this.spec,
      extra = Object.keys(scales).filter((name) => name !== "y" && name !== "x");
    const write = (form) => (_, ticks) => ticks.map((v) => (v === null ? "" : form(v)));
    const ticks = this.spec.clock ? { values: clock.values, incrs: clock.incrs } : { values: write(format) };
    return [
      this.axisOptions({ scale: "y", size: 54, ...ticks }),
      ...extra.map((scale) => ({
        ...this.axisOptions({ scale, side: 1, size: 50, values: write(tick) }),
        grid: { show: false },
      })),
    ];
  }

  seriesList() {
    const of = (faint) => this.curves.map((curve) => this.seriesOptions(curve, faint));
    return this.smooth ? [...of(true), ...of(false)] : of(false);
  }

  // strokeOf returns the colour of a curve: of its run if there are several, or else its own.
  strokeOf({ s, layer }) {
    return colour(this.many ? layer.colour : s.colour);
  }

  dashOf({ s, i }) {
    if (!this.many) return s.dash;
    return dashes[this.spec.series.filter((other, k) => k < i && !other.hidden).length % dashes.length];
  }

  seriesOptions(curve, faint) {
    const { s, layer } = curve,
      stroke = this.strokeOf(curve),
      one = (u) => u.data[0].length === 1;
    return {
      label: s.label,
      scale: s.scale ?? "y",
      stroke,
      show: !layer.off && !this.hidden.has(s.label),
      alpha: faint ? 0.25 : 1,
      width: s.hidden ? 0 : (s.width ?? 1.75),
      dash: faint ? undefined : this.dashOf(curve),
      spanGaps: true,
      paths: s.steps ? uPlot.paths.stepped({ align: 1 }) : s.scattered ? () => null : undefined,
      points: s.hidden
        ? { show: false }
        : s.points
          ? { show: true, size: 6, fill: stroke }
          : { show: one, size: 6, fill: stroke },
    };
  }

  // written returns the text of a value.
  written(curve, row) {
    const { format = short } = this.spec,
      v = this.value(curve, row);
    if (v === null || v === undefined) return "–";
    return curve.s.show && !this.many && !this.smooth ? curve.s.show(v, row) : format(v);
  }
}

const onlyMoves = (type) => type === "mousemove" || type === "mouseleave";

// inside limits a part of an axis to the axis. It returns null for the whole axis.
function inside([a, b], end) {
  const width = Math.max(b - a, end / 1000);
  const from = Math.max(0, Math.min(a, end - width));
  return width >= end * 0.999 ? null : [from, Math.min(end, from + width)];
}
