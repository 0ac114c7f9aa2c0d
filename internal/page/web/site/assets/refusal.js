// The reason why a move is illegal, in words, and sometimes also on the board.
import { column, row, named } from "./squares.js";
import { isFar, played } from "./moves.js";
import { other, sideName } from "./state.js";
import { t } from "./language.js";

// refusalOf explains why a move is illegal, given the chosen stone and the landing square of the
// head. The stone is the rear of a line, or its front stone, which pulls the stones behind it. It
// returns { text }. If the symmetry rule forbids the move, it adds { mirror }: the move and the
// squares of the pattern.
export function refusalOf(view, chosen, target) {
  const askew = unreached(view, chosen, target);
  if (askew) return { text: askew };
  const rear = rearOf(view, chosen, target),
    path = pathOf(view, rear, target),
    text = blocked(path) || crossed(view, path, target);
  if (text) return { text };
  const move = { rear, phalanx: path.phalanx, landing: path.landing, captured: captured(view, path) };
  if (!path.along && isFar(target, view.turn, view.height) && symmetric(view, played(view, move)))
    return forbidden(view, move);
  return { text: behind(view) || t("refusal.other") };
}

function unreached(view, rear, target) {
  const dc = column(target) - column(rear),
    dr = row(target) - row(rear);
  if (view[view.turn].stones.includes(target)) return t("refusal.same", { square: target });
  return dc && dr && Math.abs(dc) !== Math.abs(dr) ? t("refusal.askew", { square: target, from: rear }) : "";
}

// rearOf returns the rear of the line that a chosen stone leads to a square. A stone with another one
// before it is the rear itself. A front stone pulls all stones behind it.
function rearOf(view, chosen, target) {
  const own = new Set(view[view.turn].stones),
    sc = Math.sign(column(target) - column(chosen)),
    sr = Math.sign(row(target) - row(chosen)),
    at = (i) => named(column(chosen) + i * sc, row(chosen) + i * sr);
  if (own.has(at(1))) return chosen;
  let behind = 0;
  while (own.has(at(-behind - 1))) behind++;
  return at(-behind);
}

// pathOf describes the straight line from a rear to the landing square of the head.
function pathOf(view, rear, target) {
  const own = new Set(view[view.turn].stones),
    enemy = new Set(view[other(view.turn)].stones);
  const dc = column(target) - column(rear),
    dr = row(target) - row(rear),
    away = Math.max(Math.abs(dc), Math.abs(dr));
  const sc = Math.sign(dc),
    sr = Math.sign(dr),
    at = (i) => named(column(rear) + i * sc, row(rear) + i * sr);
  const run = (stones, from) => {
    let n = 0;
    while (stones.has(at(from + n))) n++;
    return n;
  };
  const squares = (from, n) => Array.from({ length: n }, (_, i) => at(from + i)),
    size = run(own, 0),
    steps = away - size + 1;
  const between = squares(size, Math.max(0, away - size)).find((s) => own.has(s) || enemy.has(s));
  return {
    size,
    steps,
    between,
    along: sr === 0,
    phalanx: squares(0, size),
    landing: squares(steps, size),
    enemies: squares(away, run(enemy, away)),
  };
}

function blocked({ size, steps, between, enemies, phalanx }) {
  const which = size === 1 ? ".single" : "";
  if (steps > size) return t(`refusal.far${which}`, { n: size, rear: phalanx[0], front: phalanx.at(-1) });
  if (between) return t("refusal.between", { square: between });
  return enemies.length >= size ? t(`refusal.long${which}`, { size, enemies: enemies.length }) : "";
}

// crossed returns the reason if the move would move or capture a stone that is fixed on its far
// row.
function crossed(view, { phalanx, enemies }, target) {
  if (!view.fixed) return "";
  const own = phalanx.find((s) => isFar(s, view.turn, view.height));
  if (own) return t("refusal.moves-crossed", { square: own });
  return enemies.length && isFar(target, other(view.turn), view.height)
    ? t("refusal.takes-crossed", { square: target })
    : "";
}

function captured(view, { enemies }) {
  if (view.single) return enemies.slice(0, 1);
  return view.fixed ? enemies.filter((s) => !isFar(s, other(view.turn), view.height)) : enemies;
}

// behind returns the last possible reason: the side must draw level on the far rows.
function behind(view) {
  const own = view[view.turn].far,
    theirs = view[other(view.turn)].far;
  return view.level && own < theirs
    ? t("refusal.behind", { enemy: sideName(other(view.turn)), n: theirs, own })
    : "";
}

// image returns the square to which the symmetry maps a square.
const image = (view, square) =>
  named(
    view.width - 1 - column(square),
    view.symmetry === "rotation" ? view.height - 1 - row(square) : row(square),
  );

// symmetric is true if the symmetry rule forbids a move into the position.
function symmetric(view, after) {
  if (view.symmetry === "none") return false;
  const of = (colour) => new Set(after[view.symmetry === "rotation" ? other(colour) : colour].stones);
  return ["white", "black"].every(
    (colour) =>
      after[colour].stones.length === of(colour).size &&
      after[colour].stones.every((s) => of(colour).has(image(view, s))),
  );
}

function forbidden(view, move) {
  return {
    text: t(`refusal.${view.symmetry}`, { side: sideName(view.turn) }),
    mirror: {
      move,
      kind: view.symmetry,
      squares: [...new Set([...move.landing, ...move.landing.map((s) => image(view, s))])],
    },
  };
}
