// The training page: the watched run and its known data.
import { remember } from "../address.js";
import { hidden, repeat } from "../repeat.js";
import { Feed, game, runs } from "./feed.js";
import { Chart } from "./chart.js";
import { curves, stageStarts } from "./curves.js";
import { drawHeadline, drawState } from "./headline.js";
import { drawFleet, drawGames, drawMatches, drawReport, gateText } from "./tables.js";
import { Replay } from "./replay.js";

const $ = (id) => document.getElementById(id);
const enough = 10; // fewest moves of the game that the page shows first
const lookAgain = 5000; // ms between two checks for new runs
const many = 20; // the page offers a filter from this number of runs on

let feed = null; // of the watched run
let known = null; // known data of the run
let charts = []; // the run's curves
let shown = null; // id of the game in the replay
let list = []; // the runs of the folder, those that changed last first
let listed = ""; // the runs and the filter in the drawn list, as text
let missing = ""; // name of a run in the address that the folder does not have
const replay = new Replay();

const axis = () => $("along").value;

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
  known = null;
  charts = [];
  shown = null;
  $("view").hidden = $("replay").hidden = true;
  replay.stop();
  replay.game = null;
  for (const about in troubles) trouble("", about);
  $("state").textContent = "";
  document.title = "Training · Epaminondas";
}

// watch starts to follow a run.
function watch(name) {
  leave();
  feed = new Feed(name, change, trouble);
  remember(`#${new URLSearchParams({ run: name })}`);
  document.title = `${name} · Training · Epaminondas`;
}

// change draws the changed data.
function change(now, changed) {
  known = now;
  $("view").hidden = false;
  if (changed.has("config")) begin();
  drawState($("state"), known.head);
  drawHeadline($("headline"), $("spent"), known);
  drawCharts(changed);
  if (changed.has("matches")) drawMatches($("matches"), known.matches);
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
  if (charts.length) return;
  charts = curves(() => known, axis)
    .filter((c) => !c.when || c.when(known))
    .map((spec) => ({ spec, chart: new Chart($("charts"), spec) }));
}

// offer switches an axis on or off.
function offer(unit, usable) {
  $("along").querySelector(`[value=${unit}]`).disabled = !usable;
  if (!usable && axis() === unit) $("along").value = "step";
}

function drawCharts(changed) {
  offer("used", known.points.every((p) => p.used !== null)); // older versions did not count it
  const end = known.points.at(-1)?.[axis()];
  for (const { spec, chart } of charts) {
    if (changed && !changed.has("points") && !spec.from.some((name) => changed.has(name))) continue;
    chart.draw(axis(), spec.of(known, axis()), end, stageStarts(known, axis()));
    if (spec.more) chart.about.textContent = spec.about + spec.more(known);
  }
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
  $("folder").textContent = answer.folder;
  if (answer.folder !== "runs")
    $("command").textContent = `go run ./cmd/train --config configs/tiny.toml --run ${answer.folder}/tiny`;
  $("empty").hidden = list.length > 0;
  $("which").hidden = list.length === 0;
  $("filter").hidden = list.length < many;
  if (!feed) follow(answer.folder);
  fill();
  return lookAgain;
}

// follow watches the run in the address. If the address has no name, it watches a run in training,
// or else the newest run. If the folder has no run of the given name, it says so and shows no other
// run instead.
function follow(folder = $("folder").textContent) {
  const name = wanted();
  missing = name && !list.some((r) => r.name === name) ? name : "";
  if (missing) {
    if (feed) leave();
    const advice = list.length > 0 ? ": choose one from the list" : "";
    return trouble(`There is no run “${name}” in the folder ${folder}${advice}.`);
  }
  const chosen = name || (list.find((r) => r.state === "running") ?? list[0])?.name;
  if (chosen) watch(chosen);
  else trouble("");
}

// wanted returns the name in the address, or "".
const wanted = () => new URLSearchParams(location.hash.slice(1)).get("run") ?? "";

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
    const none = new Option(kept.length > 0 ? "choose a run" : "no run matches the filter", "");
    none.disabled = true;
    $("run").replaceChildren(...(feed ? [] : [none]), ...kept.map(option));
  }
  listed = text;
  $("run").value = feed?.run ?? "";
}

$("run").addEventListener("change", () => {
  missing = "";
  watch($("run").value);
  fill();
});
$("filter").addEventListener("input", fill);
$("along").addEventListener("change", () => drawCharts());
addEventListener("hashchange", () => {
  if (!wanted() || wanted() === feed?.run) return;
  follow();
  fill();
});
repeat(look);
