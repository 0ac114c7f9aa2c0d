package mcts

// copySubtree copies the subtree of old below node root into t. The node must be expanded, and t
// must be empty. The copy is breadth first: the copied nodes are the queue, and twin has the source
// of each.
func (t *tree) copySubtree(old *tree, root int32) {
	t.copyNode(old, root)
	for n := int32(0); int(n) < t.size(); n++ {
		t.copyChildren(old, n)
		t.refresh(n)
		t.twin[n] = none
		t.know(n, t.identity[n])
	}
}

// copyChildren copies the children of node n, oldest first, so that the list
// of its children keeps its order.
func (t *tree) copyChildren(old *tree, n int32) {
	first := int32(t.size())
	for c := old.firstChild[t.twin[n]]; c != 0; c = old.sibling[c] {
		t.copyNode(old, c)
	}
	for c := int32(t.size()) - 1; c >= first; c-- {
		source := t.twin[c]
		e := t.firstEdge[n] + old.edge[source] - old.firstEdge[t.twin[n]]
		t.link(n, e, c)
	}
}

// copyNode appends node n of old with its statistics, and with its edges in their state after
// expansion. Its children are not linked.
func (t *tree) copyNode(old *tree, n int32) int32 {
	c := t.addNode(old.raw[n], old.proof[n])
	t.visits[c], t.mean[c], t.minimax[c], t.twin[c] = old.visits[n], old.mean[n], old.minimax[n], n
	t.identity[c] = old.identity[n]
	from, to := old.edges(n)
	t.edgeCount[c] = to - from
	t.action = append(t.action, old.action[from:to]...)
	t.prior = append(t.prior, old.prior[from:to]...)
	for _, child := range old.child[from:to] {
		if child > 0 || child == inFlight {
			child = unvisited
		}
		t.child = append(t.child, child)
	}
	return c
}

// addTwin appends node n of old in its state after expansion, without visits. Expanding the
// position again would add the same node.
func (t *tree) addTwin(old *tree, n int32) int32 {
	c := t.copyNode(old, n)
	t.visits[c], t.mean[c] = 0, 0
	if t.edgeCount[c] == 0 {
		return c
	}
	t.refresh(c)
	t.proof[c] = t.proofOfEdges(c) // without the proofs of the last search
	return c
}

// proofOfEdges returns the proof of node n that follows from its edges.
func (t *tree) proofOfEdges(n int32) Proof {
	if t.live[n] == 0 {
		return Loss
	}
	from, to := t.edges(n)
	for e := from; e < to; e++ {
		if t.edgeProof(e) == Win {
			return Win
		}
	}
	return Unknown
}

// hasProof reports whether node n can become a root: it has edges, and its proof, if there is one,
// follows from them. A node that was proven at its expansion has no edges. A transposition has the
// proof of another node, and not the children that prove it.
func (t *tree) hasProof(n int32) bool {
	return t.edgeCount[n] > 0 && (t.proof[n] == Unknown || t.proof[n] == t.proofOfEdges(n))
}

// twinAlong returns the node of old at the position that edge e leads to from
// node n, or none.
func (t *tree) twinAlong(old *tree, n, e int32) int32 {
	m := t.twin[n]
	if m == none {
		return none
	}
	if c := old.child[old.firstEdge[m]+e-t.firstEdge[n]]; c > 0 {
		return c
	}
	return none
}

// setPrior replaces the priors of node n.
func (t *tree) setPrior(n int32, prior []float32) {
	from, _ := t.edges(n)
	copy(t.prior[from:], prior)
	t.refresh(n)
}
