// The curves of how training itself works: the optimiser, the window of games, and held-out games.
import { percent, short, time } from "./format.js";
import { columns, simple } from "./columns.js";
import { allUses, learningRates, metric, planOf, uses, windowAges } from "./series.js";

export const waiting = "Training begins when enough games are played.";
export const fromZero = { y: { range: (_, low, high) => [0, high * 1.1] } };
const has = (name) => (k) => k.points.some((p) => name in p.metrics);
const windowed = (k) => k.points.length < 2 || k.points.some((p) => p.window);

// small writes numbers such as learning rates.
const small = (v) => (v === 0 ? "0" : Math.abs(v) < 0.01 ? v.toExponential(1).replace("-", "−") : short(v));

export const moreCurves = () => [
  {
    title: "Total loss",
    about: "The weighted sum of all losses, which training lowers.",
    empty: waiting,
    from: ["points"],
    log: true,
    of: simple("loss_total"),
    series: [{ label: "loss", colour: "--c1" }],
  },
  {
    title: "Held-out loss",
    about: "The losses on games from which the network never learns, while the run learns from an older run.",
    empty: waiting,
    from: ["points"],
    when: has("held_out_policy"),
    log: true,
    scales: { y: {}, right: {} },
    of: simple("held_out_policy", "held_out_value"),
    series: [
      { label: "policy", colour: "--c1", points: true },
      { label: "value (right axis)", colour: "--c2", points: true, scale: "right" },
    ],
  },
  {
    title: "Value error",
    about: "Mean distance of the predicted value from the target, where a lost and a won game are 2 apart.",
    empty: waiting,
    from: ["points"],
    log: true,
    of: simple("value_error"),
    series: [{ label: "error", colour: "--c1" }],
  },
  {
    title: "Gradient",
    about: "Mean length of the gradient of a step. Training shortens longer ones to the limit.",
    empty: waiting,
    from: ["points"],
    log: true,
    scales: fromZero,
    of: ({ points, config }, axis) =>
      columns(points, axis, [
        metric(points, "gradient_norm"),
        points.map((p) => ("gradient_norm" in p.metrics ? planOf(config, p).clip || null : null)),
      ]),
    series: [
      { label: "length", colour: "--c1" },
      { label: "limit", colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: "Learning rate",
    about: "The rate of the optimiser. It rises in the first steps, and falls in the cooldown.",
    empty: waiting,
    from: ["points"],
    rough: true,
    log: true,
    format: small,
    scales: fromZero,
    of: (known, axis) => columns(known.points, axis, [learningRates(known)]),
    series: [{ label: "rate", colour: "--c1" }],
  },
  {
    title: "Learning speed",
    about: "Samples a second from which the network learns.",
    empty: waiting,
    from: ["points"],
    log: true,
    scales: fromZero,
    of: simple("samples_per_second"),
    series: [{ label: "samples/s", colour: "--c1" }],
  },
  {
    title: "Samples a position",
    about: "How often training draws each new position: lately, in the whole run, and at most.",
    empty: waiting,
    from: ["points"],
    when: windowed,
    log: true,
    scales: fromZero,
    of: ({ points, config }, axis) =>
      columns(points, axis, [
        uses(points),
        allUses(points),
        points.map((p) => (p.window ? planOf(config, p).uses || null : null)),
      ]),
    series: [
      { label: "since the last checkpoint", colour: "--c1" },
      { label: "in the whole run", colour: "--c2" },
      { label: "limit of the stage", colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: "Age of the window",
    about: "Running time since the oldest game was played from which training still learns.",
    empty: waiting,
    from: ["points"],
    when: windowed,
    format: time,
    clock: true,
    scales: fromZero,
    of: ({ points }, axis) => columns(points, axis, [windowAges(points)]),
    series: [{ label: "age", colour: "--c1" }],
  },
  {
    title: "Size of the window",
    about: "Positions from which training draws its samples, and all positions so far.",
    empty: waiting,
    from: ["points"],
    when: windowed,
    log: true,
    scales: fromZero,
    of: ({ points }, axis) =>
      columns(points, axis, [
        points.map((p) => p.window?.positions ?? null),
        points.map((p) => p.window?.added ?? null),
      ]),
    series: [
      { label: "in the window", colour: "--c1" },
      { label: "so far", colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: "Damaged games",
    about: "Games that the trainer has set aside because it could not read them.",
    empty: "",
    from: ["points"],
    when: has("damaged_games"),
    rough: true,
    scales: fromZero,
    of: simple("damaged_games"),
    series: [{ label: "games", colour: "--c2", steps: true }],
  },
];

// calibrationCurve compares the values of searches with the results of their games. It has an axis
// of its own.
export const calibrationCurve = {
  title: "Calibration",
  about: "The score of the player to move, over the chance that its search saw. The dashed line is ideal.",
  empty: "Shown when games have ended.",
  alone: true,
  rough: true,
  format: (v) => percent(v),
  scales: { y: { range: [0, 1] } },
  series: [
    { label: "score", colour: "--c1", points: true, show: (v) => percent(v, 1) },
    { label: "ideal", colour: "--c3", dash: [5, 4] },
  ],
};

// calibrationColumns returns the columns of that curve, and null columns for no games.
export const calibrationColumns = ({ bins }) => {
  const ends = bins.length ? [0, 1] : [];
  const xs = [...new Set([...ends, ...bins.map((b) => b.chance)])].sort((a, b) => a - b);
  return [xs, xs.map((x) => bins.find((b) => b.chance === x)?.score ?? null), xs];
};
