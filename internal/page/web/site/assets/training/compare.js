// Other runs over the curves of the watched run, and what differs in their settings.
import { write } from "../dom.js";
import { overview } from "./feed.js";
import { short } from "./format.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const colours = 8; // --r1 is the colour of the watched run
const most = 20; // runs that a person chooses at once
const rest = 10_000; // ms between two questions about a run
const patience = 20_000; // ms for an answer

// differences returns the settings that are not the same in all runs, as [key, values] in the order
// of the keys. A run is a map of settings.
export function differences(runs) {
  const keys = [...new Set(runs.flatMap((values) => Object.keys(values)))].sort();
  return keys
    .map((key) => [key, runs.map((values) => values[key] ?? "–")])
    .filter(([, values]) => new Set(values).size > 1);
}

export class Comparison {
  // onChange is called when a run has come, has gone, or has new data. onChoose is called when a
  // person has chosen other runs.
  constructor(onChange, onChoose) {
    Object.assign(this, { onChange, onChoose, watched: "", list: [], busy: false, drawn: "", compared: "" });
    this.chosen = new Map(); // by name: { colour, known, changed, asked }
    this.off = new Set(); // names of the runs whose curves are switched off
    $("compare-filter").addEventListener("input", () => this.drawList());
    $("compare-all").addEventListener("click", () => this.choose(this.filtered().slice(0, most), true));
    $("compare-none").addEventListener("click", () => this.choose([...this.chosen.keys()], false));
  }

  // watch begins the comparison with a run. names are the runs over it.
  watch(watched, names) {
    this.watched = watched;
    this.off.clear();
    for (const name of [...this.chosen.keys()]) if (!names.includes(name)) this.chosen.delete(name);
    for (const name of names) this.add(name);
    this.drawList();
    this.drawSettings();
    this.ask();
  }

  // see takes a new list of runs.
  see(list) {
    this.list = list;
    this.drawList();
    this.ask();
  }

  add(name) {
    if (name === this.watched || this.chosen.has(name)) return;
    const used = [...this.chosen.values()].map((run) => run.colour);
    let i = 2;
    while (used.includes(`--r${i}`) && i <= colours) i++;
    if (i > colours) i = 2 + (this.chosen.size % (colours - 1));
    this.chosen.set(name, { colour: `--r${i}`, known: null, changed: 0, asked: 0 });
  }

  choose(names, on) {
    for (const name of names) on ? this.add(name) : this.chosen.delete(name);
    this.drawList();
    this.drawSettings();
    this.onChoose([...this.chosen.keys()]);
    this.onChange();
    this.ask();
  }

  // toggle switches the curves of a run off or on.
  toggle(name) {
    this.off.has(name) ? this.off.delete(name) : this.off.add(name);
    this.onChange();
  }

  // ask asks for the chosen runs that are new or have changed, one after another.
  async ask() {
    if (this.busy) return;
    this.busy = true;
    for (;;) {
      const next = [...this.chosen].find(([name, run]) => {
        const line = this.list.find((r) => r.name === name);
        return line && Date.now() - run.asked > rest && (!run.known || line.changed !== run.changed);
      });
      if (!next) break;
      const [name, run] = next;
      run.asked = Date.now();
      run.changed = this.list.find((r) => r.name === name).changed;
      try {
        run.known = await overview(name, AbortSignal.timeout(patience));
      } catch {
        continue; // the list shows why, and the page asks again later
      }
      if (this.chosen.get(name) !== run) continue;
      this.drawSettings();
      this.onChange();
    }
    this.busy = false;
  }

  // layers returns the runs whose data are known, the watched one first.
  layers(known) {
    const first = { name: this.watched, known, colour: "--r1", off: this.off.has(this.watched) };
    const others = [...this.chosen].filter(([name, run]) => run.known && name !== this.watched);
    return [
      first,
      ...others.map(([name, { known, colour }]) => ({
        name,
        known,
        colour,
        other: true,
        off: this.off.has(name),
      })),
    ];
  }

  filtered() {
    const words = $("compare-filter").value.toLowerCase().split(/\s+/);
    return this.list
      .map((r) => r.name)
      .filter((name) => name !== this.watched && words.every((word) => name.toLowerCase().includes(word)));
  }

  drawList() {
    const names = this.filtered(),
      others = this.list.filter((r) => r.name !== this.watched).length;
    $("compare").hidden = others === 0;
    $("compare-filter").hidden = others < 12;
    write(
      $("compare-count"),
      this.chosen.size
        ? t("compare.over", { n: this.chosen.size, all: others })
        : t("compare.beside", { n: others }),
    );
    const lines = this.list.filter((r) => names.includes(r.name));
    lines.sort((a, b) => a.name.localeCompare(b.name));
    const text = JSON.stringify([lines.map((r) => r.name), [...this.chosen].map(([n, r]) => [n, r.colour])]);
    if (text !== this.drawn) {
      this.drawn = text;
      const focused = document.activeElement?.dataset?.compare;
      $("compare-runs").replaceChildren(...lines.map((line) => this.line(line)));
      if (focused) $("compare-runs").querySelector(`[data-compare="${CSS.escape(focused)}"]`)?.focus();
    }
    for (const [i, line] of lines.entries())
      write($("compare-runs").children[i].lastElementChild, facts(line));
  }

  line({ name }) {
    const node = document.createElement("li"),
      label = document.createElement("label"),
      box = document.createElement("input"),
      swatch = document.createElement("i"),
      text = document.createElement("span"),
      about = document.createElement("span");
    box.type = "checkbox";
    box.checked = this.chosen.has(name);
    box.dataset.compare = name;
    box.addEventListener("change", () => this.choose([name], box.checked));
    swatch.className = "swatch";
    swatch.style.color = box.checked ? `var(${this.chosen.get(name).colour})` : "transparent";
    swatch.setAttribute("aria-hidden", "true");
    text.textContent = name;
    about.className = "quiet";
    label.append(box, swatch, text);
    node.append(label, about);
    return node;
  }

  // drawSettings lists the settings that differ between the runs.
  drawSettings(watched = this.values) {
    this.values = watched;
    const runs = [
      { name: this.watched, colour: "--r1", values: watched },
      ...[...this.chosen].map(([name, { colour, known }]) => ({
        name,
        colour,
        values: known?.config.values,
      })),
    ].filter((r) => r.values);
    const rows = runs.length > 1 ? differences(runs.map((r) => r.values)) : [];
    const text = JSON.stringify([runs.map((r) => [r.name, r.colour]), rows]);
    if (text === this.compared) return;
    this.compared = text;
    $("compare-differences").hidden = runs.length < 2;
    write($("compare-same"), rows.length ? "" : t("compare.same"));
    const head = document.createElement("tr"),
      corner = document.createElement("th");
    corner.textContent = t("compare.setting");
    corner.scope = "col";
    head.append(corner, ...runs.map(runHead));
    $("compare-settings").tHead.replaceChildren(head);
    $("compare-settings").tBodies[0].replaceChildren(...rows.map(settingRow));
    $("compare-settings").hidden = rows.length === 0;
  }
}

const facts = ({ error, rules, step, state }) =>
  error
    ? t("compare.unreadable")
    : t("compare.facts", { rules, step: short(step), state: t(`compare.${state}`) });

function runHead({ name, colour }) {
  const node = document.createElement("th"),
    swatch = document.createElement("i");
  node.scope = "col";
  swatch.className = "swatch";
  swatch.style.color = `var(${colour})`;
  swatch.setAttribute("aria-hidden", "true");
  node.append(swatch, name);
  return node;
}

function settingRow([key, values]) {
  const node = document.createElement("tr"),
    head = document.createElement("th");
  head.scope = "row";
  head.textContent = key;
  node.append(
    head,
    ...values.map((value) => Object.assign(document.createElement("td"), { textContent: value })),
  );
  return node;
}
