package mcts

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A toy is a world with known values: a tree that a test writes down.
type toy struct {
	node  []toyNode
	root  int // index of the root in node
	calls int // expansions asked for
}

type toyNode struct {
	children []int
	prior    []float32
	value    float32
	proof    Proof
}

func (w *toy) expand(path []action, x *expansion) error {
	w.calls++
	n := &w.node[w.at(path)]
	x.resize(len(n.children))
	x.value, x.proof = n.value, n.proof
	for i := range n.children {
		x.actions[i], x.prior[i] = action(i), n.prior[i]
	}
	return nil
}

// at returns the node that a path leads to.
func (w *toy) at(path []action) int {
	n := w.root
	for _, a := range path {
		n = w.node[n].children[a]
	}
	return n
}

func (w *toy) identify(path []action) uint64 { return uint64(w.at(path)) + 1 }

func (w *toy) evaluated([]float32) {}

// add appends a node and returns its index.
func (w *toy) add(n toyNode) int {
	w.node = append(w.node, n)
	return len(w.node) - 1
}

// bandit is a root whose moves end the game, with the value q[i] for the player who makes them. The
// value of the root is the mean of q under the prior.
func bandit(prior []float32, q []float64) *toy {
	w := &toy{}
	root := toyNode{prior: prior}
	w.add(root)
	value := 0.0
	for i := range q {
		root.children = append(root.children, w.add(toyNode{value: float32(-q[i])}))
		value += float64(prior[i]) * q[i]
	}
	root.value = float32(value)
	w.node[0] = root
	return w
}

// chain is a forced line of the given length. Every node has the given value for the player to
// move.
func chain(length int, value float32) *toy {
	w := &toy{}
	for i := range length {
		n := toyNode{value: value}
		if i+1 < length {
			n.children, n.prior = []int{i + 1}, []float32{1}
		}
		w.add(n)
	}
	return w
}

// randomToy is a tree with up to width moves a node and depth plies. Its leaves
// end in one of the results; values elsewhere are noise.
func randomToy(rng *rand.Rand, width, depth int, results ...Proof) *toy {
	w := &toy{}
	w.grow(rng, width, depth, results)
	return w
}

func (w *toy) grow(rng *rand.Rand, width, depth int, results []Proof) int {
	i := w.add(toyNode{})
	if depth == 0 || (i != 0 && rng.IntN(8) == 0) {
		proof := results[rng.IntN(len(results))]
		w.node[i] = toyNode{proof: proof, value: proofValue(proof)}
		return i
	}
	n := toyNode{value: rng.Float32() - 0.5}
	for range 1 + rng.IntN(width) {
		n.children = append(n.children, w.grow(rng, width, depth-1, results))
	}
	n.prior = randomPolicy(rng, len(n.children))
	w.node[i] = n
	return i
}

func proofValue(p Proof) float32 {
	switch p {
	case Win:
		return 1
	case Loss:
		return -1
	default:
		return 0
	}
}

// minimax returns the exact value of node i for the player to move there.
func (w *toy) minimax(i int) float32 {
	n := &w.node[i]
	if len(n.children) == 0 {
		return n.value
	}
	best := float32(-1)
	for _, c := range n.children {
		best = max(best, -w.minimax(c))
	}
	return best
}

func randomPolicy(rng *rand.Rand, n int) []float32 {
	p := make([]float32, n)
	sum := 0.0
	for i := range p {
		x := rng.ExpFloat64()
		p[i] = float32(x)
		sum += x
	}
	scale(p, 1/sum)
	return p
}

// run searches a toy and returns the planner and its results.
func run(t testing.TB, cfg Config, w world, rng *rand.Rand, limit Limit) (p *planner, r Result) {
	t.Helper()
	p = newPlanner(cfg, w, rng)
	return p, search(t, p, limit)
}

// search runs one search of a planner, from scratch.
func search(t testing.TB, p *planner, limit Limit) (r Result) {
	t.Helper()
	return searchFrom(t, p, none, limit)
}

// searchFrom runs a search of a planner whose last tree has the new root at node from.
func searchFrom(t testing.TB, p *planner, from int32, limit Limit) (r Result) {
	t.Helper()
	if err := p.setRoot(from); err != nil {
		t.Fatal(err)
	}
	b := newBudget(context.Background(), limit)
	if err := p.search(&b); err != nil {
		t.Fatal(err)
	}
	r.fill(p, &b)
	checkTree(t, p.tree)
	return r
}

// checkTree checks the invariants of every tree.
func checkTree(t testing.TB, tr *tree) {
	t.Helper()
	for n := range int32(tr.size()) {
		id := tr.identity[n]
		if m := tr.first(id); id != 0 && (m == none || m > n || tr.identity[m] != id) {
			t.Errorf("node %d: the first node of its position is %d", n, m)
		}
		if tr.proof[n] != Unknown || tr.edgeCount[n] == 0 {
			continue
		}
		visits, sum, live, mass := int32(1), float64(tr.raw[n]), int32(0), float32(0)
		from, to := tr.edges(n)
		for e := from; e < to; e++ {
			if tr.edgeProof(e) != Loss {
				live++
				mass += tr.prior[e]
			}
			c := tr.child[e]
			if c <= 0 || tr.proof[c] == Win {
				continue
			}
			if tr.edge[c] != e {
				t.Errorf("node %d: edge %d leads to child %d, which is reached by edge %d", n, e, c,
					tr.edge[c])
			}
			visits += tr.visits[c]
			sum -= tr.mean[c] * float64(tr.visits[c])
		}
		if visits != tr.visits[n] {
			t.Errorf("node %d: %d visits, its children and itself have %d", n, tr.visits[n], visits)
		}
		if want := sum / float64(visits); math.Abs(want-tr.mean[n]) > 1e-6 {
			t.Errorf("node %d: mean %v, its children and itself have %v", n, tr.mean[n], want)
		}
		if best, ok := plainMinimax(tr, n); ok && tr.mixed > 0 && best != tr.minimax[n] {
			t.Errorf("node %d: minimax value %v, its children have %v", n, tr.minimax[n], best)
		}
		if live != tr.live[n] || math.Abs(float64(mass-tr.mass[n])) > 1e-4 || tr.findNext(n) != tr.next[n] {
			t.Errorf("node %d: live, mass, next = %d, %v, %d, want %d, %v, %d",
				n, tr.live[n], tr.mass[n], tr.next[n], live, mass, tr.findNext(n))
		}
	}
}

// dump returns the tree as text, with a line for each node, indented by depth.
func dump(tr *tree) string {
	var b strings.Builder
	type entry struct{ node, depth int32 }
	stack := []entry{{0, 0}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := top.node
		move := "root"
		if e := tr.edge[n]; e != none {
			move = fmt.Sprintf("%d P=%.4f", tr.action[e], tr.prior[e])
		}
		fmt.Fprintf(&b, "%s%s N=%d Q=%.4f v=%.4f %v\n",
			strings.Repeat("  ", int(top.depth)), move, tr.visits[n], tr.mean[n], tr.raw[n], tr.proof[n])
		for c := tr.firstChild[n]; c != 0; c = tr.sibling[c] { // newest first, so that the oldest is on top
			stack = append(stack, entry{c, top.depth + 1})
		}
	}
	return b.String()
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// configs returns a config for each of the two methods, without noise.
func configs() map[string]Config {
	gumbel := Default()
	gumbel.Noise = false
	puct := gumbel
	puct.Root = RootPUCT
	return map[string]Config{RootGumbel: gumbel, RootPUCT: puct}
}
