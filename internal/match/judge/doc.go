// Package judge measures players without games. It asks each player for its move in the same
// positions, and a stronger reference judges every move.
//
// A value is the result that the reference expects for the mover, in [-1, 1]. On a solvable board
// the reference is the exact solution. On other boards it is the classical engine at many positions
// a move. A logistic curve, whose scale was fitted to games, turns its score into a value; a proof
// has the value 1 or -1. The best move of a position is the best of the judged moves: the
// reference's own choice and the choices of all players. So no regret is negative.
//
// Two players that choose the same move have no difference there. The difference between two
// players therefore varies much less than their values do, and it takes far less work than games to
// tell the players apart.
package judge
