package mcts

import "testing"

// mixing returns the config of PUCT with a share of the minimax value.
func mixing(share float64) Config {
	cfg := configs()[RootPUCT]
	cfg.Minimax = share
	return cfg
}

// plainMinimax returns, by the definition, the value of the best child of node n that has a quarter of the
// most visits. ok is false if no child has visits.
func plainMinimax(t *tree, n int32) (best float32, ok bool) {
	from, to := t.edges(n)
	for e := from; e < to; e++ {
		c := t.child[e]
		if c <= 0 || t.proof[c] == Win || t.visits[c] == 0 {
			continue
		}
		trusted := true
		for other := from; other < to; other++ {
			if o := t.child[other]; o > 0 && t.proof[o] != Win && t.visits[c] < t.visits[o]/4 {
				trusted = false
			}
		}
		if trusted && (!ok || -t.minimax[c] > best) {
			best, ok = -t.minimax[c], true
		}
	}
	return best, ok
}

// TestMinimaxOfEveryTree grows trees with proofs, transpositions, flights and new roots. Each search checks
// the minimax values of its tree (checkTree).
func TestMinimaxOfEveryTree(t *testing.T) {
	cfg := mixing(0.3)
	for seed := range uint64(60) {
		run(t, cfg, randomToy(newRand(seed), 6, 6, Win, Loss, Unknown), nil, Limit{Simulations: 400})
		w := randomGraph(seed, Win, Loss, Unknown)
		for n := int32(1); n < 8; n++ {
			w.root = 0
			p, _ := run(t, cfg, w, nil, Limit{Simulations: 60})
			if int(n) >= p.tree.size() {
				break
			}
			w.root = int(p.tree.identity[n]) - 1
			if len(w.node[w.root].children) > 0 {
				searchFrom(t, p, n, Limit{Simulations: 60})
			}
		}
	}
}

// TestMinimaxSeesARefutation has a move with nine good replies and one that refutes it, and a quiet move. The
// mean of the first move stays high for long. With the minimax value the search leaves it sooner.
func TestMinimaxSeesARefutation(t *testing.T) {
	w := &toy{node: []toyNode{{children: []int{1, 2}, prior: []float32{0.5, 0.5}}, {}, {value: -0.1}}}
	trap := toyNode{value: -0.7}
	for i := range 10 {
		value := float32(0.7) // of the position after a reply, for the player of the first move
		if i == 9 {
			value = -0.9
		}
		trap.children = append(trap.children, w.add(toyNode{value: value}))
		trap.prior = append(trap.prior, 0.1)
	}
	w.node[1] = trap
	visits := func(share float64) int32 {
		p, r := run(t, mixing(share), w, nil, Limit{Simulations: 200})
		if worth := p.tree.worth(childAlong(p.tree, 0, 0)); r.Q[0] != float32(worth) {
			t.Errorf("share %v: the refuted move has the value %v, want %v", share, r.Q[0], worth)
		}
		return r.Visits[0]
	}
	mean, mixed := visits(0), visits(0.5)
	if mixed >= mean*3/4 {
		t.Errorf("the refuted move has %d of 200 visits, and %d without minimax", mixed, mean)
	}
}
