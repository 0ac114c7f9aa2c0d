// The rules of the training page's curves, with made-up runs: the health of a run, smoothing, the
// window of games, differences of settings, and files of data.
import assert from "node:assert/strict";
import { scene } from "./harness.mjs";
import { folder, remove, serve } from "./program.mjs";

async function empty() {
  const runs = await folder(),
    server = await serve(["--runs", runs]);
  const stop = async () => {
    await server.stop();
    await remove(runs);
  };
  return { ...server, stop };
}

// made returns a made-up run in training: a point for each minute, with falling losses.
function made({ points = 60, head = {}, edit = () => {}, ...more } = {}) {
  const list = Array.from({ length: points }, (_, i) => ({
    step: 100 * i,
    elapsed: 60 * i,
    games: 1000 * i,
    metrics: {
      loss_total: 4 - 0.03 * i + 0.002 * (i % 3),
      gradient_norm: 1 + 0.1 * (i % 4),
      positions_per_second: 2000 + 20 * (i % 5),
      samples_per_second: 4000 + 40 * (i % 5),
      processor_share: 0.9,
    },
  }));
  list.forEach((p, i) => edit(p.metrics, i, p));
  const elapsed = list.at(-1)?.elapsed ?? 0;
  return {
    points: list,
    head: { state: "running", elapsed: elapsed + 20, rate: 60_000, idle: 2, progress: 0.42, ...head },
    config: { gate: 100 },
    matches: [{ elapsed: elapsed - 300, decision: "accepted" }],
    ratings: { rated: [{ best: true, elo: { estimate: 310, low: 250, high: 380 } }] },
    ...more,
  };
}

// judged returns made-up gate matches, the last accepted one so many minutes before the end.
const judged = (minutes) => [
  { elapsed: (59 - minutes) * 60, decision: "accepted" },
  ...[1, 2, 3].map((i) => ({ elapsed: (59 - minutes + i) * 60, decision: "rejected" })),
];

const cases = [
  ["good", "Rating rising (+310 Elo), loss falling, speed normal.", made()],
  ["good", "Rating flat for 30 min, loss falling, speed normal.", made({ matches: judged(30) })],
  ["good", "Loss falling, speed normal.", made({ config: { gate: 0 }, matches: [], ratings: null })],
  ["good", "No gate match yet, loss falling, speed normal.", made({ matches: [], ratings: null })],
  [
    "good",
    "Rating rising (+310 Elo), loss level, speed normal.",
    made({ edit: (m, i) => (m.loss_total = 2 + 0.01 * (i % 2)) }),
  ],
  [
    "warn",
    "Loss rising, rating rising (+310 Elo), speed normal.",
    made({ edit: (m, i) => i > 40 && (m.loss_total = 3 + 0.05 * (i - 40)) }),
  ],
  // a new stage begins with another loss and another speed
  [
    "good",
    "Rating rising (+310 Elo), loss falling, speed normal.",
    made({
      edit: (m, i) => {
        m.stage = i < 45 ? 0 : 1;
        if (i >= 45) Object.assign(m, { loss_total: 9 - 0.05 * i, positions_per_second: 500 });
      },
    }),
  ],
  [
    "warn",
    "Speed down to 25% of the usual, rating rising (+310 Elo), loss falling.",
    made({ edit: (m, i) => i > 56 && (m.positions_per_second = 510) }),
  ],
  [
    "warn",
    "Only 30% of the requested cores, rating rising (+310 Elo), loss falling, speed normal.",
    made({ edit: (m, i) => i > 50 && (m.processor_share = 0.3) }),
  ],
  [
    "warn",
    "2 damaged games set aside, rating rising (+310 Elo), loss falling, speed normal.",
    made({ edit: (m) => (m.damaged_games = 2) }),
  ],
  [
    "bad",
    "Loss_policy not finite at step 5\u202f900, rating rising (+310 Elo), loss falling, speed normal.",
    made({ edit: (_, i, p) => i === 59 && (p.not_finite = ["loss_policy"]) }),
  ],
  [
    "bad",
    "Gradient exploding, 50 times as long as usual, rating rising (+310 Elo), loss falling, speed normal.",
    made({ edit: (m, i) => (m.gradient_norm = i > 56 ? 50 : 1) }),
  ],
  [
    "bad",
    "Self-play stalled, no new game for 10 min, rating rising (+310 Elo), loss falling, speed normal.",
    made({ head: { idle: 640 } }),
  ],
  [
    "bad",
    "Training stalled, no checkpoint for 15 min, rating flat for 20 min, loss falling, speed normal.",
    made({ head: { elapsed: 59 * 60 + 900 }, matches: judged(8) }),
  ],
  // slow games are no standstill
  [
    "good",
    "Rating rising (+310 Elo), loss falling, speed normal.",
    made({ head: { idle: 640, rate: 60 } }),
  ],
  [
    "bad",
    "The disk is almost full, 300 MiB are free, rating rising (+310 Elo), loss falling, speed normal.",
    made({ head: { space: 300 * 2 ** 20 } }),
  ],
  [
    "bad",
    "The run cannot be read, rating rising (+310 Elo), loss falling, speed normal.",
    made({ trouble: "run.db is malformed" }),
  ],
  [
    "still",
    "Stopped at 42% of the budget, rating rising (+310 Elo), loss falling.",
    made({ head: { state: "stopped" } }),
  ],
  ["good", "Finished, rating rising (+310 Elo).", made({ head: { state: "finished" } })],
  [
    "good",
    "Training has begun, and there is not enough data to judge it yet.",
    made({ points: 0, config: { gate: 0 }, matches: [], ratings: null }),
  ],
];

scene("rules of the curves", { site: empty, path: "training.html" }, async ({ page }) => {
  const call = (module, name, ...args) =>
    page.evaluate(
      async ([module, name, args]) => (await import(`./assets/training/${module}.js`))[name](...args),
      [module, name, args],
    );
  for (const [level, text, run] of cases)
    assert.deepEqual(await call("health", "health", run), { level, text }, JSON.stringify(run.head));

  assert.deepEqual(await call("series", "smoothed", [1, null, 3], 0), [1, null, 3]);
  const [a, b, c] = await call("series", "smoothed", [1, null, 3], 0.5);
  assert.deepEqual([a, b], [1, null]);
  assert.ok(Math.abs(c - (0.25 * 1 + 0.5 * 3) / 0.75) < 1e-12, "the mean is not corrected for its start");
  assert.deepEqual(await call("series", "thinned", [[1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1]], 3), [
    [1, 4, 7],
    [7, 4, 1],
  ]);
  const at = (elapsed, games, first, added, drawn) => ({
    elapsed,
    games,
    metrics: {},
    window: first === null ? null : { first, added, drawn },
  });
  const points = [
    at(0, 0, null),
    at(100, 50, 1, 500, 500),
    at(200, 100, 25, 1000, 2000),
    at(300, 200, 150, 2000, 3000),
  ];
  assert.deepEqual(await call("series", "windowAges", points), [null, 98, 150, 50]);
  assert.deepEqual(await call("series", "uses", points), [null, null, 3, 1]);
  assert.deepEqual(await call("series", "allUses", points), [null, 1, 2, 1.5]);
  assert.deepEqual(
    await call("compare", "differences", [
      { a: "1", b: "2", c: "3" },
      { a: "1", b: "4" },
    ]),
    [
      ["b", ["2", "4"]],
      ["c", ["3", "–"]],
    ],
  );
  // if only another run has data, its values are not written as those of the watched run
  const written = await page.evaluate(async () => {
    const { Drawing } = await import("./assets/training/drawing.js");
    const series = [{ label: "low", hidden: true }, { label: "a", show: () => "of the watched run" }];
    const drawing = new Drawing(document.createElement("div"), { series });
    drawing.set("step", [{ name: "b", other: true, colour: "--r2", columns: [[1], [0], [2]] }], { end: 1 });
    return drawing.curves.map((curve) => drawing.written(curve, 0));
  });
  assert.deepEqual(written, ["2"]);
  const spec = { series: [{ label: "x, y" }, { label: "=z" }] };
  const layers = [
    { name: "one", columns: [[1, 2], [10, 20], [null, 5]] },
    { name: "two", columns: [[2], [7], [8]] },
    { name: "off", off: true, columns: [[9], [9], [9]] },
  ];
  const rows = await call("save", "chartRows", "step", layers, spec);
  assert.deepEqual(rows, [
    ["step", "one: x, y", "one: =z", "two: x, y", "two: =z"],
    [1, 10, null, null, null],
    [2, 20, 5, 7, 8],
  ]);
  const text = await call("save", "csv", await call("save", "chartRows", "step", [layers[0]], spec));
  assert.equal(text, `step,"x, y",'=z\r\n1,10,\r\n2,20,5\r\n`);
});
