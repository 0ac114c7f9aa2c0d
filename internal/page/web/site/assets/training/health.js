// The health of a run in one sentence, by rules. The rules use only the data, and no clock.
import { elo, number, percent, short, time } from "./format.js";
import { mean, median, metric, variance } from "./series.js";
import { capital, t } from "./texts.js";

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
  return p && t("health.not-finite", { names: p.not_finite.join(", "), step: short(p.step) });
}

// exploding compares the newest gradients with the usual ones.
function exploding({ points }) {
  const all = present(metric(staged(points), "gradient_norm")),
    now = median(all.slice(-3)),
    usual = median(all.slice(-53, -3));
  if (all.length < least.usual + 3 || !(now > explosion * usual)) return "";
  return t("health.exploding", { times: Math.round(now / usual) });
}

// stalled tells that no game or no checkpoint comes any more.
function stalled({ head, points }) {
  if (head.state !== "running") return "";
  const gap = head.rate > 0 ? 3600 / head.rate : 0;
  if (head.idle > Math.max(180, 30 * gap)) return t("health.no-game", { time: rounded(head.idle) });
  const last = points.at(-1),
    cycles = points.slice(-30).map((p, i, list) => (i ? p.elapsed - list[i - 1].elapsed : null));
  const wait = last ? head.elapsed - last.elapsed : 0,
    usual = median(present(cycles)) ?? 0;
  if (points.length > 3 && wait > Math.max(600, 10 * usual))
    return t("health.no-checkpoint", { time: rounded(wait) });
  return "";
}

function disk({ head, trouble }) {
  if (trouble) return t("health.unreadable");
  return head.space ? t("health.disk", { free: Math.round(head.space / 2 ** 20) }) : "";
}

function damaged({ points }) {
  const games = points.at(-1)?.metrics.damaged_games;
  return games ? t("health.damaged", { n: games }) : "";
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
  if (!matches.length) return t("health.gate.none");
  const at = matches.findLastIndex((m) => m.decision === "accepted"),
    since = matches.length - 1 - at;
  if (at < 0) return since >= 3 ? t("health.gate.failed") : t("health.gate.begun");
  const quiet = head.elapsed - matches[at].elapsed;
  if (since >= 3 && quiet >= Math.max(1200, 0.1 * head.elapsed))
    return t("health.rating.flat", { time: rounded(quiet) });
  const best = ratings?.rated.findLast((r) => r.best)?.elo;
  const known = best && Number.isFinite(number(best.low)) && Number.isFinite(number(best.high));
  return known ? t("health.rating.rising-to", { elo: elo(best.estimate) }) : t("health.rating.rising");
}

const sentence = (parts) => {
  const text = parts.filter(Boolean).join(", ");
  return text ? `${capital(text)}.` : "";
};

// health returns the level (bad, warn, good or still) and the sentence. It takes the known data of a
// run, and trouble, the text of an error. Bad signs come first.
export function health(known) {
  const { head, points } = known;
  const bad = [notFinite, exploding, stalled, disk].map((rule) => rule(known)).filter(Boolean);
  const loss = trend(points),
    ratio = speed(known),
    share = median(present(metric(points.slice(-5), "processor_share")));
  const running = head.state === "running",
    rising = loss === "rising" && running;
  const warnings = [
    damaged(known),
    rising && t("health.loss.rising"),
    ratio !== null && ratio < slow && running && t("health.slow", { share: percent(ratio) }),
    share !== null && share < 0.5 && running && t("health.cores", { share: percent(share) }),
  ].filter(Boolean);
  const calm = [
    progress(known),
    loss && !rising && t(`health.loss.${loss}`),
    ratio !== null && ratio >= slow && t("health.normal"),
  ];
  if (head.state === "stopped") {
    const text = t("health.stopped", { share: percent(head.progress) });
    return { level: bad.length ? "bad" : "still", text: sentence([...bad, text, ...calm.slice(0, 2)]) };
  }
  if (!running) {
    const text = t(head.state === "finished" ? "health.finished" : "health.trained");
    return { level: bad.length ? "bad" : "good", text: sentence([...bad, text, calm[0], damaged(known)]) };
  }
  const text = sentence([...bad, ...warnings, ...calm]);
  return {
    level: bad.length ? "bad" : warnings.length ? "warn" : "good",
    text: text || t("health.begun"),
  };
}

