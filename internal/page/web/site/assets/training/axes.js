// The horizontal axes of curves, by their unit.
import { percent, plain, short, tick, time } from "./format.js";
import { t } from "./texts.js";

// Possible distances of ticks on a time axis, in seconds.
const moments = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800, 86400];

function moment(seconds, step) {
  if (step < 60) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return step < 3600 && seconds < 7200 ? `${seconds / 60} min` : `${plain(+(seconds / 3600).toFixed(1))} h`;
}

// clock has the ticks of an axis with times.
export const clock = {
  incrs: moments,
  values: (_, ticks, a, b, step) => ticks.map((v) => moment(v, step)),
};

export const axes = {
  elapsed: { ...clock, legend: time, label: t("axis.elapsed") },
  used: { ...clock, legend: time, label: t("axis.used") },
  step: { values: (_, ticks) => ticks.map(tick), legend: short, label: t("axis.step") },
  games: { values: (_, ticks) => ticks.map(tick), legend: short, label: t("axis.games") },
  ply: {
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    values: (_, ticks) => ticks.map(String),
    legend: (v) => String(v),
    label: t("axis.ply"),
  },
  chance: {
    values: (_, ticks) => ticks.map((v) => percent(v)),
    legend: (v) => percent(v),
    label: t("axis.chance"),
  },
};
