package alphabeta

import "math"

// pruning says what the search leaves out. It suits an evaluation. Differences of scores are in
// hundredths of a stone.
type pruning struct {
	stone int // what a captured stone is expected to bring
	delta int // what a capture may bring besides its stones
	// A position that is better than beta by reverseFutility for each ply that is left counts as good. If it
	// is worse than alpha by futility for each ply, its quiet moves count as bad.
	reverseFutility, futility int
	futileCaptures            bool // captures of too few stones count as bad there, too
	window                    int  // half width of the window around the score of the last iteration
	// Without a move from the table, the order of a position's moves is bad. With guessDepth or more plies
	// left, such a position is searched one ply less deep. 0 is never.
	guessDepth int
	// A position that is no better than two plies before gets half as many late moves, and these are
	// reduced by one ply more.
	trend                      bool
	reduction                  reduction
	lateMoves, lateMovesGrowth int // quiet moves that are searched near the leaves: see [Search.prunedAsLate]
}

// featurePruning suits the evaluation by features.
func featurePruning(w Weights) pruning {
	return pruning{stone: w.Stone / 10, delta: 150, reverseFutility: 90, futility: 110, window: 30,
		reduction: reduction{0.5, 1.6}, lateMoves: 6, lateMovesGrowth: 10}
}

// linePruning suits an evaluation by lines. Matches chose it (docs/experiments/engine.md).
var linePruning = pruning{stone: 30, delta: 120, reverseFutility: 50, futility: 100, window: 30,
	futileCaptures: true, guessDepth: 3, trend: true,
	reduction: reduction{0.6, 1.2}, lateMoves: 6, lateMovesGrowth: 6}

// prunes sets what the search leaves out.
func (s *Search) prunes(p pruning) { s.pruning, s.reduced = p, p.reduction.table() }

// reduction says by how many plies a late move is reduced.
type reduction struct{ base, divisor float64 }

// reductions are late-move reductions in plies, by the depth and the number of earlier quiet moves.
type reductions [maxReducedDepth][maxReducedMoves]int8

// Sizes of the table of reductions.
const (
	maxReducedDepth = deepest + 2
	maxReducedMoves = 256
)

// table returns all reductions.
func (r reduction) table() *reductions {
	t := new(reductions)
	for depth := 2; depth < maxReducedDepth; depth++ {
		for n := 2; n < maxReducedMoves; n++ {
			t[depth][n] = int8(r.base + math.Log(float64(depth))*math.Log(float64(n))/r.divisor)
		}
	}
	return t
}

// plies returns the reduction for the given depth after n quiet moves.
func (t *reductions) plies(depth, n int) int {
	return int(t[min(depth, maxReducedDepth-1)][min(n, maxReducedMoves-1)])
}
