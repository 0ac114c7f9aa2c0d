// Moves as the page knows them: from the lists of legal ones, each with its squares from the rear
// to the head.
import { column, row, named } from "./squares.js";
import { other } from "./state.js";

// head is the square where the front stone of a move lands.
export const head = (move) => move.landing.at(-1);

// destinations returns where a stone leads: square of the head -> move. As the rear of a phalanx it
// moves what stands before it. As the front it pulls as many as are needed, to squares that it does
// not reach as the rear.
export function destinations(moves, square) {
  const reached = new Map();
  for (const m of moves) if (m.rear === square) reached.set(head(m), m);
  const pulled = moves.filter((m) => m.rear !== square && m.phalanx.at(-1) === square);
  for (const m of pulled.sort((a, b) => a.phalanx.length - b.phalanx.length))
    if (!reached.has(head(m))) reached.set(head(m), m);
  return reached;
}

// arrivals returns the moves that land on a square.
export const arrivals = (moves, square) => moves.filter((m) => head(m) === square);

// played returns the position that a legal move leads to, as far as the page can tell: not what is
// legal there.
export function played(view, move) {
  const mover = view.turn,
    gone = new Set(move.phalanx),
    taken = new Set(move.captured);
  const next = {
    ...view,
    pending: true,
    position: "",
    ply: view.ply + 1,
    turn: other(mover),
    outcome: "*",
    reason: "",
    moves: [],
    last: move,
    line: [...view.line, { text: move.text, head: move.head }],
  };
  next[mover] = side(
    [...view[mover].stones.filter((s) => !gone.has(s)), ...move.landing],
    mover,
    view.height,
  );
  next[other(mover)] = side(
    view[other(mover)].stones.filter((s) => !taken.has(s)),
    other(mover),
    view.height,
  );
  return next;
}

const side = (stones, colour, height) => ({
  stones,
  far: stones.filter((s) => isFar(s, colour, height)).length,
});

// isFar says whether a square lies on a colour's far row.
export const isFar = (square, colour, height) => row(square) === (colour === "white" ? height - 1 : 0);
