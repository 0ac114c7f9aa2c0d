// A chart on the page: a title, an explanation, and a drawing by uPlot.
import { time, short, tick } from "./format.js";

const height = 210;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Possible distances of ticks on a time axis, in seconds.
const moments = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800, 86400];

function moment(seconds, step) {
  if (step < 60) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return step < 3600 && seconds < 7200 ? `${seconds / 60} min` : `${+(seconds / 3600).toFixed(1)} h`;
}

const clock = (label) => ({
  incrs: moments,
  values: (_, ticks, a, b, step) => ticks.map((v) => moment(v, step)),
  legend: time,
  label,
});

// horizontal axes, by their unit
const along = {
  elapsed: clock("running time"),
  used: clock("processor time"),
  step: { values: (_, ticks) => ticks.map(tick), legend: short, label: "step" },
  games: { values: (_, ticks) => ticks.map(tick), legend: short, label: "games" },
  ply: {
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    values: (_, ticks) => ticks.map(String),
    legend: (v) => String(v),
    label: "move",
  },
};

export class Chart {
  // spec has the texts title, about and empty, and also bands, scales, range and format. Its series
  // is a list of curves. The fields of a curve are label, colour, show(v, i), scale, dash, points,
  // steps and hidden.
  constructor(parent, spec) {
    this.spec = spec;
    this.node = document.createElement("figure");
    this.node.className = "chart panel";
    const caption = document.createElement("figcaption"),
      heading = document.createElement("h3");
    heading.textContent = spec.title;
    this.about = document.createElement("p");
    this.about.className = "quiet";
    this.about.textContent = spec.about;
    caption.append(heading, this.about);
    this.plot = document.createElement("div");
    this.plot.className = "plot";
    this.nothing = document.createElement("p");
    this.nothing.className = "nothing";
    this.nothing.textContent = spec.empty;
    this.node.append(caption, this.plot, this.nothing);
    parent.append(this.node);
    this.drawing = new Drawing(this.plot, spec);
  }

  remove() {
    this.drawing.remove();
    this.node.remove();
  }

  // draw shows columns: the positions of the points, then one column for each series. All curves
  // share the end of the axis, and the stages, which begin at points of the axis.
  draw(axis, columns, end, stages) {
    const some = columns[0].length > 0;
    this.nothing.hidden = some;
    this.plot.hidden = !some;
    this.drawing.stages = stages;
    if (some) this.drawing.draw(axis, columns, end);
  }
}

// Drawing wraps uPlot, with the width of its parent and the colours of the page.
export class Drawing {
  constructor(place, spec) {
    Object.assign(this, { place, spec, plot: null, axis: null, stages: [] });
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(place);
    this.recolour = () => {
      if (this.columns) this.build();
    };
    addEventListener("themechange", this.recolour); // of theme.js
  }

  remove() {
    this.sizes.disconnect();
    removeEventListener("themechange", this.recolour);
    this.plot?.destroy(); // the old plot would follow the pointer on other curves
  }

  draw(axis, columns, end = columns[0].at(-1)) {
    this.columns = columns;
    this.end = Math.max(end, 1);
    if (this.plot && axis === this.axis) return this.plot.setData(columns);
    this.axis = axis;
    this.build();
  }

  fit() {
    if (this.plot && this.place.clientWidth > 0)
      this.plot.setSize({ width: this.place.clientWidth, height: this.spec.height ?? height });
  }

  build() {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), this.columns, this.place);
    this.spec.onClick &&
      this.plot.over.addEventListener("click", () => this.spec.onClick(this.plot.cursor.idx));
  }

  options() {
    const { spec } = this,
      x = along[this.axis];
    return {
      width: Math.max(this.place.clientWidth, 200),
      height: spec.height ?? height,
      padding: [8, 20, 0, 0],
      cursor: {
        sync: spec.alone ? undefined : { key: "training", setSeries: false },
        y: false,
        drag: { x: false, y: false },
        points: { size: 7 },
      },
      legend: { show: !spec.bare },
      scales: { x: { time: false, range: () => [0, this.end] }, ...spec.scales },
      axes: [
        this.axisOptions({ values: x.values, incrs: x.incrs, space: 64, size: 26 }),
        ...this.verticals(),
      ],
      series: [
        { label: x.label, value: (_, v) => (v === null || v === undefined ? "" : x.legend(v)) },
        ...spec.series.map((s) => this.seriesOptions(s)),
      ],
      bands: spec.bands?.map((b) => ({ series: b.series, fill: colour(b.colour) })),
      hooks: {
        drawClear: [(u) => this.drawStages(u)],
        ...spec.hooks,
        setCursor: [(u) => this.rest(u)],
        setData: [(u) => this.rest(u)],
        ready: [(u) => this.rest(u)],
      },
    };
  }

  // drawStages draws a line where a stage begins, with the name of the stage.
  drawStages({ ctx, bbox, valToPos }) {
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour("--quiet");
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = "right";
    ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const { at, name } of this.stages) {
      const x = Math.round(valToPos(at, "x", true));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.save();
      ctx.translate(x + 11 * devicePixelRatio, bbox.top + 4 * devicePixelRatio);
      ctx.rotate(-Math.PI / 2);
      ctx.fillText(name, 0, 0);
      ctx.restore();
    }
    ctx.restore();
  }

  // rest shows the newest values while the pointer is elsewhere.
  rest(u) {
    if (!this.spec.bare && !(u.cursor.left >= 0)) u.setLegend({ idx: u.data[0].length - 1 });
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
    const axes = [
      this.axisOptions({ scale: "y", size: 54, values: (_, ticks) => ticks.map((v) => format(v)) }),
    ];
    for (const scale of extra) {
      axes.push({
        ...this.axisOptions({ scale, side: 1, size: 50, values: (_, ticks) => ticks.map(tick) }),
        grid: { show: false },
      });
    }
    return axes;
  }

  seriesOptions(s) {
    const { format = short } = this.spec,
      stroke = colour(s.colour);
    return {
      label: s.label,
      scale: s.scale ?? "y",
      stroke,
      width: s.hidden ? 0 : (s.width ?? 1.75),
      dash: s.dash,
      spanGaps: true,
      class: s.hidden ? "u-unlisted" : undefined,
      paths: s.steps ? uPlot.paths.stepped({ align: 1 }) : s.scattered ? () => null : undefined,
      points: s.hidden
        ? { show: false }
        : s.points
          ? { show: true, size: 6, fill: stroke }
          : { show: (u) => u.data[0].length === 1, size: 6, fill: stroke },
      value: (_, v, __, i) => (v === null || v === undefined ? "–" : s.show ? s.show(v, i) : format(v)),
    };
  }
}
