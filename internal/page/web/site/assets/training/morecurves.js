// The curves of how training itself works: the optimiser, the window of games, and held-out games.
import { fixed, percent, short, time } from "./format.js";
import { columns, simple } from "./columns.js";
import { allUses, learningRates, metric, planOf, uses, windowAges } from "./series.js";
import { t } from "./texts.js";

export const waiting = t("curve.begins");
export const fromZero = { y: { range: (_, low, high) => [0, high * 1.1] } };
const has = (name) => (k) => k.points.some((p) => name in p.metrics);
const windowed = (k) => k.points.length < 2 || k.points.some((p) => p.window);

// small writes numbers such as learning rates.
function small(v) {
  if (v === 0 || Math.abs(v) >= 0.01) return short(v);
  const [digits, power] = v.toExponential(1).split("e");
  return `${fixed(Number(digits), 1)}e${power.replace("-", "−")}`;
}

export const moreCurves = () => [
  {
    title: t("total-loss"),
    about: t("total-loss.about"),
    empty: waiting,
    from: ["points"],
    log: true,
    of: simple("loss_total"),
    series: [{ label: t("line.loss"), colour: "--c1" }],
  },
  {
    title: t("held-out"),
    about: t("held-out.about"),
    empty: waiting,
    from: ["points"],
    when: has("held_out_policy"),
    log: true,
    scales: { y: {}, right: {} },
    of: simple("held_out_policy", "held_out_value"),
    series: [
      { label: t("held-out.policy"), colour: "--c1", points: true },
      { label: t("held-out.value"), colour: "--c2", points: true, scale: "right" },
    ],
  },
  {
    title: t("value-error"),
    about: t("value-error.about"),
    empty: waiting,
    from: ["points"],
    log: true,
    of: simple("value_error"),
    series: [{ label: t("value-error.error"), colour: "--c1" }],
  },
  {
    title: t("gradient"),
    about: t("gradient.about"),
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
      { label: t("gradient.length"), colour: "--c1" },
      { label: t("gradient.limit"), colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: t("learning-rate"),
    about: t("learning-rate.about"),
    empty: waiting,
    from: ["points"],
    rough: true,
    log: true,
    format: small,
    scales: fromZero,
    of: (known, axis) => columns(known.points, axis, [learningRates(known)]),
    series: [{ label: t("learning-rate.rate"), colour: "--c1" }],
  },
  {
    title: t("learning-speed"),
    about: t("learning-speed.about"),
    empty: waiting,
    from: ["points"],
    log: true,
    scales: fromZero,
    of: simple("samples_per_second"),
    series: [{ label: t("learning-speed.samples"), colour: "--c1" }],
  },
  {
    title: t("uses"),
    about: t("uses.about"),
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
      { label: t("uses.lately"), colour: "--c1" },
      { label: t("uses.run"), colour: "--c2" },
      { label: t("uses.limit"), colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: t("window-age"),
    about: t("window-age.about"),
    empty: waiting,
    from: ["points"],
    when: windowed,
    format: time,
    clock: true,
    scales: fromZero,
    of: ({ points }, axis) => columns(points, axis, [windowAges(points)]),
    series: [{ label: t("window-age.age"), colour: "--c1" }],
  },
  {
    title: t("window-size"),
    about: t("window-size.about"),
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
      { label: t("window-size.in"), colour: "--c1" },
      { label: t("window-size.all"), colour: "--c3", dash: [5, 4] },
    ],
  },
  {
    title: t("damaged"),
    about: t("damaged.about"),
    empty: "",
    from: ["points"],
    when: has("damaged_games"),
    rough: true,
    scales: fromZero,
    of: simple("damaged_games"),
    series: [{ label: t("damaged.games"), colour: "--c2", steps: true }],
  },
];

// calibrationCurve compares the values of searches with the results of their games. It has an axis
// of its own.
export const calibrationCurve = {
  title: t("calibration"),
  about: t("calibration.about"),
  empty: t("calibration.empty"),
  alone: true,
  rough: true,
  format: (v) => percent(v),
  scales: { y: { range: [0, 1] } },
  series: [
    { label: t("calibration.score"), colour: "--c1", points: true, show: (v) => percent(v, 1) },
    { label: t("calibration.ideal"), colour: "--c3", dash: [5, 4] },
  ],
};

// calibrationColumns returns the columns of that curve, and null columns for no games.
export const calibrationColumns = ({ bins }) => {
  const ends = bins.length ? [0, 1] : [];
  const xs = [...new Set([...ends, ...bins.map((b) => b.chance)])].sort((a, b) => a - b);
  return [xs, xs.map((x) => bins.find((b) => b.chance === x)?.score ?? null), xs];
};
