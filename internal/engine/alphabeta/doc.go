// Package alphabeta is a classical engine for Epaminondas and Crossings on all boards. It searches
// by alpha-beta and evaluates positions by a weighted sum of a few features, whose weights are learned
// from games.
//
// The search uses iterative deepening. Each iteration is a principal-variation search (Marsland and
// Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982). It
// has a transposition table, killer and history ordering, late-move reductions and a quiescence
// search over captures. A player wins at the start of its next turn, so a mover that is behind on
// the far rows has only the moves that draw level. Such positions have few moves and cost no depth.
// Pruning never produces a proof: a win or loss that the search calls proven is correct.
//
// The evaluation has the six features that King and Peterson name for this game (program LEONIDAS,
// ICGA Journal 37(3), 2014). It also has advancement and the phalanxes that point at the far row.
// Its weights are data. The package internal/engine/alphabeta/tune fits them to games of the engine
// against itself. Another evaluation looks up the patterns of lines in tables that a network has taught
// (internal/engine/alphabeta/lines). With it the search leaves out more.
package alphabeta
