package alphabeta

import (
	"context"

	"epaminondas/game"
)

// Features returns the features of a position, the mover's minus the opponent's, in the order of
// [Weights.Vector]. The static score is their weighted sum divided by ten.
func (s *Search) Features(pos *game.State) [Terms]int {
	var own, enemy [Terms]int
	all := allTerms()
	s.eval.features(pos, &all, &own, &enemy)
	for i := range own {
		own[i] -= enemy[i]
	}
	own[termTurn] = 1
	return own
}

// allTerms returns a set with all features.
func allTerms() (all [Terms]bool) {
	for i := range all {
		all[i] = true
	}
	return all
}

// quietNodes limits the search of [Search.Quiet]. The search prunes nothing, so on crowded boards
// it would not end.
const quietNodes = 100_000

// Quiet plays out the captures of a position, as the quiescence search expects them, and returns
// the final position. ok is false if the search finds a proof, or no result within a fraction of a
// second.
func (s *Search) Quiet(pos *game.State) (leaf game.State, ok bool) {
	s.nodes, s.stop = 0, newStopRule(context.Background(), Limit{Nodes: quietNodes})
	s.start(pos)
	s.plain = true // an entry of the table would cut the line short
	defer func() { s.plain = false }()
	if score := s.quiesce(0, 1, -infinite, infinite); s.stop.stopped || isProven(score) {
		return *pos, false
	}
	leaf = *pos
	for _, m := range s.frames[0].line {
		leaf.Play(m)
	}
	return leaf, true
}
