// How the curves are drawn: their horizontal axis, smoothing, scale and zoom. The browser remembers
// all but the zoom.
import { keep, kept } from "../memory.js";
import { write } from "../dom.js";
import { fixed } from "./format.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const name = "training curves";

export class Controls {
  // onChange is called after each change.
  constructor(onChange) {
    Object.assign(this, { onChange, zoom: null });
    const { axis, smoothing, log } = kept(name) ?? {};
    if ([...$("along").options].some((o) => o.value === axis)) $("along").value = axis;
    if (smoothing >= 0 && smoothing < 1) $("smoothing").value = smoothing;
    $("log").checked = log === true;
    $("along").addEventListener("change", () => {
      this.zoom = null; // it belongs to the old axis
      this.changed();
    });
    $("smoothing").addEventListener("input", () => this.changed());
    $("log").addEventListener("change", () => this.changed());
    this.label();
  }

  // listen makes the buttons work. chart returns a drawing that knows the axis.
  listen(chart) {
    $("zoom-in").addEventListener("click", () => chart()?.zoom(0.5));
    $("zoom-out").addEventListener("click", () => chart()?.zoom(2));
    $("earlier").addEventListener("click", () => chart()?.move(-0.25));
    $("later").addEventListener("click", () => chart()?.move(0.25));
    $("whole").addEventListener("click", () => this.zoomTo(null));
  }

  get axis() {
    return $("along").value;
  }

  get view() {
    return { smoothing: Number($("smoothing").value), log: $("log").checked, zoom: this.zoom };
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.onChange();
  }

  changed() {
    this.label();
    keep(name, { axis: this.axis, smoothing: this.view.smoothing, log: this.view.log });
    this.onChange();
  }

  label() {
    const { smoothing } = this.view;
    write($("smoothing-value"), smoothing ? fixed(smoothing, 2) : t("smoothing.off"));
  }
}
