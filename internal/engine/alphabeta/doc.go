// Package alphabeta is a classical engine for Epaminondas and Crossings on all boards: it looks ahead by
// alpha-beta search and judges what it reaches by a weighted sum of a few features, without learning anything from
// games but those weights.
//
// The search deepens step by step. Each step is a principal-variation search (Marsland and Campbell, "Parallel search
// of strongly ordered game trees", Computing Surveys 14(4), 1982) with a transposition table, killer and history
// ordering, late-move reductions and a quiescence search over captures. A win is counted at the start of the winner's
// next turn, so whoever is behind on the far rows has only the moves that draw level: those positions have few
// moves and cost no depth. What the search prunes on suspicion never makes a proof: a win or a loss that it
// calls proven is one.
//
// The evaluation has the six features that King and Peterson name for this game (program LEONIDAS, ICGA Journal 37(3),
// 2014), and advancement and the phalanxes that point at the far row. Its weights are data, fitted to games of the
// engine against itself by internal/engine/alphabeta/tune.
package alphabeta
