// The health of a run in one sentence, by rules. The rules use only the data, and no clock.
import { elo, number, percent, short, time } from "./format.js";
import { counted } from "../noun.js";
import { mean, median, metric, variance } from "./series.js";

const explosion = 10; // a gradient so many times as long as usual is a bad sign
const slow = 0.6; // share of the usual speed that is a bad sign
const least = { usual: 10, trend: 10 }; // fewest points for a usual value, and for a trend

const present = (values) => values.filter((v) => v !== null && v !== undefined);

// rounded returns a time in steps that do not change each minute.
function rounded(seconds) {
  const step = seconds < 600 ? 60 : seconds < 7200 ? 300 : 1800;
  return time(Math.max(step, Math.floor(seconds / step) * step));
}

// staged returns only the points of the present stage, because a new stage changes settings, and with
// them the figures.
export function staged(points) {
  const stage = points.at(-1)?.metrics.stage;
  const first = points.findLastIndex((p) => p.metrics.stage !== stage);
  return points.slice(first + 1);
}

// notFinite names a loss or another figure that is infinite or not a number.
function notFinite({ points }) {
  const p = points.slice(-5).findLast((p) => p.not_finite?.length);
  return p && `${p.not_finite.join(", ")} not finite at step ${short(p.step)}`;
}

// exploding compares the newest gradients with the usual ones.
function exploding({ points }) {
  const all = present(metric(staged(points), "gradient_norm")),
    now = median(all.slice(-3)),
    usual = median(all.slice(-53, -3));
  if (all.length < least.usual + 3 || !(now > explosion * usual)) return "";
  return `gradient exploding, ${Math.round(now / usual)} times as long as usual`;
}

// stalled tells that no game or no checkpoint comes any more.
function stalled({ head, points }) {
  if (head.state !== "running") return "";
  const gap = head.rate > 0 ? 3600 / head.rate : 0;
  if (head.idle > Math.max(180, 30 * gap)) return `self-play stalled, no new game for ${rounded(head.idle)}`;
  const last = points.at(-1),
    cycles = points.slice(-30).map((p, i, list) => (i ? p.elapsed - list[i - 1].elapsed : null));
  const wait = last ? head.elapsed - last.elapsed : 0,
    usual = median(present(cycles)) ?? 0;
  if (points.length > 3 && wait > Math.max(600, 10 * usual))
    return `training stalled, no checkpoint for ${rounded(wait)}`;
  return "";
}

function disk({ head, trouble }) {
  if (trouble) return "the run cannot be read";
  return head.space ? `the disk is almost full, ${Math.round(head.space / 2 ** 20)} MiB are free` : "";
}

function damaged({ points }) {
  const games = points.at(-1)?.metrics.damaged_games;
  return games ? `${counted(games, "damaged game")} set aside` : "";
}

// trend returns how the total loss changes: "falling", "rising", "level", or "" if that is unknown.
export function trend(points) {
  const all = present(metric(staged(points), "loss_total")),
    n = Math.min(80, Math.max(least.trend, Math.floor(all.length / 4)));
  if (all.length < n) return "";
  const some = all.slice(-n),
    [a, b] = [some.slice(0, n >> 1), some.slice(n >> 1)];
  const change = mean(b) - mean(a);
  const noise = 2 * Math.sqrt(variance(a) + variance(b));
  if (Math.abs(change) < Math.max(noise, 0.002 * Math.abs(mean(a)))) return "level";
  return change < 0 ? "falling" : "rising";
}

// speed compares the newest speeds with the usual ones of this stage.
function speed({ points }) {
  const ratios = ["positions_per_second", "samples_per_second"].map((name) => {
    const all = present(metric(staged(points), name)).filter((v) => v > 0);
    return all.length < least.usual ? null : median(all.slice(-3)) / median(all.slice(-43, -3));
  });
  const known = present(ratios);
  return known.length ? Math.min(...known) : null;
}

// progress tells when the rating last rose.
function progress({ head, matches, ratings, config }) {
  if (!config.gate) return "";
  if (!matches.length) return "no gate match yet";
  const at = matches.findLastIndex((m) => m.decision === "accepted"),
    since = matches.length - 1 - at;
  if (at < 0) return since >= 3 ? "no checkpoint has passed the gate yet" : "the gate has just begun";
  const quiet = head.elapsed - matches[at].elapsed;
  if (since >= 3 && quiet >= Math.max(1200, 0.1 * head.elapsed)) return `rating flat for ${rounded(quiet)}`;
  const best = ratings?.rated.findLast((r) => r.best)?.elo;
  const known = best && Number.isFinite(number(best.low)) && Number.isFinite(number(best.high));
  return `rating rising${known ? ` (${elo(best.estimate)} Elo)` : ""}`;
}

const sentence = (parts) => {
  const text = parts.filter(Boolean).join(", ");
  return text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "";
};

// health returns the level (bad, warn, good or still) and the sentence. It takes the known data of a
// run, and trouble, the text of an error. Bad signs come first.
export function health(known) {
  const { head, points } = known;
  const bad = [notFinite, exploding, stalled, disk].map((rule) => rule(known)).filter(Boolean);
  const loss = trend(points),
    ratio = speed(known),
    share = median(present(metric(points.slice(-5), "processor_share")));
  const warnings = [
    damaged(known),
    loss === "rising" && head.state === "running" ? "loss rising" : "",
    ratio !== null && ratio < slow && head.state === "running"
      ? `speed down to ${percent(ratio)} of the usual`
      : "",
    share !== null && share < 0.5 && head.state === "running"
      ? `only ${percent(share)} of the requested cores`
      : "",
  ].filter(Boolean);
  const calm = [
    progress(known),
    loss && !warnings.includes("loss rising") ? `loss ${loss}` : "",
    ratio !== null && ratio >= slow ? "speed normal" : "",
  ];
  if (head.state === "stopped") {
    const text = `stopped at ${percent(head.progress)} of the budget`;
    return { level: bad.length ? "bad" : "still", text: sentence([...bad, text, ...calm.slice(0, 2)]) };
  }
  if (head.state !== "running") {
    const text = head.state === "finished" ? "finished" : "trained, the report is being made";
    return { level: bad.length ? "bad" : "good", text: sentence([...bad, text, calm[0], damaged(known)]) };
  }
  const text = sentence([...bad, ...warnings, ...calm]);
  return {
    level: bad.length ? "bad" : warnings.length ? "warn" : "good",
    text: text || "Training has begun, and there is not enough data to judge it yet.",
  };
}

