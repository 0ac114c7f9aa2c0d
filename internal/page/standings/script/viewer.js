// The shown game.
import { $, element } from "./elements.js";
import { archive, decode, position } from "./decode.js";
import { drawBoard, describe } from "./board.js";
import { drawGraph, moveCursor } from "./graph.js";
import { value, duration, short, listMoves, markMove } from "./moves.js";
import { markGame, resultOf, step } from "./list.js";
import { remember } from "./address.js";
import { counted } from "./noun.js";

export const RESULTS = { 1: "1–0", 0: "½–½", "-1": "0–1" };
export const label = (i) => archive.players[i].label;

// viewer holds the game on the board and its shown ply.
export const viewer = { game: null, decoded: null, ply: 0, flipped: false, timer: 0 };

// openGame puts a game on the board. If no ply is given, it shows the position after the opening.
export function openGame(game, ply) {
  stop();
  viewer.game = game;
  viewer.decoded = decode(game);
  const { plies } = viewer.decoded,
    length = counted(plies.length, "ply", { many: "plies" });
  $("match").replaceChildren(
    element("span", { class: "side" }, element("span", { class: "dot white" }), label(game.p[0])),
    element("strong", {}, resultOf(game)),
    element("span", { class: "side" }, element("span", { class: "dot black" }), label(game.p[1])),
    element("span", { class: "quiet" }, `game ${game.n}, ${length}, ${game.e}`),
  );
  $("match").title = `${archive.players[game.p[0]].name} – ${archive.players[game.p[1]].name}`;
  $("verdict").textContent = game.v || "";
  $("verdict").hidden = !game.v;
  $("graph-text").replaceChildren(
    "What the players expect, as White's outlook: ",
    element("span", { class: "key white" }, label(game.p[0])),
    ", ",
    element("span", { class: "key black" }, label(game.p[1])),
    ".",
  );
  showTwins(game);
  listMoves($("moves"), viewer.decoded, show);
  drawGraph($("graph-frame"), $("graph"), viewer.decoded, show);
  markGame(game);
  show(ply ?? game.o ?? 0);
}

// showTwins links to the other games of the same opening.
function showTwins(game) {
  const twins = archive.games.filter((g) => g !== game && g.opening === game.opening);
  const links = twins.slice(0, 6).map((g) => {
    const link = element(
      "button",
      { type: "button", class: "link", title: `${label(g.p[0])} – ${label(g.p[1])}` },
      String(g.n),
    );
    link.onclick = () => openGame(g);
    return link;
  });
  $("twins").replaceChildren(
    `Opening ${game.opening.number}`,
    ...(links.length ? [", also of game "] : []),
    ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    twins.length > links.length ? " …" : "",
  );
}

// show puts the position after some plies on the board.
function show(ply) {
  const { game, decoded } = viewer;
  const { plies } = decoded;
  viewer.ply = Math.max(0, Math.min(ply, plies.length));
  const last = plies[viewer.ply - 1];
  const stones = position(decoded, viewer.ply);
  drawBoard(stones, last, viewer.flipped);
  const [move, balance] = [status(game, plies, viewer.ply, last), describe(stones)];
  $("status").replaceChildren(move, element("br", {}), balance);
  $("board").setAttribute("aria-label", `Board. ${move}; ${balance}`);
  markMove($("moves"), viewer.ply);
  moveCursor(viewer.ply, plies.length);
  remember(`#game-${game.n}-${viewer.ply}`);
}

function status(game, plies, ply, last) {
  if (!last) return "Start of the game";
  const who = last.colour === 1 ? "White" : "Black";
  const said = last.given
    ? "given"
    : [
        last.value === null ? "" : `expects ${value(last.value)}`,
        duration(last.micros),
        last.nodes ? `${short(last.nodes)} ${last.nodes === 1 ? "node" : "nodes"}` : "",
      ]
        .filter(Boolean)
        .join(", ");
  const end = ply === plies.length ? ` — ${RESULTS[game.r]}, ${game.e}` : "";
  return `${ply} of ${plies.length}: ${who} ${last.text}${said ? ` (${said})` : ""}${end}`;
}

function play() {
  if (viewer.timer) return stop();
  if (viewer.ply >= viewer.decoded.plies.length) show(0);
  viewer.timer = setInterval(() => {
    show(viewer.ply + 1);
    if (viewer.ply >= viewer.decoded.plies.length) stop();
  }, 700);
  playing(true);
}

function stop() {
  clearInterval(viewer.timer);
  viewer.timer = 0;
  playing(false);
}

function playing(on) {
  const button = document.querySelector("[data-go=play]");
  button.setAttribute("aria-pressed", on);
  button.setAttribute("aria-label", on ? "Pause" : "Play");
}

export const actions = {
  first: () => {
    stop();
    show(0);
  },
  back: () => {
    stop();
    show(viewer.ply - 1);
  },
  forward: () => {
    stop();
    show(viewer.ply + 1);
  },
  last: () => {
    stop();
    show(Infinity);
  },
  play,
  flip: () => {
    viewer.flipped = !viewer.flipped;
    show(viewer.ply);
  },
  previous: () => step(-1),
  next: () => step(+1),
};
