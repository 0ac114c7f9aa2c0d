// The curves, and how to compute them from the known data of a run.
import { percent, short, elo, number } from "./format.js";
import { columns, simple } from "./columns.js";
import { fromZero, moreCurves, waiting } from "./morecurves.js";
import { metric } from "./series.js";
import { shareText } from "./tables.js";
import { joined, t } from "./texts.js";

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

const between = (low, high) => t("between", { low: elo(low), high: elo(high) });

// curves returns the curves of a page. A curve has the texts title, about and empty, and also bands,
// scales, range and format. of returns the columns along an axis. from names the data that the curve
// depends on. when tells whether a run has this curve. log says that a logarithmic axis suits it, and
// rough that nobody smooths it. series is a list of lines. A line has a label, a colour and show(v, i). It
// may also have scale, dash, points, steps and hidden.
export function curves(known, at) {
  return [
    {
      title: t("rating"),
      about: t("rating.about"),
      empty: known().config.gate
        ? t("rating.empty")
        : t("rating.no-gate"),
      from: ["ratings"],
      rough: true,
      of: ratingColumns,
      format: elo,
      more: ratingNote,
      bands: [{ series: [1, 2], colour: "--band" }],
      series: [
        { label: t("line.high"), colour: "--c1", hidden: true },
        { label: t("line.low"), colour: "--c1", hidden: true },
        { label: t("rating.best"), colour: "--c2", steps: true, show: (v) => elo(v) },
        {
          label: t("rating.checkpoint"),
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
      title: t("solved"),
      about: t("solved.about"),
      empty: t("solved.empty"),
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
        { label: t("line.high"), colour: "--c1", hidden: true },
        { label: t("line.low"), colour: "--c1", hidden: true },
        {
          label: t("solved.any"),
          colour: "--c1",
          points: true,
          show: (_, i) => shareText(known().points.filter((p) => p.exact)[i].exact),
        },
        { label: t("solved.played"), colour: "--c2", points: true, dash: [5, 4], show: (v) => percent(v, 1) },
      ],
    },
    {
      title: t("policy-loss"),
      about: t("policy-loss.about"),
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_policy", "policy_target_entropy"),
      series: [
        { label: t("line.loss"), colour: "--c1" },
        { label: t("policy-loss.entropy"), colour: "--c3", dash: [5, 4] },
      ],
    },
    {
      title: t("value-loss"),
      about: t("value-loss.about"),
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_value"),
      series: [{ label: t("line.loss"), colour: "--c1" }],
    },
    {
      title: t("agreement"),
      about: t("agreement.about"),
      empty: waiting,
      from: ["points"],
      of: simple("policy_agreement"),
      format: (v) => percent(v),
      scales: share,
      series: [{ label: t("agreement.same"), colour: "--c1", show: (v) => percent(v, 1) }],
    },
    {
      title: t("other-losses"),
      about: t("other-losses.about"),
      empty: waiting,
      from: ["points"],
      log: true,
      of: simple("loss_reply", "loss_occupation", "loss_plies"),
      scales: { y: {}, right: {} },
      series: [
        { label: t("other-losses.reply"), colour: "--c1" },
        { label: t("other-losses.stones"), colour: "--c2", scale: "right" },
        { label: t("other-losses.moves"), colour: "--c3", scale: "right", dash: [5, 4] },
      ],
    },
    {
      title: t("speed"),
      about: t("speed.about"),
      empty: t("curve.second"),
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
        { label: t("speed.games"), colour: "--c1" },
        { label: t("speed.positions"), colour: "--c2", scale: "right" },
      ],
    },
    {
      title: t("processor"),
      about: t("processor.about"),
      empty: t("curve.second"),
      from: ["points"],
      format: (v) => percent(v),
      scales: { y: { range: (_, low, high) => [0, Math.max(1, high * 1.05)] } },
      // runs of earlier versions lack this metric
      when: (k) => k.points.length < 2 || k.points.some((p) => "processor_share" in p.metrics),
      of: ({ points }, axis) => columns(points, axis, [smooth(metric(points, "processor_share"))]),
      series: [{ label: t("processor.share"), colour: "--c1", show: (v) => percent(v, 1) }],
    },
    {
      title: t("game-length"),
      about: t("game-length.about", { games: enough }),
      empty: t("curve.second"),
      from: ["points"],
      scales: fromZero,
      of: ({ points }, axis) => columns(points, axis, [pooled(points, "plies")]),
      series: [{ label: t("game-length.moves"), colour: "--c1" }],
    },
    {
      title: t("winners"),
      about: t("winners.about", { games: enough }),
      empty: t("curve.second"),
      from: ["points"],
      format: (v) => percent(v),
      scales: { y: { range: [0, 1] } },
      of: ({ points }, axis) => columns(points, axis, [pooled(points, "first"), pooled(points, "limited")]),
      series: [
        { label: t("winners.first"), colour: "--c1", show: (v) => percent(v, 1) },
        { label: t("winners.limit"), colour: "--c2", show: (v) => percent(v, 1) },
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
  return joined(
    t("rating.relative", { step: short(ratings.reference) }),
    Number.isFinite(low) && t("rating.bound", { elo: elo(low) }),
  );
}
