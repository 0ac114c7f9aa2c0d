// The training page: the watched run and its known data.
import { remember } from "../address.js";
import { hidden, repeat } from "../repeat.js";
import { Feed, calibration, game, matches, runs } from "./feed.js";
import { Chart } from "./chart.js";
import { Comparison } from "./compare.js";
import { Controls } from "./controls.js";
import { curves } from "./curves.js";
import { drawHeadline, drawState } from "./headline.js";
import { health } from "./health.js";
import { marksOf } from "./marks.js";
import { calibrationColumns, calibrationCurve } from "./morecurves.js";
import { chartRows, pointRows, saveAll, saveChart, saveRows } from "./save.js";
import { drawFleet, drawGames, drawMatches, drawReport, gateText } from "./tables.js";
import { Replay } from "./replay.js";
import { write } from "../dom.js";
import { percent } from "./format.js";
import { joined, show, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const enough = 10; // fewest moves of the game that the page shows first
const lookAgain = 5000; // ms between two checks for new runs
const many = 20; // the page offers a filter from this number of runs on

let feed = null; // of the watched run
let known = null; // known data of the run
let charts = []; // the run's curves: { spec, chart }
let measured = null; // the calibration of the run
let every = null; // all gate matches, if a person has asked for them
let shown = null; // id of the game in the replay
let list = []; // the runs of the folder, those that changed last first
let listed = ""; // the runs and the filter in the drawn list, as text
let missing = ""; // name of a run in the address that the folder does not have
const replay = new Replay();
show();
const folderName = $("appears").querySelector("code");

const controls = new Controls(() => drawCharts());
const comparison = new Comparison(() => drawCharts(), writeAddress);
const axis = () => controls.axis;
controls.listen(() => charts.find(({ spec, chart }) => !spec.alone && chart.drawing.layers)?.chart.drawing);

const troubles = { run: "", game: "" };

// trouble shows an error, or "" when it is over.
function trouble(text, about = "run") {
  troubles[about] = text;
  const all = Object.values(troubles).filter(Boolean).join(" ");
  if ($("trouble").textContent !== all) $("trouble").textContent = all; // screen readers say it once
  $("trouble").hidden = !all;
}

// leave ends the view of a run.
function leave() {
  feed?.close();
  feed = null;
  for (const { chart } of charts) chart.remove();
  known = measured = every = null;
  charts = [];
  controls.zoom = null;
  shown = null;
  $("view").hidden = $("replay").hidden = $("health").hidden = true;
  replay.stop();
  replay.game = null;
  for (const about in troubles) trouble("", about);
  $("state").textContent = "";
  document.title = t("training.title");
}

// watch starts to follow a run.
function watch(name, others = []) {
  leave();
  feed = new Feed(name, change, (text) => {
    trouble(text);
    drawHealth();
  });
  comparison.watch(name, others.filter((other) => other !== name));
  writeAddress();
  document.title = t("training.of", { run: name });
}

// writeAddress puts the watched run and the runs over it into the address.
function writeAddress() {
  const others = [...comparison.chosen.keys()].map((name) => ["with", name]);
  remember(`#${new URLSearchParams([["run", feed.run], ...others])}`);
}

// change draws the changed data.
function change(now, changed) {
  known = now;
  $("view").hidden = false;
  if (changed.has("config")) begin();
  drawHealth();
  drawState($("state"), known.head);
  drawHeadline($("headline"), $("spent"), known);
  drawCharts(changed);
  if (changed.has("matches")) drawGate();
  $("no-matches").hidden = known.matches.length > 0;
  if (changed.has("games")) drawList();
  if (changed.has("fleet")) drawFleet($("fleet"), known.fleet);
  if (changed.has("report") || changed.has("head")) drawReport($("report"), known);
}

// begin shows the data that never changes.
function begin() {
  $("gate-how").textContent = gateText(known.config);
  $("settings").textContent = known.config.text;
  // a serial run does not use the clock
  offer("elapsed", !known.config.serial);
  comparison.drawSettings(known.config.values);
}

// drawHealth writes the sentence about the health of the run.
function drawHealth() {
  if (!known) return;
  const { level, text } = health({ ...known, trouble: troubles.run });
  $("health").className = `health ${level}`;
  write($("health-text"), text);
  $("health").hidden = false;
}

// drawGate lists the gate matches. If a person has asked for all of them, it keeps the older ones.
function drawGate() {
  const newest = known.matches,
    first = newest[0]?.candidate,
    at = every ? every.findIndex((m) => m.candidate === first) : -1;
  const list = at > 0 ? [...every.slice(0, at), ...newest] : newest;
  drawMatches($("matches"), list);
  const missing = known.head.matches - list.length;
  $("all-matches").hidden = missing <= 0;
  write($("all-matches"), t("gate.all", { matches: known.head.matches }));
}

$("all-matches").addEventListener("click", async () => {
  const { run } = feed;
  try {
    const list = await matches(run);
    if (run !== feed?.run) return;
    every = list;
    drawGate();
    $("gate").focus();
  } catch (error) {
    trouble(error.message, "game");
  }
});

const actions = {
  onZoom: (zoom) => controls.zoomTo(zoom),
  onRun: (name) => comparison.toggle(name),
  onRead: (text) => write($("reading"), text),
  save: (chart, kind) => {
    const name = `${feed.run} ${chart.spec.title}`;
    if (kind === "PNG") return saveChart(name, chart);
    const { spec } = chart;
    const line = spec.alone ? "chance" : axis();
    saveRows(name, chartRows(line, layersOf(spec), spec));
  },
};

$("save-data").addEventListener("click", () => saveRows(feed.run, pointRows(comparison.layers(known))));
$("save-pictures").addEventListener("click", () =>
  saveAll(
    feed.run,
    charts.map(({ chart }) => chart),
  ),
);

// layersOf returns the columns of a curve for each shown run.
function layersOf(spec) {
  if (spec.alone)
    return [{ name: feed.run, colour: "--r1", columns: calibrationColumns(measured ?? { bins: [] }) }];
  return comparison.layers(known).map((layer) => {
    const usable = !spec.when || spec.when(layer.known);
    const columns = usable ? spec.of(layer.known, axis()) : [[]];
    return { ...layer, columns: columns[0].includes(null) ? [[]] : columns };
  });
}

// fitCharts gives the page the charts for which some run has data.
function fitCharts() {
  const all = comparison.layers(known).map((layer) => layer.known);
  const specs = [...curves(() => known, axis), calibrationCurve].filter(
    (spec) => !spec.when || all.some((k) => spec.when(k)),
  );
  const old = new Map(charts.map((c) => [c.spec.title, c]));
  const titles = specs.map((spec) => spec.title);
  if (titles.join() === [...old.keys()].join()) return;
  for (const [title, { chart }] of old) if (!titles.includes(title)) chart.remove();
  charts = specs.map((spec) => old.get(spec.title) ?? { spec, chart: new Chart(spec, actions) });
  charts.forEach(({ chart }, i) => {
    const there = $("charts").children[i];
    if (there !== chart.node) $("charts").insertBefore(chart.node, there ?? null);
  });
}

// offer switches an axis on or off.
function offer(unit, usable) {
  $("along").querySelector(`[value=${unit}]`).disabled = !usable;
  if (!usable && axis() === unit) $("along").value = "step";
}

function drawCharts(changed) {
  if (!known) return;
  offer("used", known.points.every((p) => p.used !== null)); // older versions did not count it
  fitCharts();
  const ends = comparison.layers(known).map((layer) => layer.known.points.at(-1)?.[axis()] ?? 0);
  const options = { end: Math.max(...ends), marks: marksOf(known, axis()), view: controls.view };
  for (const { spec, chart } of charts) {
    if (spec.alone) {
      if (!changed || changed.has("config")) drawCalibration();
      continue;
    }
    const marked = changed?.has("points") || changed?.has("matches");
    if (changed && !marked && !spec.from.some((name) => changed.has(name))) continue;
    chart.draw(axis(), layersOf(spec), options);
    if (spec.more) write(chart.about, joined(spec.about, spec.more(known)));
  }
}

function drawCalibration() {
  const { spec, chart } = charts.find((c) => c.spec.alone) ?? {};
  if (!chart) return;
  chart.draw("chance", layersOf(spec), { end: 1 });
  if (measured?.games)
    write(
      chart.about,
      joined(spec.about, t("calibration.from", { n: measured.games, error: percent(measured.error, 1) })),
    );
}

const calibrateAgain = 60_000; // ms
let calibrated = ""; // the run and its games at the last calibration

// calibrate asks for the calibration of the watched run if it has new games.
async function calibrate(signal) {
  if (!known) return 1000;
  const { run } = feed,
    now = `${run} ${known.head.games}`;
  if (now === calibrated) return measured ? calibrateAgain : 1000;
  try {
    const answer = await calibration(run, signal);
    if (run !== feed?.run || !known) return 0;
    measured = answer;
    calibrated = now;
    drawCalibration();
  } catch {
    return lookAgain; // the feed of the run says what is wrong
  }
  return 1000;
}

function drawList() {
  drawGames($("games"), known.games, shown, (id) => choose(id));
  $("no-games").hidden = known.games.length > 0;
  $("unusual").hidden = known.games.every((g) => g.usual);
  if (shown === null && known.games.length)
    choose((known.games.find((g) => g.plies >= enough) ?? known.games[0]).id, false);
}

// choose shows a game, and plays it if a person has chosen it.
async function choose(id, chosen = true) {
  const run = feed.run;
  shown = id;
  try {
    const found = await game(run, id);
    if (run !== feed?.run || id !== shown) return;
    trouble("", "game");
    drawList();
    replay.show(found, chosen);
    if (chosen && matchMedia("(max-width: 900px)").matches)
      $("replay").scrollIntoView({ behavior: "smooth" });
  } catch (error) {
    if (run === feed?.run && id === shown) trouble(error.message, "game");
  }
}

// look lists the runs, and follows one if the page follows none yet. It returns the time until the
// next look.
async function look(signal) {
  let answer;
  try {
    answer = await runs(signal);
  } catch (error) {
    if (!feed && !hidden()) trouble(error.message);
    return lookAgain;
  }
  list = answer.runs;
  folderName.textContent = answer.folder;
  if (answer.folder !== "runs")
    $("command").textContent = `go run ./cmd/train --config configs/tiny.toml --run ${answer.folder}/tiny`;
  $("empty").hidden = list.length > 0;
  $("which").hidden = list.length === 0;
  $("filter").hidden = list.length < many;
  if (!feed) follow(answer.folder);
  fill();
  comparison.see(list);
  return lookAgain;
}

// follow watches the run in the address. If the address has no name, it watches a run in training,
// or else the newest run. If the folder has no run of the given name, it says so and shows no other
// run instead.
function follow(folder = folderName.textContent) {
  const name = wanted();
  missing = name && !list.some((r) => r.name === name) ? name : "";
  if (missing) {
    if (feed) leave();
    return trouble(t(list.length > 0 ? "run.missing.choose" : "run.missing", { run: name, folder }));
  }
  const chosen = name || (list.find((r) => r.state === "running") ?? list[0])?.name;
  if (chosen) watch(chosen, others());
  else trouble("");
}

// wanted returns the name in the address, or "".
const wanted = () => new URLSearchParams(location.hash.slice(1)).get("run") ?? "";

// others returns the names of the runs over the watched one in the address.
const others = () => new URLSearchParams(location.hash.slice(1)).getAll("with");

const marks = { running: "▶ ", reporting: "▶ " };
const option = (r) => new Option(`${marks[r.state] ?? ""}${r.name}`, r.name);

// fill draws the list of runs. It keeps the drawn list while only the order changes, because a person
// may be choosing from it.
function fill() {
  const words = $("filter").value.toLowerCase().split(/\s+/),
    fits = (r) => r.name === feed?.run || words.every((word) => r.name.toLowerCase().includes(word));
  const kept = list.filter((r) => $("filter").hidden || fits(r));
  const text = JSON.stringify([missing, kept.map((r) => [r.name, r.state]).sort()]);
  if (text !== listed) {
    const none = new Option(t(kept.length > 0 ? "run.choose" : "run.no-match"), "");
    none.disabled = true;
    $("run").replaceChildren(...(feed ? [] : [none]), ...kept.map(option));
  }
  listed = text;
  $("run").value = feed?.run ?? "";
}

$("run").addEventListener("change", () => {
  missing = "";
  watch($("run").value, [...comparison.chosen.keys()]);
  fill();
});
$("filter").addEventListener("input", fill);
addEventListener("hashchange", () => {
  if (!wanted() || wanted() === feed?.run) return;
  follow();
  fill();
});
repeat(look);
repeat(calibrate);
