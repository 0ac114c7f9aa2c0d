package treesearch

import (
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// glance is the number of simulations of a thread in a round of a game with a clock. After each round
// the search asks whether to go on.
const glance = 32

// drift limits the change of a move's value by further simulations: see [mcts.Config.Settled]. With
// 0.15, 1 of 594 moves on 8x8 differed from the move of the full search, and the search took 23%
// less time.
const drift = 0.15

// barren is the number of simulations without a new position that ends a search. Only draws at the
// ply limit make a search barren. Its tree then holds nearly all positions that are left in the
// game.
const barren = 1024

// begin starts the search of a move and returns its limit.
func (s *rounds) begin(state *game.State, limit limit) limit {
	if !limit.timed() {
		return limit
	}
	s.manager.Begin(state, limit.clock)
	s.positions, s.grown = 0, 0
	limit.time = engine.Within(limit.time, limit.clock.Hard)
	return limit
}

// enough reports whether a search in a game with a clock may end. It may end if there is only one
// move, the time is over, or the rest of the time cannot change the move. It may also end if
// nothing is left to search.
func (s *rounds) enough(f *found, limit limit, spent time.Duration) bool {
	if !limit.timed() {
		return false
	}
	r := f.result
	if r.Nodes != s.positions {
		s.positions, s.grown = r.Nodes, f.nodes
	}
	if len(r.Moves) == 1 || f.nodes-s.grown >= barren {
		return true
	}
	rest := s.manager.Rest(engine.SearchStatus{Spent: spent, Best: r.Moves[r.Best], Value: r.Q[r.Best]})
	if rest <= 0 {
		return true
	}
	if f.nodes < glance*s.threads || spent <= 0 { // too early to know the speed
		return false
	}
	more := float64(f.nodes) * float64(rest) / float64(spent)
	return s.config.Settled(r, int(more)+1, drift)
}
