// The curves, and how to compute them from the known data of a run.
import { percent, short, elo, number } from "./format.js";
import { columns, simple } from "./columns.js";
import { fromZero, moreCurves, waiting } from "./morecurves.js";
import { metric } from "./series.js";

const share = { y: { range: (_, low, high) => [0, Math.min(1, Math.max(0.05, high * 1.15))] } };

// pooled returns a mean over games. It combines as many checkpoints as it needs for enough games.
const enough = 400;
function pooled(points, name) {
  return points.map((_, i) => {
    let games = 0,
      sum = 0;
    for (let k = i; k >= 0 && games < enough; k--) {
      games += points[k].played;
      sum += points[k].played * points[k][name];
    }
    return games ? sum / games : null;
  });
}

// smooth returns means over the last few points.
function smooth(values, few = 5) {
  return values.map((v, i) => {
    if (v === null) return null;
    const some = values.slice(Math.max(0, i - few + 1), i + 1).filter((w) => w !== null);
    return some.reduce((a, b) => a + b, 0) / some.length;
  });
}

// rated returns the checkpoints of gate matches, in their order along an axis.
const rated = (known, axis) =>
  [...(known.ratings?.rated ?? [])].sort((a, b) => a[axis] - b[axis] || a.step - b.step);

function ratingColumns(known, axis) {
  const list = rated(known, axis);
  const values = list
    .flatMap((r) => [r.near.low, r.near.estimate, r.near.high])
    .map(number)
    .filter(Number.isFinite);
  // infinite bounds extend beyond the drawing
  const room = 0.15 * (Math.max(...values) - Math.min(...values)) + 30;
  const bound = (v) => Math.min(Math.max(...values) + room, Math.max(Math.min(...values) - room, number(v)));
  let best = null;
  return [
    list.map((r) => r[axis]),
    list.map((r) => bound(r.near.high)),
    list.map((r) => bound(r.near.low)),
    list.map((r) => (best = r.best ? r.elo.estimate : best)),
    list.map((r) => r.elo.estimate),
  ];
}

const between = (low, high) => `${elo(low)} to ${elo(high)}`;

// curves returns the curves of a page. A curve has the texts title, about and empty, and also bands,
// scales, range and format. of returns the columns along an axis. from names the data that the curve
// depends on. when tells whether a run has this curve. log says that a logarithmic axis suits it, and
// rough that nobody smooths it. series is a list of lines. Each has label, colour and
// show(v, i), and may have scale, dash, points, steps and hidden.
export function curves(known, at) {
  return [
    {
      title: "Rating",
      about: "Elo above step 0, from the gate's matches, with 95% intervals.",
      empty: known().config.gate
        ? "The first gate match is running. The games against the best checkpoint give the ratings."
        : "This run has no gate, so its checkpoints are not rated.",
      from: ["ratings"],
      rough: true,
      of: ratingColumns,
      format: elo,
      more: ratingNote,
      bands: [{ series: [1, 2], colour: "--band" }],
      series: [
        { label: "95%, high", colour: "--c1", hidden: true },
        { label: "95%, low", colour: "--c1", hidden: true },
        { label: "best so far", colour: "--c2", steps: true, show: (v) => elo(v) },
        {
          label: "checkpoint",
          colour: "--c1",
          points: true,
          scattered: true,
          show: (v, i) => {
            const r = rated(known(), at())[i];
            return `${elo(v)} (${between(r.near.low, r.near.high)})`;
          },
        },
      ],
    },
    {
      title: "Mistakes on solved positions",
      about:
        "How often the network's first choice, without search, turns a win into a draw or a loss, " +
        "or a draw into a loss. " +
        "One curve is for all placements of stones, the other for positions from games.",
      empty: "The network of step 0 is being measured.",
      when: (k) => k.config.solved,
      from: ["points"],
      format: (v) => percent(v),
      scales: share,
      of: ({ points }, axis) =>
        columns(points, axis, [
          points.map((p) => p.exact?.high ?? null),
          points.map((p) => p.exact?.low ?? null),
          points.map((p) => p.exact?.rate ?? null),
          points.map((p) => p.exact_played?.rate ?? null),
        ]),
      bands: [{ series: [1, 2], colour: "--band" }],
      series: [
        { label: "95%, high", colour: "--c1", hidden: true },
        { label: "95%, low", colour: "--c1", hidden: true },
        {
          label: "any placement",
          colour: "--c1",
          points: true,
          show: (v, i) => {
            const p = known().points.filter((p) => p.exact)[i].exact;
            return `${percent(v, 1)} (${percent(p.low, 1)} to ${percent(p.high, 1)})`;
          },
        },
        { label: "from games", colour: "--c2", points: true, dash: [5, 4], show: (v) => percent(v, 1) },
      ],
    },
    {
      title: "Policy loss",
      about: "The error of the policy against the search. It cannot be below the entropy of the target.",
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_policy", "policy_target_entropy"),
      series: [
        { label: "loss", colour: "--c1" },
        { label: "entropy of the target", colour: "--c3", dash: [5, 4] },
      ],
    },
    {
      title: "Value loss",
      about: "The error of the predicted result of the game.",
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_value"),
      series: [{ label: "loss", colour: "--c1" }],
    },
    {
      title: "Agreement",
      about:
        "How often the network and the search have the same first choice, " +
        "in positions from which the network has not yet learned.",
      empty: waiting,
      from: ["points"],
      of: simple("policy_agreement"),
      format: (v) => percent(v),
      scales: share,
      series: [{ label: "same choice", colour: "--c1", show: (v) => percent(v, 1) }],
    },
    {
      title: "Other losses",
      about: "Targets that are used only in training, not in play. Left axis: the reply. Right axis: final stones and remaining moves.",
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_reply", "loss_occupation", "loss_plies"),
      scales: { y: {}, right: {} },
      series: [
        { label: "reply", colour: "--c1" },
        { label: "stones", colour: "--c2", scale: "right" },
        { label: "remaining moves", colour: "--c3", scale: "right", dash: [5, 4] },
      ],
    },
    {
      title: "Speed",
      about: "Left axis: games an hour. Right axis: searched positions a second. Means over five checkpoints.",
      empty: "Shown from the second checkpoint on.",
      from: ["points"],
      log: true,
      scales: {
        ...fromZero,
        right: { range: (_, low, high) => [0, high * 1.25] },
      },
      of: ({ points }, axis) =>
        columns(points, axis, [
          smooth(metric(points, "games_per_hour")),
          smooth(metric(points, "positions_per_second")),
        ]),
      series: [
        { label: "games/h", colour: "--c1" },
        { label: "positions/s", colour: "--c2", scale: "right" },
      ],
    },
    {
      title: "Processor",
      about: "Processor time as a share of the requested cores. Mean over five checkpoints.",
      empty: "Shown from the second checkpoint on.",
      from: ["points"],
      format: (v) => percent(v),
      scales: { y: { range: (_, low, high) => [0, Math.max(1, high * 1.05)] } },
      // runs of earlier versions lack this metric
      when: (k) => k.points.length < 2 || k.points.some((p) => "processor_share" in p.metrics),
      of: ({ points }, axis) => columns(points, axis, [smooth(metric(points, "processor_share"))]),
      series: [{ label: "share", colour: "--c1", show: (v) => percent(v, 1) }],
    },
    {
      title: "Game length",
      about: `Mean number of moves of both sides together, in the last ${enough} games.`,
      empty: "Shown from the second checkpoint on.",
      from: ["points"],
      scales: fromZero,
      of: ({ points }, axis) => columns(points, axis, [pooled(points, "plies")]),
      series: [{ label: "moves", colour: "--c1" }],
    },
    {
      title: "Who wins, and how games end",
      about:
        "Score of the first player, and share of games that reach the limit of moves, " +
        `in the last ${enough} games.`,
      empty: "Shown from the second checkpoint on.",
      from: ["points"],
      format: (v) => percent(v),
      scales: { y: { range: [0, 1] } },
      of: ({ points }, axis) => columns(points, axis, [pooled(points, "first"), pooled(points, "limited")]),
      series: [
        { label: "first player", colour: "--c1", show: (v) => percent(v, 1) },
        { label: "at the limit", colour: "--c2", show: (v) => percent(v, 1) },
      ],
    },
    ...moreCurves(),
  ];
}

// ratingNote names the reference of the intervals, unless it is step 0.
function ratingNote({ ratings }) {
  if (!ratings || ratings.reference === ratings.anchor) return "";
  const first = ratings.rated.find((r) => r.step === ratings.reference);
  const low = first ? number(first.elo.low) : -Infinity;
  const distance = Number.isFinite(low)
    ? " Only a lower bound of that step's rating is known, because the step never lost to step 0: " +
      `more than ${elo(low)} above step 0.`
    : "";
  return ` Here the intervals are relative to step ${short(ratings.reference)}.${distance}`;
}
