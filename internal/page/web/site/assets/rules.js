// The names of rules, such as epaminondas:8x8,max_plies=150. The page reads them before the program
// answers.

const widest = 16,
  narrowest = 3; // squares a side

const usual = {
  epaminondas: { size: "14x12", symmetry: "left-right" },
  crossings: { size: "8x8", symmetry: "none" },
};

// size returns the size of the board. A name without a size has a usual size.
export function size(rules) {
  const sides = /^[a-z]+:(\d+)x(\d+)/.exec(rules)?.slice(1).map(Number);
  if (sides?.every((n) => n >= narrowest && n <= widest)) return sides;
  return usual[rules.startsWith("crossings") ? "crossings" : "epaminondas"].size.split("x").map(Number);
}

// kind returns a name without its limit and without optional parts. Rules of one kind have the same
// players.
export function kind(rules) {
  const [board, ...options] = rules.split(","),
    [family, squares] = board.split(":"),
    own = usual[family];
  const sides = squares?.replace(/^(\d+x\d+)x2$/, "$1");
  const kept = options.filter((o) => !/^(max_plies|limit)=/.test(o) && o !== `symmetry=${own?.symmetry}`);
  return [sides && sides !== own?.size ? `${family}:${sides}` : family, ...kept].join(",");
}
