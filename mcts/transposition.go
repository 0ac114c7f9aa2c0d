package mcts

// A search can reach one position along several lines: a transposition. The tree stays a tree, with a
// node for each line. But a later node copies what the first one has: moves, priors, proof and mean
// value. So PUCT evaluates a position again only while it is in flight, and the value of a new line
// comes from the earlier search. A graph of positions shares more (Czech, Korus and Kersting,
// arXiv:2012.11045). There the lines to a position share its visits, too.

// leastSlots is the length of the shortest table of positions.
const leastSlots = 1 << 10

// know gives node n its identity. The first node of a position enters the table.
func (t *tree) know(n int32, identity uint64) {
	t.identity[n] = identity
	if identity == 0 {
		return
	}
	if 2*t.positions >= len(t.slot) {
		t.growSlots()
	}
	if i := t.find(identity); t.slot[i] == 0 {
		t.slot[i] = n + 1
		t.positions++
	}
}

// first returns the first node of a position, or none. The identity 0 belongs to no position.
func (t *tree) first(identity uint64) int32 {
	if identity == 0 || t.positions == 0 {
		return none
	}
	return t.slot[t.find(identity)] - 1
}

// find returns the slot of an identity, or the free slot where it belongs.
func (t *tree) find(identity uint64) uint64 {
	mask := uint64(len(t.slot) - 1)
	i := identity & mask
	for t.slot[i] != 0 && t.identity[t.slot[i]-1] != identity {
		i = (i + 1) & mask
	}
	return i
}

// growSlots doubles the table, which is a power of two long and at most half full.
func (t *tree) growSlots() {
	old := t.slot
	t.slot = make([]int32, max(2*len(old), leastSlots))
	for _, s := range old {
		if s != 0 {
			t.slot[t.find(t.identity[s-1])] = s
		}
	}
}

// transpose links a node for the position of node m to the end of the path along edge e. It backs up
// the proof or the mean value of m, and returns the path with the new node.
func (t *tree) transpose(path []int32, e, m int32) []int32 {
	c := t.copyNode(t, m)
	t.visits[c], t.raw[c], t.twin[c] = 0, float32(t.mean[m]), none
	if t.edgeCount[c] > 0 {
		t.refresh(c)
	}
	t.link(path[len(path)-1], e, c)
	path = append(path, c)
	t.settle(path)
	return path
}
