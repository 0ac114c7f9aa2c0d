// The training page: the watched run and its known data.
import { remember } from "../address.js";
import { Feed, game, runs } from "./feed.js";
import { Chart } from "./chart.js";
import { curves } from "./curves.js";
import { drawHeadline, drawState } from "./headline.js";
import { drawFleet, drawGames, drawMatches, drawReport, gateText } from "./tables.js";
import { Replay } from "./replay.js";

const $ = (id) => document.getElementById(id);
const enough = 10; // fewest moves of the game that the page shows first
const lookAgain = 5000; // ms between two checks for new runs

let feed = null; // of the watched run
let known = null; // known data of the run
let charts = []; // the run's curves
let shown = null; // id of the game in the replay
let listed = ""; // the runs in the list, as text
const replay = new Replay();

const axis = () => $("along").value;

function trouble(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
}

// watch starts to follow a run.
function watch(name) {
  feed?.close();
  for (const { chart } of charts) chart.remove();
  known = null;
  charts = [];
  shown = null;
  $("view").hidden = $("replay").hidden = true;
  replay.stop();
  replay.game = null;
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
  if (changed.has("games")) list();
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
    chart.draw(axis(), spec.of(known, axis()), end);
    if (spec.more) chart.about.textContent = spec.about + spec.more(known);
  }
}

function list() {
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
    if (run !== feed.run || id !== shown) return;
    list();
    replay.show(found, chosen);
    if (chosen && matchMedia("(max-width: 900px)").matches)
      $("replay").scrollIntoView({ behavior: "smooth" });
  } catch (error) {
    if (run === feed.run && id === shown) trouble(error.message);
  }
}

// look lists the runs, and follows one if the page follows none yet.
async function look() {
  let answer;
  try {
    answer = await runs();
  } catch (error) {
    if (!feed) trouble(error.message);
    return;
  }
  if (!feed) trouble("");
  $("folder").textContent = answer.folder;
  if (answer.folder !== "runs")
    $("command").textContent = `go run ./cmd/train --config configs/tiny.toml --run ${answer.folder}/tiny`;
  $("empty").hidden = answer.runs.length > 0;
  $("which").hidden = answer.runs.length === 0;
  const text = JSON.stringify(answer.runs.map((r) => [r.name, r.state]));
  if (text !== listed) fill(answer.runs);
  listed = text;
  if (!feed && answer.runs.length) watch(wanted(answer.runs));
  if (feed) $("run").value = feed.run;
}

function fill(list) {
  const marks = { running: "▶ ", reporting: "▶ " };
  $("run").replaceChildren(...list.map((r) => new Option(`${marks[r.state] ?? ""}${r.name}`, r.name)));
}

// wanted returns the run in the address, else a run in training, else the newest run.
function wanted(list) {
  const name = new URLSearchParams(location.hash.slice(1)).get("run");
  return (list.find((r) => r.name === name) ?? list.find((r) => r.state === "running") ?? list[0]).name;
}

$("run").addEventListener("change", () => watch($("run").value));
$("along").addEventListener("change", () => drawCharts());
addEventListener("hashchange", () => {
  const name = new URLSearchParams(location.hash.slice(1)).get("run");
  if (feed && name && name !== feed.run) watch(name);
});
look();
setInterval(look, lookAgain);
