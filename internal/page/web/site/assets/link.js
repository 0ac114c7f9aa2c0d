// The game in the address of the page, so that reloads and links keep it.
import { t } from "./language.js";
import { state, playersOn } from "./state.js";

// write returns the part of an address from # on. A step of the lesson has its number there.
export function write(game) {
  if (state.lesson) return `#learn=${state.lesson.at}`;
  const fields = new URLSearchParams({ rules: game.rules });
  for (const colour of ["white", "black"]) {
    fields.set(colour, game[colour].player);
    if (game[colour].player !== "you") fields.set(colour[0] + "l", game[colour].level);
  }
  fields.set("seed", game.seed);
  if (game.flipped) fields.set("flipped", "1");
  if (game.start) fields.set("start", game.start);
  if (game.moves.length) fields.set("moves", game.moves.join(" "));
  return "#" + fields;
}

// address returns the whole address of a game.
export const address = (game) => location.href.replace(/#.*/, "") + write(game);

// fieldsOf returns the parts of an address from # on. Some programs write & as &amp;.
export const fieldsOf = (hash) => new URLSearchParams(hash.replace(/^#/, "").replaceAll("&amp;", "&"));

// read returns the game in an address, or null. An unreadable part gets the value of a new game.
export function read(hash, levels) {
  const fields = fieldsOf(hash),
    rules = fields.get("rules");
  if (!rules) return null;
  const players = playersOn(rules).map((p) => p.id);
  const side = (colour) => {
    const id = fields.get(colour),
      level = Number(fields.get(colour[0] + "l"));
    return {
      player: id === "you" || players.includes(id) ? id : colour === "white" ? "you" : players[0],
      level: levels.some((l) => l.level === level) ? level : levels[0].level,
    };
  };
  return {
    rules,
    start: fields.get("start") ?? "",
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
    white: side("white"),
    black: side("black"),
    seed: Number(fields.get("seed")) >>> 0,
    flipped: fields.get("flipped") === "1",
  };
}

// plyIn returns the number of moves after which an address shows its game, or null for all.
export function plyIn(hash) {
  const text = fieldsOf(hash).get("ply");
  return /^\d+$/.test(text ?? "") ? Number(text) : null;
}

const parts = ["rules", "white", "black", "wl", "bl", "seed", "flipped", "start", "moves", "ply"];

// fault says what the page cannot use in an address, or returns "".
export function fault(hash) {
  const names = [...fieldsOf(hash).keys()],
    strange = names.find((name) => !parts.includes(name)),
    twice = names.find((name, i) => names.indexOf(name) < i);
  if (strange !== undefined) return t("link.strange", { name: strange });
  if (twice !== undefined) return t("link.twice", { name: twice });
  return names.length && !names.includes("rules") ? t("link.no-board") : "";
}

// fresh returns a new game.
export function fresh(rules, white, black) {
  return {
    rules,
    start: "",
    moves: [],
    white,
    black,
    seed: Math.floor(Math.random() * 2 ** 32),
    flipped: false,
  };
}
