package solve

import (
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
)

// sampleAttempts limits the number of draws for each position.
const sampleAttempts = 10_000

// Sample returns n positions whose value a move can throw away: a win or a draw with at least one
// legal move to a lower value. They are drawn with repetition, uniformly over all such placements
// and sides to move. The same seed gives the same positions.
//
// Sample returns fewer than n positions if they are too rare to find. That happens on no supported
// board.
func (t *Table) Sample(n int, seed uint64) []game.State {
	rng := rand.New(rand.NewPCG(seed, 0))
	var sample []game.State
	for attempt := 0; len(sample) < n && attempt/sampleAttempts < n; attempt++ {
		p, turn := t.draw(rng.Int64N(t.placements)), game.Colour(rng.IntN(2))
		if t.value(p) == Loss {
			continue
		}
		if s := t.state(p, turn); t.Throwable(&s) {
			sample = append(sample, s)
		}
	}
	return sample
}

// draw returns placement number i of the table, 0 to placements-1.
func (t *Table) draw(i int64) placement {
	for own := range t.layers {
		for enemy := range t.layers[own] {
			l := &t.layers[own][enemy]
			if i < int64(l.size) {
				return l.placement(int(i))
			}
			i -= int64(l.size)
		}
	}
	panic(fmt.Sprintf("solve: placement %d after the last", i))
}

// state returns the position of p with the given side to move.
func (t *Table) state(p placement, turn game.Colour) game.State {
	s, err := t.board.ParseState(t.grid.text(p, turn))
	if err != nil {
		panic(err) // the text is our own, so an error is a bug
	}
	return s
}

// Throwable reports whether a legal move of s leads to a lower value than the value of s. It is
// false if the table does not hold s: see [Table.Value].
func (t *Table) Throwable(s *game.State) bool {
	var buffer [128]game.Move
	for _, m := range s.AppendMoves(buffer[:0]) {
		if t.Throws(s, m) {
			return true
		}
	}
	return false
}
