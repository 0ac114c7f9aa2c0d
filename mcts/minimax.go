package mcts

// PUCT can mix the mean value of a child with the minimax value of its visited subtree. The idea is from
// Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit
// minimax backups" (CIG 2014). When the search finds a refutation, the mean follows slowly and the minimax value follows at
// once. But the best of many single evaluations is mostly an error. So the minimax value trusts the same
// children as [Config.Choose] does.

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

// maximum returns the value of the best child of node n among those with at least leastShare of the most
// visits, for the player to move at n. Without such a child it is the node's own value.
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
