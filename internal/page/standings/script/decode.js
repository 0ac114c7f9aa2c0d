import { named } from "../../web/site/assets/squares.js";

// The data of the page: see archive and encoded in games.go.
export const archive = JSON.parse(document.getElementById("archive").textContent);

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGIT = Object.fromEntries([...DIGITS].map((c, i) => [c, i]));

function number64(text, at, length) {
  let n = 0;
  for (let i = at; i < at + length; i++) n = n * 64 + DIGIT[text[i]];
  return n;
}

function column36(text) {
  return text ? text.split(",").map((s) => (s ? parseInt(s, 36) : 0)) : [];
}

// A square is row * 16 + column from zero; a direction is a step between squares,
// clockwise from north.
const STEPS = [16, 17, 1, -15, -16, -17, -1, 15];
export const rank = (square) => square >> 4;
export const squareName = (square) => named(square & 15, rank(square));

export function pliesOf(game) {
  return game.m.length / 4;
}

// decode returns the plies of a game and the colour (1 White, 2 Black) that moves first.
export function decode(game) {
  const start = game.s || archive.start;
  const first = start.split(" ")[1] === "b" ? 2 : 1;
  const nodes = column36(game.c),
    times = column36(game.t);
  const plies = [];
  for (let i = 0; i < pliesOf(game); i++) {
    const code = number64(game.m, 4 * i, 4);
    const value = game.j ? number64(game.j, 2 * i, 2) : 0;
    const ply = {
      rear: code >> 14,
      step: STEPS[(code >> 11) & 7],
      distance: ((code >> 8) & 7) + 1,
      length: ((code >> 4) & 15) + 1,
      taken: code & 15,
      colour: i % 2 ? 3 - first : first,
      given: i < (game.o || 0),
      value: value ? (value - 2048) / 2047 : null,
      nodes: nodes[i] || 0,
      micros: times[i] || 0,
    };
    ply.head = ply.rear + (ply.length - 1 + ply.distance) * ply.step;
    ply.text = squareName(ply.rear) + (ply.taken ? "×" : "→") + squareName(ply.head); // rear to front
    plies.push(ply);
  }
  return { start, first, plies };
}

// The squares of a ply: where stones leave, land and are captured.
const line = (from, step, n) => Array.from({ length: n }, (_, i) => from + i * step);
export const leaves = (ply) => line(ply.rear, ply.step, ply.length);
export const reaches = (ply) => line(ply.rear + ply.distance * ply.step, ply.step, ply.length);
export const captures = (ply) => line(ply.head, ply.step, ply.taken);

// position returns the stones on each square after some plies.
export function position(decoded, count) {
  const stones = new Uint8Array(256);
  decoded.start
    .split(" ")[0]
    .split("/")
    .forEach((text, i) => {
      for (let c = 0; c < text.length; c++)
        stones[(archive.height - 1 - i) * 16 + c] = ".wb".indexOf(text[c]);
    });
  for (const ply of decoded.plies.slice(0, count)) {
    for (const s of leaves(ply)) stones[s] = 0;
    for (const s of captures(ply)) stones[s] = 0;
    for (const s of reaches(ply)) stones[s] = ply.colour;
  }
  return stones;
}
