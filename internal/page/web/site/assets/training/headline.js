// The figures at the top.
import { count, elo, percent, short, time } from "./format.js";
import { t } from "./texts.js";

export function drawState(node, head) {
  node.textContent = t(`state.${head.state}`);
  node.className = `state ${head.state}`;
}

// drawHeadline shows the status of a run. The server sends it every second during training.
export function drawHeadline(list, bar, { head, ratings, points, report, config }) {
  const best = ratings?.rated.find((r) => r.step === head.best);
  const exact = points.findLast((p) => p.exact)?.exact,
    final = report?.exact?.[0];
  const figures = [
    [
      t("figure.step"),
      count(head.step),
      head.steps
        ? t("figure.of", { all: short(head.steps) })
        : `${t("blocks", { n: config.blocks })} × ${t("channels", { n: config.channels })}`,
    ],
    ...stage(points, config),
    [
      t("figure.games"),
      count(head.games),
      head.rate ? t("figure.rate", { rate: short(head.rate) }) : t("figure.itself"),
    ],
    [
      t("figure.elapsed"),
      config.serial ? "–" : time(head.elapsed),
      head.budget && head.clock !== "processor" ? t("figure.of", { all: time(head.budget) }) : "",
    ],
    ...processorTime(head),
    remaining(head),
    [
      t("figure.best"),
      head.best === null ? "–" : t("figure.best.step", { step: short(head.best) }),
      best ? above(best.elo) : t("figure.best.none"),
    ],
  ];
  if (final)
    figures.push([
      t("figure.mistakes"),
      percent(final.search.rate, 1),
      t("figure.mistakes.final", { n: final.simulations, policy: percent(final.policy.rate, 1) }),
    ]);
  if (final?.played)
    figures.push([
      t("figure.played"),
      percent(final.played.search.rate, 1),
      t("figure.played.final", { policy: percent(final.played.policy.rate, 1) }),
    ]);
  if (!final && exact)
    figures.push([t("figure.mistakes"), percent(exact.rate, 1), t("figure.mistakes.network")]);
  list.replaceChildren(...figures.map(figure));
  bar.style.width = `${(100 * head.progress).toFixed(2)}%`;
}

// stage shows the stage that the run is in, if it has stages.
function stage(points, { stages }) {
  if (stages.length < 2) return [];
  const now = points.findLast((p) => "stage" in p.metrics)?.metrics.stage ?? 0;
  return [
    [t("figure.stage"), stages[now], t("figure.stage.at", { now: now + 1, all: stages.length })],
  ];
}

// processorTime shows the processor time of the run, if it was counted.
function processorTime({ used, got, budget, clock }) {
  if (used === null) return [];
  const share = got ? t("figure.cores", { share: percent(got) }) : "";
  return [
    [
      t("figure.used"),
      time(used),
      [budget && clock === "processor" && t("figure.of", { all: time(budget) }), share]
        .filter(Boolean)
        .join(", "),
    ],
  ];
}

// above writes a rating. Without an upper bound it writes the lower bound, because the estimate is
// not meaningful then. Without both, no matches connect the checkpoint with step 0, as after a stage on
// another board.
function above({ estimate, high, low }) {
  if (high === "inf" && low === "-inf") return t("figure.elo.unknown");
  return high === "inf" ? t("figure.elo.more", { elo: elo(low) }) : t("figure.elo", { elo: elo(estimate) });
}

function remaining(head) {
  if (head.state === "finished") return [t("figure.done"), percent(1), t("figure.report")];
  const note = {
    running: head.left === null ? "" : t("figure.left", { time: time(head.left) }),
    reporting: t("figure.trained"),
    stopped: t("figure.continue"),
  }[head.state];
  return [t("figure.done"), percent(head.progress, head.progress < 0.1 ? 1 : 0), note];
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
