package mcts

// PUCT can mix two values of a child: the mean of its visits and the minimax value of its visited subtree.
// When the search finds a refutation, the mean changes slowly and the minimax value changes at once.
//
// A node has many children with few visits, and the best value among them is often too high by chance. So the
// minimax value counts only children with enough visits to be played by [Config.Choose].
//
// Source of the mixture: Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic
// evaluations using implicit minimax backups", CIG 2014. There all visited children count.

// worth returns the value of the move to node c, for the player who makes it.
func (t *tree) worth(c int32) float64 {
	return -(1-t.mixed)*t.mean[c] - t.mixed*float64(t.minimax[c])
}

// maximise brings the minimax values of the nodes of a path up to date, from its end to the root. The
// values and visits below the path must be final.
func (t *tree) maximise(path []int32) {
	if t.mixed == 0 {
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		t.minimax[path[i]] = t.maximum(path[i])
	}
}

// maximum returns the minimax value of node n, for the player to move there: the value of its best child.
// Only children with at least leastShare times as many visits as the most visited child count, rounded
// down. A node without visited children has its own value.
func (t *tree) maximum(n int32) float32 {
	most := int32(0)
	for c := t.firstChild[n]; c != 0; c = t.sibling[c] {
		if t.proof[c] != Win {
			most = max(most, t.visits[c])
		}
	}
	if most == 0 {
		return t.raw[n]
	}
	least, best := max(1, int32(leastShare*float64(most))), float32(-1)
	for c := t.firstChild[n]; c != 0; c = t.sibling[c] {
		if t.proof[c] != Win && t.visits[c] >= least {
			best = max(best, -t.minimax[c])
		}
	}
	return best
}
