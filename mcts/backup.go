package mcts

// backup adds one evaluation to every node of the path. value is for the player to move at the end
// of the path, and path holds the nodes from the root down. The sign flips with the player to move,
// and only backup and forget flip it.
func (t *tree) backup(path []int32, value float64) {
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		t.visits[n]++
		t.mean[n] += (value - t.mean[n]) / float64(t.visits[n])
		value = -value
	}
	t.maximise(path[:len(path)-1])
}

// settle carries what the new node at the end of the path knows towards the root: its proof, or else
// its value.
func (t *tree) settle(path []int32) {
	n := path[len(path)-1]
	if t.proof[n] != Unknown {
		t.prove(path)
		return
	}
	t.backup(path, float64(t.raw[n]))
}

// prove carries the proof of the last node of the path towards the root. A node with a lost child
// is won, and a node with only won children is lost. A child that the opponent wins is refuted. No
// player will choose it, so prove removes its evaluations from the averages of the nodes above.
func (t *tree) prove(path []int32) {
	for i := len(path) - 1; i > 0; i-- {
		parent, child := path[i-1], path[i]
		if t.proof[child] == Loss {
			t.proof[parent] = Win
			continue
		}
		t.forget(path[:i], child)
		t.refresh(parent)
		if t.live[parent] > 0 {
			return
		}
		t.proof[parent] = Loss
	}
}

// proveWin notes that edge e of the root wins.
func (t *tree) proveWin(e int32) {
	if c := t.child[e]; c > 0 {
		t.proof[c] = Loss
	} else {
		t.child[e] = wonEdge
	}
	t.proof[0] = Win
	t.refresh(0)
}

// forget removes the evaluations of child from its ancestors, the nodes of path. Each ancestor
// keeps at least the evaluation of its own position.
func (t *tree) forget(path []int32, child int32) {
	visits, value := t.visits[child], t.mean[child]
	if visits == 0 {
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		value = -value
		rest := t.visits[n] - visits
		t.mean[n] += (t.mean[n] - value) * float64(visits) / float64(rest)
		t.visits[n] = rest
	}
	t.maximise(path)
}
