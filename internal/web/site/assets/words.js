// What the page says about a game, in words.

export const title = (colour) => colour[0].toUpperCase() + colour.slice(1);

// ending tells how a finished game ended.
export function ending(view, you) {
  const winner = { "1-0": "White", "0-1": "Black" }[view.outcome];
  if (!winner) return `A draw: the game has lasted ${view.max_plies} moves.`;
  const loser = winner === "White" ? "Black" : "White", own = view[winner.toLowerCase()].far, other = view[loser.toLowerCase()].far;
  const verdict = you === "both" ? `${winner} wins` : you === winner.toLowerCase() ? "You win" : "You lose";
  return `${verdict}: ` + {
    "far-row": `${winner} begins the turn with ${own} on the far row against ${other}.`,
    "no-moves": `${loser} has no legal move.`,
    "ply-limit": `the game has lasted ${view.max_plies} moves, and ${winner} is further advanced.`,
  }[view.reason];
}

// opinion tells what the engine thinks of the move that it found.
export function opinion(answer) {
  const chance = Math.round(50 + 50 * answer.value);
  return `The engine gives the move ${chance}% (${answer.nodes} positions, depth ${answer.depth}, ${(answer.ms / 1000).toFixed(1)} s).`;
}

// drawRules fills in what differs from board to board.
export function drawRules(capture, limit, view) {
  capture.textContent = view.single
    ? "It captures the enemy stone that its front stone lands on, if the enemy line from there on has fewer stones. A stone on the far row has crossed: it stays, and is safe. Whoever has crossed with fewer stones must draw level at once."
    : "It captures the enemy line that its front stone lands on, if that line has fewer stones.";
  limit.textContent = view.max_plies ? `The game ends after ${view.max_plies} moves, both sides' counted; then the side that is further advanced wins.` : "";
  limit.hidden = !view.max_plies;
}

// drawMoves lists the game, and marks the move after which the position stands that is shown.
export function drawMoves(list, view, shown, notation, look) {
  const black = (view.line.length % 2 === 0) === (view.turn === "black"); // Black made the first move
  const rows = [];
  const cells = black ? [null, ...view.line] : view.line;
  for (let i = 0; i < cells.length; i += 2) {
    const row = document.createElement("li"), number = document.createElement("span");
    number.textContent = `${i / 2 + 1}.`;
    row.append(number);
    for (const j of [i, i + 1]) {
      const n = black ? j : j + 1;
      row.append(cells[j] ? button(cells[j][notation], n, n === shown, look) : document.createElement("span"));
    }
    rows.push(row);
  }
  list.replaceChildren(...rows);
  reveal(list, list.querySelector("[aria-current]"));
}

// reveal scrolls a list, and nothing around it, so that one of its nodes can be seen.
function reveal(list, node) {
  if (!node) return;
  const frame = list.getBoundingClientRect(), box = node.getBoundingClientRect();
  if (box.bottom > frame.bottom || box.top < frame.top) list.scrollTop += box.top - frame.top - list.clientHeight / 2;
}

function button(text, n, current, look) {
  const node = document.createElement("button");
  node.type = "button";
  node.textContent = text;
  if (current) node.setAttribute("aria-current", "true");
  node.addEventListener("click", () => look(n));
  return node;
}
