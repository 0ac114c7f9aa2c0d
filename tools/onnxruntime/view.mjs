// docs/model.md in JavaScript: from the text of a position to the planes of a model, and from its policy to the logit of a move. It was
// written from that page and knows nothing of the program's own encoder.

const steps = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]] // of the directions, in rows and columns

// size returns the columns and rows of the board of a model, from the rules in its metadata.
export function size (rules) {
  const [, game, width, height] = /^(epaminondas|crossings)(?::(\d+)x(\d+))?/.exec(rules) ?? []
  if (!game) throw new Error(`no rules that docs/model.md knows: ${rules}`)
  if (width) return { width: Number(width), height: Number(height) }
  return game === 'crossings' ? { width: 8, height: 8 } : { width: 14, height: 12 }
}

// View is a position as the side to move sees it: row 0 is its home row.
export class View {
  constructor ({ width, height }, position) {
    const [board, turn] = position.split(' ')
    const rows = board.toLowerCase().split('/') // from the top down, which for Black is from its home row
    if (rows.length !== height || rows.some(r => r.length !== width)) throw new Error(`no position of ${width}x${height}: ${position}`)
    this.width = width
    this.height = height
    this.turn = turn
    this.rows = turn === 'w' ? rows.reverse() : rows
  }

  // planes returns the input of one position, [37, H, W].
  planes () {
    const planes = new Float32Array(37 * this.height * this.width)
    for (let row = 0; row < this.height; row++) {
      for (let column = 0; column < this.width; column++) {
        const set = (plane, value) => { planes[this.index(plane, row, column)] = value }
        set(34, 1)
        set(35, row === this.height - 1 ? 1 : 0)
        set(36, row === 0 ? 1 : 0)
        const stone = this.at(row, column)
        if (stone === '.') continue
        const enemy = stone === this.turn ? 0 : 1
        set(enemy, 1)
        steps.forEach(([up, right], d) => {
          set(2 + 4 * d + 2 * enemy, eighths(1 + this.count(stone, row, column, -up, -right)))
          set(3 + 4 * d + 2 * enemy, eighths(this.count('.', row, column, up, right)))
        })
      }
    }
    return planes
  }

  // logit returns the logit of a move, such as a1-a3 or c5xe5: rear square from, rear square to. The policy is [72, H, W].
  logit (policy, move) {
    const [rear, landing] = move.split(/[-x]/).map(square => this.square(square))
    const up = landing.row - rear.row
    const right = landing.column - rear.column
    const k = Math.max(Math.abs(up), Math.abs(right))
    const d = steps.findIndex(step => step[0] * k === up && step[1] * k === right)
    return policy[this.index(8 * d + k - 1, rear.row, rear.column)] + policy[this.index(64 + d, landing.row, landing.column)]
  }

  // square returns where a square, such as c5, lies for the side to move.
  square (name) {
    const row = Number(name.slice(1)) - 1
    return { row: this.turn === 'w' ? row : this.height - 1 - row, column: name.charCodeAt(0) - 'a'.charCodeAt(0) }
  }

  index (plane, row, column) { return (plane * this.height + row) * this.width + column }

  // at returns w, b or a point; undefined off the board.
  at (row, column) { return this.rows[row]?.[column] }

  // count counts the squares of a kind that follow on one without a gap.
  count (kind, row, column, up, right) {
    let n = 0
    while (this.at(row + (n + 1) * up, column + (n + 1) * right) === kind) n++
    return n
  }
}

function eighths (n) { return Math.min(1, n / 8) }

// softmax turns logits into probabilities.
export function softmax (logits) {
  const most = Math.max(...logits)
  const powers = logits.map(l => Math.exp(l - most))
  const sum = powers.reduce((a, b) => a + b)
  return powers.map(p => p / sum)
}
