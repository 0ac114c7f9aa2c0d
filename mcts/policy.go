package mcts

import "math/rand/v2"

// A rootPolicy is a search method: it spends the simulations of a search on the moves of the root,
// selects edges below it, and concludes what the search has found. [Config.Root] names it. It sees
// positions only as nodes, and each search has one root policy.
type rootPolicy interface {
	traits() traits
	// begin prepares the search of the tree's root. end undoes its changes of the tree.
	begin(t *tree, limit Limit)
	end(t *tree)
	// next returns the edge of the root for the next simulation. simulated is called after the
	// simulation.
	next(t *tree, b *budget) int32
	simulated(t *tree)
	// selectEdge returns the edge to follow from node n, which is expanded and not proven. It returns
	// none if a position in flight has to land first.
	selectEdge(t *tree, n int32) int32
	// conclude sets r.Q and r.Policy of a root without a proof, and returns the root's value and the
	// index of the move to play. The priors and visits in r are set.
	conclude(t *tree, r *Result) (value float32, best int)
	// completeQ sets q[i] to the value of the root's edge i, as [Result.Q] describes.
	completeQ(t *tree, q []float32)
	// draw returns the index of the move to play at the given ply of the game. r.Best is the index
	// that conclude returned.
	draw(r *Result, ply int) int
}

// traits are the properties of a root policy that do not change.
type traits struct {
	// continues means that a search continues with the subtree of the last search, visits included.
	// Otherwise it starts without visits, and copies evaluations.
	continues bool
	// transposes means that a new line to a known position copies the data of the position's first
	// node.
	transposes bool
	// minimax is the share of minimax values in the value of a move.
	minimax float64
}

// newRootPolicy returns the root policy of a valid config. All its randomness comes from rng.
func newRootPolicy(cfg Config, rng *rand.Rand) rootPolicy {
	if cfg.Root == RootPUCT {
		return newPUCTPolicy(cfg, rng)
	}
	return newGumbelPolicy(cfg, rng)
}

// Continues reports whether a search with this config continues where the last search of the same
// position stopped. Then searches in rounds, and on several goroutines, are one search.
func (c Config) Continues() bool { return newRootPolicy(c, nil).traits().continues }
