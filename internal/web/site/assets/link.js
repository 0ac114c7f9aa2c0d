// The game in the address of the page, so that reloading and links keep it.

const sides = ["white", "black", "both"];

export function write(game) {
  const fields = new URLSearchParams({ rules: game.rules, you: game.you, level: game.level, seed: game.seed });
  if (game.start) fields.set("start", game.start);
  if (game.flipped) fields.set("flipped", "1");
  if (game.moves.length) fields.set("moves", game.moves.join(" "));
  return "#" + fields;
}

// read returns the game of an address, or null if there is none; what is unreadable in it falls back to what a new game has.
export function read(hash, levels) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.get("rules")) return null;
  const level = Number(fields.get("level"));
  return {
    rules: fields.get("rules"),
    start: fields.get("start") ?? "",
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
    you: sides.includes(fields.get("you")) ? fields.get("you") : "white",
    level: levels.some((l) => l.level === level) ? level : 1,
    seed: Number(fields.get("seed")) >>> 0,
    flipped: fields.get("flipped") === "1",
  };
}
