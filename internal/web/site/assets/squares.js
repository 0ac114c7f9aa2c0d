// Squares by name: column a to p, row 1 to 16.

export const column = (name) => name.charCodeAt(0) - 97;
export const row = (name) => Number(name.slice(1)) - 1;
export const named = (c, r) => String.fromCharCode(97 + c) + (r + 1);

// refusalOf says why the phalanx whose rear is a square cannot land its head on another one, in a position where that move
// is not legal.
export function refusalOf(view, rear, target) {
  const own = new Set(view[view.turn].stones), enemy = new Set(view[view.turn === "white" ? "black" : "white"].stones);
  const dc = column(target) - column(rear), dr = row(target) - row(rear), away = Math.max(Math.abs(dc), Math.abs(dr));
  if (own.has(target)) return `${target} holds a stone of the same colour.`;
  if (dc && dr && Math.abs(dc) !== Math.abs(dr)) return `${target} is not on a straight line from ${rear}.`;
  const sc = Math.sign(dc), sr = Math.sign(dr), at = (i) => named(column(rear) + i * sc, row(rear) + i * sr);
  const run = (stones, from) => { let n = 0; while (stones.has(at(from + n))) n++; return n; };
  const size = run(own, 0), steps = away - size + 1, stones = size === 1 ? "A single stone" : `A phalanx of ${size}`;
  if (steps > size) return `${stones} moves ${size} square${size === 1 ? "" : "s"} at most.`;
  for (let i = size; i < away; i++) if (own.has(at(i)) || enemy.has(at(i))) return `${at(i)} is in the way.`;
  const against = run(enemy, away);
  if (against >= size) return `${stones} cannot capture a line of ${against}: it must be shorter.`;
  return "The rules forbid that move here.";
}
