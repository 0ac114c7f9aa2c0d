// A chart on the page: a title, an explanation, a drawing, and its legend.
import { axes } from "./axes.js";
import { Drawing } from "./drawing.js";
import { write } from "../dom.js";
import { t } from "./texts.js";

const element = (tag, name, text = "") =>
  Object.assign(document.createElement(tag), { className: name, textContent: text });

export class Chart {
  // spec is a curve of curves.js. actions has onZoom for a chosen part of the axis, and onRun for a
  // run that a person switches on or off. It also has onRead for a text that is read aloud, and
  // save(chart, kind).
  constructor(spec, actions) {
    Object.assign(this, { spec, actions, near: false, waits: false, pointed: null });
    this.node = element("figure", "chart panel");
    const caption = element("figcaption", ""),
      head = element("div", "chart-head"),
      buttons = element("div", "save");
    head.append(element("h3", "", spec.title), buttons);
    for (const kind of ["CSV", "PNG"]) {
      const button = element("button", "", kind);
      button.type = "button";
      button.setAttribute("aria-label", t("save.curve", { title: spec.title, kind }));
      button.addEventListener("click", () => actions.save(this, kind));
      buttons.append(button);
    }
    this.about = element("p", "quiet", spec.about);
    caption.append(head, this.about);
    this.plot = element("div", "plot");
    this.legend = element("div", "legend");
    this.nothing = element("p", "nothing", spec.empty);
    const body = element("div", "chart-body");
    body.append(this.plot, this.nothing, this.legend);
    this.node.append(caption, body);
    this.drawing = new Drawing(this.plot, spec, {
      onZoom: actions.onZoom,
      onRead: (row, aloud) => this.read(row, aloud),
    });
    // A chart far below the window is drawn when it comes near.
    this.sight = new IntersectionObserver(
      (entries) => {
        this.near = entries.at(-1).isIntersecting;
        if (this.near) this.show();
      },
      { rootMargin: "300px" },
    );
    this.sight.observe(this.node);
  }

  remove() {
    this.sight.disconnect();
    this.drawing.remove();
    this.node.remove();
  }

  // draw shows layers: see Drawing. The legend is there at once, so that nothing moves later. The
  // curves wait until the chart is near the window.
  draw(axis, layers, options) {
    const some = layers.filter((l) => l.columns[0].length > 0);
    this.waits = some.length > 0;
    this.nothing.hidden = this.waits;
    this.plot.hidden = this.legend.hidden = !this.waits;
    if (!this.waits) return;
    this.drawing.set(axis, some, options);
    this.fillLegend();
    this.read(this.pointed);
    if (this.near) this.show();
  }

  // show draws the curves that wait.
  show() {
    if (this.waits) this.drawing.paint();
    this.waits = false;
  }

  // fillLegend makes the rows of the legend again if the curves have changed.
  fillLegend() {
    const { layers, curves, many } = this.drawing,
      listed = curves.filter(({ s }) => !s.hidden);
    const made = JSON.stringify([many, listed.map((c) => [c.layer.name, c.layer.colour, c.s.label])]);
    if (made !== this.madeLegend) {
      this.madeLegend = made;
      this.at = element("p", "at");
      this.rows = many ? this.runRows(layers, listed) : listed.map((curve) => this.seriesRow(curve, [curve]));
      const kinds = many && this.spec.series.filter((s) => !s.hidden).length > 1 ? [this.kinds(listed)] : [];
      const list = element("ul", "legend-rows");
      list.append(...this.rows.map((row) => row.node));
      if (many) {
        list.tabIndex = 0;
        list.setAttribute("aria-label", t("chart.runs", { title: this.spec.title }));
      }
      this.legend.replaceChildren(this.at, ...kinds, list);
    }
    for (const button of this.legend.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(!button.off()));
  }

  // runRows returns a row for each run, with the values of all its curves.
  runRows(layers, listed) {
    return layers.map((layer) =>
      this.row(
        layer.name,
        listed.filter((c) => c.layer.name === layer.name),
        () => this.drawing.layers.find((l) => l.name === layer.name)?.off,
        () => this.actions.onRun(layer.name),
      ),
    );
  }

  seriesRow(curve, curves) {
    const { label } = curve.s;
    return this.row(
      label,
      curves,
      () => this.drawing.hidden.has(label),
      () => this.toggle(label),
    );
  }

  // kinds returns switches for the curves that each run has.
  kinds(listed) {
    const node = element("div", "kinds");
    const seen = new Map(listed.map((curve) => [curve.s.label, curve]));
    for (const [label, curve] of seen)
      node.append(
        this.button(
          label,
          this.swatch(curve, "--quiet"),
          () => this.drawing.hidden.has(label),
          () => this.toggle(label),
        ),
      );
    return node;
  }

  row(label, curves, off, press) {
    const node = element("li", ""),
      value = element("span", "value");
    node.append(this.button(label, this.swatch(curves[0]), off, press), value);
    return { node, value, curves };
  }

  button(label, swatch, off, press) {
    const button = element("button", "");
    button.type = "button";
    button.off = off;
    button.title = label;
    button.append(swatch, element("span", "", label));
    button.addEventListener("click", press);
    return button;
  }

  // swatch shows the colour of a curve, and its dash.
  swatch(curve, fixed) {
    const kind = curve.s.scattered ? " dot" : this.drawing.dashOf(curve) ? " dashed" : "";
    const node = element("i", `swatch${kind}`);
    const name = fixed ?? (this.drawing.many ? curve.layer.colour : curve.s.colour);
    node.style.color = `var(${name})`;
    node.setAttribute("aria-hidden", "true");
    return node;
  }

  toggle(label) {
    const { drawing } = this;
    drawing.hidden.has(label) ? drawing.hidden.delete(label) : drawing.hidden.add(label);
    drawing.draw(drawing.axis, drawing.layers, drawing);
    this.fillLegend();
  }

  // read shows the values at a row, or the newest ones while the pointer is elsewhere.
  read(row, aloud = false) {
    this.pointed = row;
    const { data } = this.drawing;
    if (!data || !this.rows) return;
    const at = row ?? data[0].length - 1,
      x = axes[this.drawing.axis];
    write(this.at, `${x.label} ${x.legend(data[0][at])}`);
    const current = this.drawing.curves;
    for (const { value, curves } of this.rows) {
      const now = curves.map((c) => current.find((o) => o.s === c.s && o.layer.name === c.layer.name));
      write(value, now.map((c) => (c ? this.drawing.written(c, at) : "–")).join(" · "));
    }
    if (!aloud) return;
    const nodes = [this.at, ...this.rows.map((row) => row.node)];
    this.actions.onRead(nodes.map((node) => node.textContent).join(", "));
  }
}
