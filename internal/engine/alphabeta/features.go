package alphabeta

import (
	"context"

	"epaminondas/game"
)

// Features returns what the evaluation counts in a position, the mover's less the opponent's, in the order of
// [Weights.Vector]: the static score is their sum weighted, over ten.
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

// allTerms tells the evaluation to count everything.
func allTerms() (all [Terms]bool) {
	for i := range all {
		all[i] = true
	}
	return all
}

// quietNodes bounds the quiescence search of [Search.Quiet], which prunes nothing: on crowded boards it would not end.
const quietNodes = 100_000

// Quiet plays the captures of a position out as the quiescence search expects and returns where that ends; ok is false
// if it finds a proof, or nothing within a fraction of a second.
func (s *Search) Quiet(pos *game.State) (leaf game.State, ok bool) {
	s.nodes, s.clock = 0, newClock(context.Background(), Limit{Nodes: quietNodes})
	s.frames[0].state = *pos
	s.plain = true // an entry of the table would cut the line short
	defer func() { s.plain = false }()
	if score := s.quiesce(0, 1, -infinite, infinite); s.clock.stopped || isProven(score) {
		return *pos, false
	}
	leaf = *pos
	for _, m := range s.frames[0].line {
		leaf.Play(m)
	}
	return leaf, true
}
