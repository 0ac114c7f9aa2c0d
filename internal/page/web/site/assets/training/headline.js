// The figures at the top.
import { count, elo, percent, short, time } from "./format.js";
import { counted } from "../noun.js";

const states = {
  running: "training",
  reporting: "measuring the finished player",
  stopped: "stopped",
  finished: "finished",
};

export function drawState(node, head) {
  node.textContent = states[head.state];
  node.className = `state ${head.state}`;
}

// drawHeadline shows the status of a run. The server sends it every second during training.
export function drawHeadline(list, bar, { head, ratings, points, report, config }) {
  const best = ratings?.rated.find((r) => r.step === head.best);
  const exact = points.findLast((p) => p.exact)?.exact,
    final = report?.exact?.[0];
  const figures = [
    [
      "Step",
      count(head.step),
      head.steps ? `of ${short(head.steps)}` : `${counted(config.blocks, "block")} × ${counted(config.channels, "channel")}`,
    ],
    ...stage(points, config),
    ["Games", count(head.games), head.rate ? `${short(head.rate)} an hour` : "against itself"],
    [
      "Running time",
      config.serial ? "–" : time(head.elapsed),
      head.budget && head.clock !== "processor" ? `of ${time(head.budget)}` : "",
    ],
    ...processorTime(head),
    remaining(head),
    [
      "Best checkpoint",
      head.best === null ? "–" : `step ${short(head.best)}`,
      best ? above(best.elo) : "none has passed the gate yet",
    ],
  ];
  if (final)
    figures.push([
      "Mistakes",
      percent(final.search.rate, 1),
      `on solved positions, with ${counted(final.simulations, "simulation")}; ` +
        `${percent(final.policy.rate, 1)} without search`,
    ]);
  if (final?.played)
    figures.push([
      "Mistakes in games",
      percent(final.played.search.rate, 1),
      `on positions from games; ${percent(final.played.policy.rate, 1)} without search`,
    ]);
  if (!final && exact)
    figures.push(["Mistakes", percent(exact.rate, 1), "on solved positions, without search"]);
  list.replaceChildren(...figures.map(figure));
  bar.style.width = percent(head.progress, 2);
}

// stage shows the stage that the run is in, if it has stages.
function stage(points, { stages }) {
  if (stages.length < 2) return [];
  const now = points.findLast((p) => "stage" in p.metrics)?.metrics.stage ?? 0;
  return [["Stage", stages[now], `${now + 1} of ${stages.length}`]];
}

// processorTime shows the processor time of the run, if it was counted.
function processorTime({ used, got, budget, clock }) {
  if (used === null) return [];
  const share = got ? `${percent(got)} of the requested cores` : "";
  return [
    [
      "Processor time",
      time(used),
      budget && clock === "processor" ? `of ${time(budget)}${share && `, ${share}`}` : share,
    ],
  ];
}

// above writes a rating. Without an upper bound it writes the lower bound, because the estimate is
// not meaningful then. Without both, no matches connect the checkpoint with step 0, as after a stage on
// another board.
function above({ estimate, high, low }) {
  if (high === "inf" && low === "-inf") return "not compared with step 0";
  return (high === "inf" ? `more than ${elo(low)}` : elo(estimate)) + " Elo above step 0";
}

function remaining(head) {
  if (head.state === "finished") return ["Done", "100%", "the report is below"];
  const note = {
    running: head.left === null ? "" : `about ${time(head.left)} left`,
    reporting: "trained",
    stopped: "give the same command to continue",
  }[head.state];
  return ["Done", percent(head.progress, head.progress < 0.1 ? 1 : 0), note];
}

function figure([name, value, note]) {
  const node = document.createElement("div"),
    parts = [
      ["dt", name],
      ["dd", value],
      ["dd", note],
    ];
  node.append(
    ...parts.map(([tag, text], i) => {
      const part = document.createElement(tag);
      part.textContent = text;
      if (i === 1) part.title = text; // a long name is cut off
      if (i === 2) part.className = "quiet";
      return part;
    }),
  );
  return node;
}
