// Moves as the page knows them: the legal moves, each with its squares from the rear to the head.
import { row } from "./squares.js";
import { other } from "./state.js";

// head returns the landing square of a move's front stone.
export const head = (move) => move.landing.at(-1);

// span returns the ends of a move's arrow: where its front stone starts and where it lands.
export const span = (move) => ({ from: move.phalanx.at(-1), to: head(move) });

// destinations returns the moves of a stone as a map: square of the head -> move. As a rear, the
// stone moves the phalanx in front of it. As a front stone, it pulls the stones behind it. So it
// reaches squares that it cannot reach as a rear stone.
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

// played returns the position after a legal move. It does not know the legal moves there.
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
    taken: { ...view.taken, [mover]: view.taken[mover] + move.captured.length },
    line: [...view.line, { text: move.text, head: move.head }],
  };
  next[mover] = sideOf(
    [...view[mover].stones.filter((s) => !gone.has(s)), ...move.landing],
    mover,
    view.height,
  );
  next[other(mover)] = sideOf(
    view[other(mover)].stones.filter((s) => !taken.has(s)),
    other(mover),
    view.height,
  );
  return next;
}

// sideOf returns the stones of a colour as a position has them.
export const sideOf = (stones, colour, height) => ({
  stones,
  far: stones.filter((s) => isFar(s, colour, height)).length,
});

// isFar is true if a square is on a colour's far row.
export const isFar = (square, colour, height) => row(square) === (colour === "white" ? height - 1 : 0);
