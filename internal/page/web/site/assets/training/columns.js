// The columns of curves over the checkpoints of a run.
import { metric } from "./series.js";

// columns returns the points that have a value, as columns along an axis.
export function columns(points, axis, lists) {
  const kept = points.map((_, i) => i).filter((i) => lists.some((list) => list[i] !== null));
  return [points, ...lists].map((list, column) => kept.map((i) => (column ? list[i] : list[i][axis])));
}

// simple returns a function for the columns of some metrics.
export const simple =
  (...names) =>
  ({ points }, axis) =>
    columns(
      points,
      axis,
      names.map((name) => metric(points, name)),
    );
