package backend

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/mcts"
)

// A cache is an evaluator that stores the results of another evaluator, which must depend only on
// the stones and the turn, as a network does. A search also tells positions apart by their ply. But
// a cache changes no result, because it compares whole positions and stores exact numbers.
//
// The cache is a table of fixed size. Each position has one slot, which keeps the latest position.
type cache struct {
	mcts.EvaluateCloser
	entries []entry // [a power of two]
}

// entry is the stored evaluation of a position.
type entry struct {
	stones [2]game.Bits
	turn   game.Colour
	value  float32
	prior  []float32 // [moves]; none in an entry without a position
}

// Cached returns an evaluator that stores the results of eval for at least the given number of
// positions. 0 means no cache. Closing it closes eval.
func Cached(eval mcts.EvaluateCloser, positions int) mcts.EvaluateCloser {
	if positions == 0 {
		return eval
	}
	return newCache(eval, positions)
}

func newCache(eval mcts.EvaluateCloser, positions int) *cache {
	return &cache{eval, make([]entry, cacheSize(positions))}
}

// cacheSize returns the size of the table for the given number of positions, at least one.
func cacheSize(positions int) int { return 1 << bits.Len(uint(positions-1)) }

// entryBytes is the size of an entry without its prior.
const entryBytes = 96

// CacheBytes returns the memory, in bytes, of a full cache with the given number of positions and
// the given mean number of moves in each. 0 positions mean no cache.
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
	value, err := c.EvaluateCloser.Evaluate(s, moves, prior)
	if err != nil {
		return value, err
	}
	e.stones, e.turn = [2]game.Bits{s.Stones(game.White), s.Stones(game.Black)}, s.Turn()
	e.value, e.prior = value, append(e.prior[:0], prior...)
	return value, nil
}

// holds reports whether e is the evaluation of s.
func (e *entry) holds(s *game.State) bool {
	return len(e.prior) > 0 && e.turn == s.Turn() && e.stones[game.White] == s.Stones(game.White) &&
		e.stones[game.Black] == s.Stones(game.Black)
}
