// Marks on the curves: where stages begin, when the gate has judged, and the cooldown.

// stageStarts returns where the stages after the first begin along an axis, with their names.
function stageStarts({ points, config }, axis) {
  let stage = 0;
  return points
    .filter((p) => p.metrics.stage > stage && (stage = p.metrics.stage))
    .map((p) => ({ at: p[axis], name: config.stages[p.metrics.stage] }));
}

// marksOf returns the marks of a run along an axis.
export function marksOf(known, axis) {
  const first = known.points.findIndex((p) => p.phase !== "constant");
  return {
    stages: stageStarts(known, axis),
    gates: known.matches
      .map((m) => ({ at: axis === "step" ? m.candidate : m[axis], accepted: m.decision === "accepted" }))
      .filter((m) => m.at !== null),
    // the rate falls from the checkpoint before the first one of the cooldown
    cooldown: first < 0 ? null : known.points[Math.max(0, first - 1)][axis],
  };
}

const size = 5; // of the mark of a gate match, in pixels

// drawMarks draws the marks behind the curves of a plot.
export function drawMarks({ ctx, bbox, valToPos }, { stages, gates, cooldown }, colour) {
  const dpr = devicePixelRatio,
    right = bbox.left + bbox.width,
    bottom = bbox.top + bbox.height;
  const place = (at) => Math.round(valToPos(at, "x", true));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  if (cooldown !== null) {
    const x = Math.max(bbox.left, place(cooldown));
    if (x < right) {
      ctx.fillStyle = colour("--cooldown");
      ctx.fillRect(x, bbox.top, right - x, bbox.height);
    }
  }
  ctx.font = `${11 * dpr}px Inter, system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.strokeStyle = ctx.fillStyle = colour("--quiet");
  ctx.lineWidth = dpr;
  ctx.setLineDash([2 * dpr, 4 * dpr]);
  for (const { at, name } of stages) {
    const x = place(at);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bottom);
    ctx.stroke();
    ctx.save();
    ctx.translate(x + 11 * dpr, bbox.top + 4 * dpr);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(name, 0, 0);
    ctx.restore();
  }
  ctx.setLineDash([]);
  for (const { at, accepted } of gates) {
    const x = place(at),
      high = (accepted ? 1.6 : 1) * size * dpr;
    ctx.fillStyle = ctx.strokeStyle = colour(accepted ? "--good" : "--quiet");
    ctx.beginPath();
    ctx.moveTo(x - 0.7 * size * dpr, bottom);
    ctx.lineTo(x, bottom - high);
    ctx.lineTo(x + 0.7 * size * dpr, bottom);
    accepted ? ctx.fill() : ctx.stroke();
  }
  ctx.restore();
}
