package selfplay

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/mcts"
)

// A cache is an evaluator that asks another one and remembers what it said, so that it need not say
// it again. It must be one that sees stones and turn alone, as a network is: to a search, positions
// differ by their ply too. A cache changes no result, since it compares positions whole and keeps
// every number as it was.
//
// It is a table of fixed size. A position has one place in it, where the latest stays.
type cache struct {
	mcts.Evaluator
	entries []entry // [a power of two]
}

// entry is what was said of a position.
type entry struct {
	stones [2]game.Bits
	turn   game.Colour
	value  float32
	prior  []float32 // [moves]; none in an entry without a position
}

// newCache returns a cache of at least so many positions.
func newCache(eval mcts.Evaluator, positions int) *cache {
	return &cache{eval, make([]entry, cacheSize(positions))}
}

// cacheSize returns the size of the table for so many positions, one at least.
func cacheSize(positions int) int { return 1 << bits.Len(uint(positions-1)) }

// entryBytes is the size of an entry without its prior.
const entryBytes = 96

// CacheBytes returns the memory of a worker's full cache of so many positions, 0 for none, with so
// many moves each on average.
func CacheBytes(positions int, moves float64) int64 {
	if positions == 0 {
		return 0
	}
	return int64(float64(cacheSize(positions)) * (entryBytes + 4*moves))
}

// Evaluate implements [mcts.Evaluator].
func (c *cache) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	e := &c.entries[s.Hash()&uint64(len(c.entries)-1)]
	if e.holds(s) {
		copy(prior, e.prior)
		return e.value, nil
	}
	value, err := c.Evaluator.Evaluate(s, moves, prior)
	if err != nil {
		return value, err
	}
	e.stones, e.turn = [2]game.Bits{s.Stones(game.White), s.Stones(game.Black)}, s.Turn()
	e.value, e.prior = value, append(e.prior[:0], prior...)
	return value, nil
}

// holds reports whether e is about s.
func (e *entry) holds(s *game.State) bool {
	return len(e.prior) > 0 && e.turn == s.Turn() && e.stones[game.White] == s.Stones(game.White) &&
		e.stones[game.Black] == s.Stones(game.Black)
}
