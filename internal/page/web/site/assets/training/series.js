// Lists of numbers for curves. A list has null where a point has no value.

// smoothed returns the exponential moving average of a list. weight is the share of the older
// values, from 0 to less than 1. The first values count as in a mean, so that the curve does not
// begin at zero.
export function smoothed(values, weight) {
  if (!(weight > 0)) return values;
  let sum = 0,
    share = 0;
  return values.map((v) => {
    if (v === null || v === undefined) return null;
    sum = weight * sum + (1 - weight) * v;
    share = weight * share + (1 - weight);
    return sum / share;
  });
}

// thinned returns about most evenly spaced rows of columns, with the first and the last row.
export function thinned(columns, most) {
  const n = columns[0].length;
  if (n <= most) return columns;
  const rows = Array.from({ length: most }, (_, i) => Math.floor((i * (n - 1)) / (most - 1)));
  return columns.map((column) => rows.map((row) => column[row]));
}

// positive leaves out the values that a logarithmic axis cannot show.
export const positive = (values) => values.map((v) => (v > 0 ? v : null));

// before returns the value of a column at a row, or at the nearest row before it that has one.
export function before(column, row) {
  for (let i = Math.min(row, column.length - 1); i >= 0; i--)
    if (column[i] !== null && column[i] !== undefined) return column[i];
  return null;
}

// metric returns the values of a metric at all points.
export const metric = (points, name) => points.map((p) => p.metrics[name] ?? null);

// planOf returns the settings of learning in the stage of a point.
export const planOf = (config, point) => config.plans[point.metrics.stage ?? 0] ?? config.plans[0];

// learningRates returns the learning rate at each point.
export const learningRates = ({ points, config }) =>
  points.map((p) =>
    "learning_rate_factor" in p.metrics
      ? p.metrics.learning_rate_factor * planOf(config, p).learning_rate
      : null,
  );

// uses returns how many samples training has drawn for each new position, between a point and the
// one before it.
export function uses(points) {
  let last = null;
  return points.map(({ window: w }) => {
    const [a, b] = [last, w];
    last = w ?? last;
    if (!a || !b || !(b.added > a.added) || b.drawn < a.drawn) return null;
    return (b.drawn - a.drawn) / (b.added - a.added);
  });
}

// allUses returns the same from the start of the run.
export const allUses = (points) =>
  points.map(({ window: w }) => (w && w.added > 0 ? w.drawn / w.added : null));

// windowAges returns the running time in seconds since the oldest game of the window was played.
export function windowAges(points) {
  let i = 0;
  return points.map(({ window: w, elapsed }) => {
    if (!w || !w.first) return null;
    if (i > 0 && points[i - 1].games >= w.first) i = 0; // the window began again
    while (i < points.length - 1 && points[i].games < w.first) i++;
    const a = points[i - 1],
      b = points[i];
    if (!a || b.games <= a.games) return Math.max(0, elapsed - b.elapsed);
    const share = Math.min(1, Math.max(0, (w.first - a.games) / (b.games - a.games)));
    return Math.max(0, elapsed - (a.elapsed + share * (b.elapsed - a.elapsed)));
  });
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b),
    half = Math.floor(sorted.length / 2);
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

export const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;

// variance returns the variance of the mean of some values.
export function variance(values) {
  const m = mean(values);
  return values.reduce((sum, v) => sum + (v - m) ** 2, 0) / Math.max(1, values.length - 1) / values.length;
}
