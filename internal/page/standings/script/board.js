// The board of the shown game.
import { $ } from "./elements.js";
import { archive, captures, leaves, rank, reaches, squareName } from "./decode.js";
import { Diagram } from "../../web/site/assets/diagram.js";
import { arrow, circle, cross } from "../../web/site/assets/shapes.js";

const margins = { left: 22, top: 2, right: 2, bottom: 22 };
const diagram = new Diagram($("board"), ["squares", "left", "stones", "move"], false);

// drawBoard draws the stones on the board and the last ply.
export function drawBoard(stones, ply, flipped) {
  const { width, height } = archive,
    at = (s) => diagram.at(squareName(s));
  diagram.build(width, height, flipped, margins);
  diagram.svg.style.maxWidth = `${64 * width + 40}px`;
  const of = (colour) => ({ stones: squares(stones, colour).map(squareName) });
  diagram.stones.draw({ white: of(1), black: of(2) }, (name) => diagram.at(name), null, true);
  diagram.stones.mark("moved", ply && reaches(ply).map(squareName));
  const left = ply && leaves(ply).filter((s) => !stones[s]);
  diagram.layer("left", left, () => left.map((s) => circle("left", at(s), 12)));
  const taken = ply && captures(ply).map((s) => ({ s, under: stones[s] !== 0 }));
  diagram.layer("move", ply && { ...ply, taken }, () => [
    ...taken.flatMap(({ s, under }) => takenNodes(ply.colour === 1 ? "black" : "white", at(s), under)),
    arrow("arrow", at(ply.rear), at(ply.head), 4),
  ]);
}

// takenNodes returns the marks of a captured stone. If another stone now stands there, the marks
// shrink into the corner.
function takenNodes(colour, { x, y }, under) {
  const place = under ? { x: x + 13, y: y - 13 } : { x, y },
    r = under ? 6 : 14;
  return [circle(`${under ? "small" : "ghost"} ${colour}`, place, r), cross(place, r / 2)];
}

// squares returns the squares with stones of a colour.
function squares(stones, colour) {
  return Array.from(stones.keys()).filter((s) => stones[s] === colour);
}

// count returns how many stones of a colour are on the squares for which test is true.
const count = (stones, colour, test = () => true) => squares(stones, colour).filter(test).length;

// describe returns the content of a board in words.
export function describe(stones) {
  const { height } = archive;
  const far = [count(stones, 1, (s) => rank(s) === height - 1), count(stones, 2, (s) => rank(s) === 0)];
  return `stones ${count(stones, 1)}–${count(stones, 2)}, on the far rows ${far[0]}–${far[1]}`;
}
