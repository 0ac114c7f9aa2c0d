// Package judge measures players without games: it asks each for its move in the same positions, and a reference that is
// stronger than all of them says what every move is worth.
//
// A value is the result that the reference expects for the mover, in [-1, 1]. Where the board can be solved, the reference is
// its exact solution. Elsewhere it is the classical engine at many positions a move: its score becomes a value by a logistic
// curve whose scale was fitted to games, and exactly 1 or -1 where it is a proof. The best move of a position is the best of
// those that were judged: the reference's own choice and the choices of all players. So no regret is negative.
//
// Two players that choose the same move differ by nothing there. Most of what makes positions unlike each other therefore
// drops out of the difference between two players, which tells them apart with far less work than games do.
package judge
