// What the browser remembers of the puzzles: the streak, the rating, and the solved puzzles.
import { keep, kept } from "../memory.js";

const first = { rating: 1000, count: 0, streak: 0, best: 0, done: {} };

// score returns what is remembered. Another tab may have changed it.
export function score() {
  const old = kept("puzzles");
  return old && typeof old === "object" ? { ...first, ...old } : { ...first, done: {} };
}

export const isDone = (rules, id) => score().done[rules]?.includes(id) ?? false;

export const doneOn = (rules) => score().done[rules]?.length ?? 0;

const early = 20; // results in which the rating moves faster

// rated returns a rating after a result against a puzzle, by Elo's rule.
function rated({ rating, count }, puzzle, won) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400)),
    step = count < early ? 48 : 24;
  return Math.max(100, Math.round(rating + step * ((won ? 1 : 0) - expected)));
}

// settle remembers the first result of a puzzle, and returns the change of the rating. A puzzle that
// was solved before changes only the streak.
export function settle(rules, { id, rating }, won) {
  const old = score(),
    streak = won ? old.streak + 1 : 0,
    known = old.done[rules] ?? [],
    fresh = !known.includes(id);
  const now = { ...old, streak, best: Math.max(old.best, streak) };
  if (fresh) Object.assign(now, { rating: rated(old, rating, won), count: old.count + 1 });
  if (won && fresh) now.done = { ...old.done, [rules]: [...known, id] };
  keep("puzzles", now);
  return now.rating - old.rating;
}

// solved remembers a puzzle that was solved only after a mistake.
export function solved(rules, id) {
  const old = score();
  if (isDone(rules, id)) return;
  keep("puzzles", { ...old, done: { ...old.done, [rules]: [...(old.done[rules] ?? []), id] } });
}

// choose returns a puzzle of a board for a level. It avoids the present puzzle and the solved ones, as
// long as there are others. puzzles are in order, from easy to hard.
export function choose(rules, puzzles, level, present) {
  const { rating, done } = score(),
    solvedHere = done[rules] ?? [];
  const third = puzzles.length / 3,
    part = { easy: 0, medium: 1, hard: 2 }[level];
  const of = part === undefined ? puzzles : puzzles.filter((_, i) => Math.floor(i / third) === part);
  const others = of.filter((p) => p.id !== present),
    open = others.filter((p) => !solvedHere.includes(p.id));
  let list = open.length ? open : others.length ? others : of;
  if (part === undefined) {
    const away = (p) => Math.abs(p.rating - rating);
    list = [...list].sort((a, b) => away(a) - away(b)).slice(0, near);
  }
  return list[Math.floor(Math.random() * list.length)];
}

const near = 8; // puzzles near the rating from which one is drawn
