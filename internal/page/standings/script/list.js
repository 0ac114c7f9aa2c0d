// The list of the games, and its filters.
import { $, element } from "./elements.js";
import { archive, decode, pliesOf } from "./decode.js";
import { RESULTS, label, openGame, viewer } from "./viewer.js";
import { counted } from "./noun.js";

const CHUNK = 100; // games added to the list at a time

// list holds the games that pass the filters, and how many of them are drawn.
export const list = { games: [], drawn: 0 };

// Openings have numbers in the order of their first game.
const openings = new Map();
for (const game of archive.games) {
  const key = (game.s || "") + ":" + game.m.slice(0, 4 * (game.o || 0));
  if (!openings.has(key)) openings.set(key, { number: openings.size + 1, games: 0, sample: game });
  game.opening = openings.get(key);
  game.opening.games++;
}

function option(select, value, text) {
  select.append(element("option", { value }, text));
}

export function fillFilters() {
  for (const id of ["by-player", "by-opponent"]) {
    option($(id), "", "any");
    archive.players.forEach((p, i) => option($(id), i, p.label));
  }
  for (const [value, text] of [
    ["", "any"],
    ["win", "won"],
    ["draw", "drawn"],
    ["loss", "lost"],
    ["white", "White won"],
    ["black", "Black won"],
  ])
    option($("by-result"), value, text);
  option($("by-ending"), "", "any");
  for (const e of [...new Set(archive.games.map((g) => g.e))].sort()) option($("by-ending"), e, e);
  option($("by-opening"), "", "any");
  for (const o of openings.values()) {
    const moves = decode({ ...o.sample, m: o.sample.m.slice(0, 4 * (o.sample.o || 0)) }).plies.map(
      (p) => p.text,
    );
    const first = moves.slice(0, 4).join(" ") || "from the start";
    option($("by-opening"), o.number, `${o.number}: ${first}${moves.length > 4 ? " …" : ""} (${o.games})`);
  }
}

// passes is true if a game passes the filters. The filters won and lost are about the chosen
// player, or about White if no player is chosen.
function passes(game, f) {
  const side = f.player === "" ? 0 : game.p.indexOf(+f.player);
  if (side < 0 || (f.player !== "" && f.opponent !== "" && game.p[1 - side] !== +f.opponent)) return false;
  if (f.player === "" && f.opponent !== "" && !game.p.includes(+f.opponent)) return false;
  const points = side === 0 ? game.r : -game.r;
  const wanted = {
    win: points > 0,
    draw: points === 0,
    loss: points < 0,
    white: game.r > 0,
    black: game.r < 0,
  };
  return (
    (f.result === "" || wanted[f.result]) &&
    (f.ending === "" || game.e === f.ending) &&
    (f.opening === "" || game.opening.number === +f.opening)
  );
}

// swing is the largest difference between the players' values from one ply to the next.
function swing(game) {
  if (game.swing === undefined) {
    const { plies } = decode(game);
    game.swing = 0;
    for (let i = 1; i < plies.length; i++) {
      if (plies[i].value !== null && plies[i - 1].value !== null)
        game.swing = Math.max(game.swing, Math.abs(plies[i].value + plies[i - 1].value));
    }
  }
  return game.swing;
}

const orders = {
  short: (a, b) => a.m.length - b.m.length,
  long: (a, b) => b.m.length - a.m.length,
  swing: (a, b) => swing(b) - swing(a),
};

function filters() {
  return Object.fromEntries(
    ["player", "opponent", "result", "ending", "opening", "order"].map((name) => [
      name,
      $("by-" + name).value,
    ]),
  );
}

// refresh shows the games that pass the filters.
export function refresh() {
  const f = filters();
  list.games = archive.games.filter((g) => passes(g, f));
  if (orders[f.order]) list.games.sort(orders[f.order]);
  list.drawn = 0;
  $("list").replaceChildren();
  $("list").scrollTop = 0;
  $("count").textContent =
    list.games.length === archive.games.length
      ? counted(list.games.length, "game")
      : `${list.games.length} of ${counted(archive.games.length, "game")}`;
  $("clear").hidden = list.games.length === archive.games.length;
  drawMore();
}

// drawMore draws the next games of the list.
export function drawMore() {
  const next = list.games.slice(list.drawn, list.drawn + CHUNK);
  $("list").append(...next.map(gameButton));
  list.drawn += next.length;
}

// resultOf marks the results of forfeits.
export function resultOf(game) {
  return element(
    "span",
    {},
    RESULTS[game.r],
    ...(game.f
      ? [element("span", { class: "forfeit-mark" }, " !", element("span", { class: "unseen" }, " forfeit"))]
      : []),
  );
}

function gameButton(game) {
  const button = element(
    "button",
    { type: "button", class: "game", "data-n": game.n },
    element("span", { class: "n quiet" }, String(game.n)),
    element(
      "span",
      { class: game.r > 0 ? "who winner" : "who" },
      element("span", { class: "dot white" }),
      label(game.p[0]),
    ),
    element("span", { class: "result" }, resultOf(game)),
    element(
      "span",
      { class: game.r < 0 ? "who winner" : "who" },
      element("span", { class: "dot black" }),
      label(game.p[1]),
    ),
    element("span", { class: "n quiet" }, String(pliesOf(game))),
  );
  const plies = counted(pliesOf(game), "ply", { many: "plies" });
  button.title = `${game.e}, ${plies}, opening ${game.opening.number}`;
  button.onclick = () => openGame(game);
  if (game === viewer.game) button.setAttribute("aria-current", "true");
  return button;
}

// markGame marks the game on the board in the list, and draws the list up to it.
export function markGame(game) {
  $("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const place = list.games.indexOf(game);
  while (place >= list.drawn) drawMore();
  const button = $("list").children[place];
  if (!button) return;
  button.setAttribute("aria-current", "true");
  const frame = $("list");
  if (
    button.offsetTop < frame.scrollTop ||
    button.offsetTop + button.offsetHeight > frame.scrollTop + frame.clientHeight
  ) {
    frame.scrollTop = button.offsetTop - frame.clientHeight / 2;
  }
}

// step opens the next game of the list, or the previous one.
export function step(by) {
  const next = list.games[list.games.indexOf(viewer.game) + by];
  if (next) openGame(next);
}

// listPairing shows the games between two players.
export function listPairing(a, b) {
  $("clear").click();
  $("by-player").value = a;
  $("by-opponent").value = b;
  refresh();
  if (list.games.length) openGame(list.games[0]);
  $("games").scrollIntoView({
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}
