// The marks of a lesson on the board: the squares of the goal, and the stones that should move.
import { circle, shape, side } from "./shapes.js";

// goalNodes returns the marks. to has the squares of the goal, and from the stones. reached is true
// when a move has reached the goal.
export function goalNodes(diagram, { to, from, reached }) {
  const nodes = to.map((square) => target(diagram, square, reached));
  for (const square of reached ? [] : from) {
    const node = circle("goal-stone", diagram.at(square), side * 0.46);
    node.dataset.from = square;
    nodes.push(node);
  }
  return nodes;
}

const inset = 1.5;

// target marks a square. The mark lies under the stones.
function target(diagram, square, reached) {
  const { x, y } = diagram.at(square),
    size = side - 2 * inset;
  const node = shape("rect", {
    class: reached ? "goal reached" : "goal",
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
    rx: 5,
  });
  node.dataset.goal = square;
  return node;
}
