// docs/model.md in JavaScript: from the text of a position to the planes of a model, and from its
// policy to the logit of a move. It was written from that page, without the program's own encoder.

// The steps of the directions, in rows and columns.
const steps = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

// size returns the columns and rows of the board of a model, and whether it is for Crossings, from
// the rules in its metadata.
export function size(rules) {
  const [, game, width, height] = /^(epaminondas|crossings)(?::(\d+)x(\d+))?/.exec(rules) ?? [];
  if (!game) throw new Error(`docs/model.md does not define these rules: ${rules}`);
  const crossings = game === "crossings";
  if (width) return { width: Number(width), height: Number(height), crossings };
  return crossings ? { width: 8, height: 8, crossings } : { width: 14, height: 12, crossings };
}

// known are the groups of planes that View has a method for.
const known = ["lines", "attack"];

// groups reads the metadata of a model. It returns the name and the first plane of each group of
// planes. The group lines begins at plane 0. For each other group, the text about the planes names
// the first plane.
export function groups(metadata) {
  const names = (metadata.version === "1" ? "lines" : metadata.groups).split(",");
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`no groups of planes that docs/model.md knows: ${unknown}`);
  return names.map((name) => {
    const [, first] =
      name === "lines"
        ? [name, 0]
        : (new RegExp(`From plane (\\d+) on, the group ${name},`).exec(metadata.planes) ?? []);
    if (first === undefined) throw new Error(`the metadata does not tell where the planes of ${name} begin`);
    return { name, first: Number(first) };
  });
}

// View is a position as the side to move sees it: row 0 is its home row.
export class View {
  constructor({ width, height, crossings }, position) {
    const [board, turn] = position.split(" ");
    const rows = board.toLowerCase().split("/"); // from the top down, which for Black is from its home row
    if (rows.length !== height || rows.some((r) => r.length !== width))
      throw new Error(`no position of ${width}x${height}: ${position}`);
    this.width = width;
    this.height = height;
    this.crossings = crossings;
    this.turn = turn;
    this.rows = turn === "w" ? rows.reverse() : rows;
  }

  // planes returns the input of one position, [P, H, W], in the planes of groups.
  planes(groups, depth) {
    const planes = new Float32Array(depth * this.height * this.width);
    for (const { name, first } of groups) {
      for (let row = 0; row < this.height; row++) {
        for (let column = 0; column < this.width; column++) {
          this[name](row, column, (plane, value) => {
            planes[this.index(first + plane, row, column)] = value;
          });
        }
      }
    }
    return planes;
  }

  // lines sets the planes of this group on a square.
  lines(row, column, set) {
    set(34, 1);
    set(35, row === this.height - 1 ? 1 : 0);
    set(36, row === 0 ? 1 : 0);
    const stone = this.at(row, column);
    if (stone === ".") return;
    const enemy = stone === this.turn ? 0 : 1;
    set(enemy, 1);
    steps.forEach(([up, right], d) => {
      set(2 + 4 * d + 2 * enemy, eighths(1 + this.count(stone, row, column, -up, -right)));
      set(3 + 4 * d + 2 * enemy, eighths(this.count(".", row, column, up, right)));
    });
  }

  // attack does the same for this group.
  attack(row, column, set) {
    const stone = this.at(row, column);
    const sides = this.turn === "w" ? ["w", "b"] : ["b", "w"];
    sides.forEach((side, i) => {
      const other = sides[1 - i];
      const lengths = steps.map((step) => this.landing(side, row, column, step));
      const longest = Math.max(...lengths);
      set(2 + 2 * i, longest > 0 ? 1 : 0);
      set(3 + 2 * i, eighths(longest));
      set(6 + i, row === this.farRow(side) && lengths.some((n, d) => n > 0 && steps[d][0] !== 0) ? 1 : 0);
      set(i, stone === side && steps.some((step) => this.captures(other, side, row, column, step)) ? 1 : 0);
    });
  }

  farRow(side) {
    return side === this.turn ? this.height - 1 : 0;
  }

  // free reports whether a stone of a side stands on a square which may move and be captured.
  free(side, row, column) {
    return this.at(row, column) === side && !(this.crossings && row === this.farRow(side));
  }

  // landing returns the number of stones of the longest phalanx of a side that can land on a square
  // in a direction, or 0.
  landing(side, row, column, [up, right]) {
    const other = side === "w" ? "b" : "w";
    if (this.at(row, column) !== "." && !this.free(other, row, column)) return 0;
    const k = 1 + this.count(".", row, column, -up, -right);
    let n = 0;
    while (this.free(side, row - (k + n) * up, column - (k + n) * right)) n++;
    const enemies = this.at(row, column) === other ? 1 + this.count(other, row, column, up, right) : 0;
    return k <= n && enemies < n ? n : 0;
  }

  // captures reports whether a side can capture a stone of the other one by a move in a direction.
  captures(side, other, row, column, step) {
    // Stones before it in line.
    const before = this.crossings ? 0 : this.count(other, row, column, -step[0], -step[1]);
    for (let i = 0; i <= before; i++) {
      if (this.landing(side, row - i * step[0], column - i * step[1], step) > 0) return true;
    }
    return false;
  }

  // logit returns the logit of a move, such as a1-a3 or c5xe5: the rear square before and after it.
  // The policy is [72, H, W].
  logit(policy, move) {
    const [rear, landing] = move.split(/[-x]/).map((square) => this.square(square));
    const up = landing.row - rear.row;
    const right = landing.column - rear.column;
    const k = Math.max(Math.abs(up), Math.abs(right));
    const d = steps.findIndex((step) => step[0] * k === up && step[1] * k === right);
    return (
      policy[this.index(8 * d + k - 1, rear.row, rear.column)] +
      policy[this.index(64 + d, landing.row, landing.column)]
    );
  }

  // square returns the row and column of a square, such as c5, for the side to move.
  square(name) {
    const row = Number(name.slice(1)) - 1;
    return {
      row: this.turn === "w" ? row : this.height - 1 - row,
      column: name.charCodeAt(0) - "a".charCodeAt(0),
    };
  }

  index(plane, row, column) {
    return (plane * this.height + row) * this.width + column;
  }

  // at returns w, b or a point; undefined off the board.
  at(row, column) {
    return this.rows[row]?.[column];
  }

  // count counts the squares of a kind that follow on one without a gap.
  count(kind, row, column, up, right) {
    let n = 0;
    while (this.at(row + (n + 1) * up, column + (n + 1) * right) === kind) n++;
    return n;
  }
}

function eighths(n) {
  return Math.min(1, n / 8);
}

// softmax turns logits into probabilities.
export function softmax(logits) {
  const most = Math.max(...logits);
  const powers = logits.map((l) => Math.exp(l - most));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((p) => p / sum);
}
