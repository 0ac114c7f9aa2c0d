// Package judge measures players without games. It asks each player for its move in the same
// positions, and a stronger reference judges every move.
//
// A value is the result that the reference expects for the mover, in [-1, 1]. On a solvable board
// the reference is the exact solution. On other boards it is the classical engine at many positions
// a move. A logistic curve turns its score into a value. The scale of the curve was fitted to
// games. A proof has the value 1 or -1. The best move of a position is the best of the judged
// moves: the reference's own choice and the choices of all players. So no regret is negative.
//
// Where two players choose the same move, the difference between them is zero. So the difference
// varies much less than the two values do, and it distinguishes the players with far less work than
// games need.
package judge
