package mcts

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestBackupFlipsSign(t *testing.T) {
	for name, cfg := range configs() {
		_, r := run(t, cfg, chain(4, 0.5), newRand(1), Limit{Simulations: 3})
		// Values seen from the root: 0.5, -0.5, 0.5, -0.5.
		if r.Visits[0] != 3 || math.Abs(float64(r.Q[0])+1.0/6) > 1e-6 {
			t.Errorf("%s: after 3 simulations N = %d, Q = %v, want 3, -1/6", name, r.Visits[0], r.Q[0])
		}
		if r.Depth != 3 || len(r.PV) != 3 || r.Nodes != 4 {
			t.Errorf("%s: depth %d, line of %d, %d nodes, want 3, 3, 4", name, r.Depth, len(r.PV), r.Nodes)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	for name, cfg := range configs() {
		cfg.MaxDepth = 5
		p := newPlanner(cfg, endless{}, newRand(1))
		if err := p.setRoot(none); err != nil {
			t.Fatal(err)
		}
		b := newBudget(context.Background(), Limit{Simulations: 1000})
		if err := p.search(&b); err != nil {
			t.Fatal(err)
		}
		if p.depth != 5 || p.tree.size() != 6 || p.tree.visits[0] != 1001 {
			t.Errorf("%s: depth %d, %d nodes, %d visits, want 5, 6, 1001", name, p.depth, p.tree.size(),
				p.tree.visits[0])
		}
	}
}

// endless is a game that never ends, with one move each time.
type endless struct{}

func (endless) expand(_ []action, x *expansion) error {
	x.resize(1)
	x.actions[0], x.prior[0], x.value, x.proof = 0, 1, 0.25, Unknown
	return nil
}

func (endless) identify([]action) uint64 { return 0 }

func (endless) evaluated([]float32) {}

func TestFindsTheBestArm(t *testing.T) {
	for name, cfg := range configs() {
		prior := []float32{0.4, 0.3, 0.2, 0.1}
		_, r := run(t, cfg, bandit(prior, []float64{-0.5, 0.1, 0.8, 0.2}), newRand(1),
			Limit{Simulations: 200})
		if r.Best != 2 || argmax(r.Policy) != 2 {
			t.Errorf("%s: best %d, policy %v, want move 2", name, r.Best, r.Policy)
		}
		if r.Value < 0.5 {
			t.Errorf("%s: value %v, want near 0.8", name, r.Value)
		}
		if want := []float32{-0.5, 0.1, 0.8, 0.2}; !near(r.Q, want, 1e-6) {
			t.Errorf("%s: Q = %v, want %v", name, r.Q, want)
		}
	}
}

func near(a, b []float32, tolerance float64) bool {
	for i := range a {
		if math.Abs(float64(a[i]-b[i])) > tolerance {
			return false
		}
	}
	return len(a) == len(b)
}

// TestProofsAgreeWithMinimax searches small random trees without draws completely.
func TestProofsAgreeWithMinimax(t *testing.T) {
	for name, cfg := range configs() {
		for seed := range uint64(300) {
			w := randomToy(newRand(seed), 4, 5, Win, Loss)
			_, r := run(t, cfg, w, newRand(seed), Limit{Simulations: 2000})
			exact := w.minimax(0)
			if proofValue(r.Proof) != exact || r.Value != exact {
				t.Errorf("%s, seed %d: proof %v, value %v, minimax %v", name, seed, r.Proof, r.Value, exact)
			}
			if best := -w.minimax(w.node[0].children[r.Best]); best != exact {
				t.Errorf("%s, seed %d: best move is worth %v, minimax %v", name, seed, best, exact)
			}
			checkProvenPolicy(t, w, &r)
		}
	}
}

// TestProofsAreSound stops searches early in trees with draws.
func TestProofsAreSound(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		proven := 0
		for seed := range uint64(300) {
			rng := newRand(seed)
			w := randomToy(rng, 4, 5, Win, Loss, Unknown)
			_, r := run(t, cfg, w, rng, Limit{Simulations: 1 + rng.IntN(60)})
			if r.Proof != Unknown {
				proven++
				if exact := w.minimax(0); proofValue(r.Proof) != exact {
					t.Errorf("%s, seed %d: proof %v, minimax %v", name, seed, r.Proof, exact)
				}
			}
			checkProvenPolicy(t, w, &r)
		}
		if proven < 50 {
			t.Errorf("%s: only %d of 300 roots proven", name, proven)
		}
	}
}

// checkProvenPolicy checks that the policy target respects the proofs.
func checkProvenPolicy(t *testing.T, w *toy, r *Result) {
	t.Helper()
	sum := float32(0)
	for i, p := range r.Policy {
		sum += p
		exact := -w.minimax(w.node[w.root].children[i])
		if r.Proof == Win && p > 0 && exact != 1 {
			t.Errorf("won root has policy %v on move %d, worth %v", p, i, exact)
		}
		if r.Proof == Unknown && r.Q[i] == -1 && exact == -1 && p > 0 {
			t.Errorf("policy %v on move %d, which is proven to lose", p, i)
		}
	}
	if r.Proof == Win && w.minimax(w.node[w.root].children[r.Best]) != -1 {
		t.Errorf("won root plays move %d", r.Best)
	}
	if !(math.Abs(float64(sum)-1) <= 1e-5) {
		t.Errorf("policy adds up to %v", sum)
	}
}

// TestWinInK proves a win that lies k plies deep behind the least likely moves.
func TestWinInK(t *testing.T) {
	for name, cfg := range configs() {
		for _, k := range []int{1, 3, 5} {
			w := &toy{}
			w.winIn(k)
			_, r := run(t, cfg, w, newRand(1), Limit{Simulations: 10_000})
			if r.Proof != Win || r.Best != 2 || r.Value != 1 {
				t.Errorf("%s: win in %d: %v, best %d, value %v after %d simulations", name, k, r.Proof,
					r.Best, r.Value, r.Simulations)
			}
			if len(r.PV) != k {
				t.Errorf("%s: win in %d: line %v", name, k, r.PV)
			}
		}
	}
}

// winIn adds a node where the player to move wins in k plies. At each of its turns the last of
// three moves wins, and the others are bad. The opponent always has three moves.
func (w *toy) winIn(k int) int {
	i := w.add(toyNode{})
	n := toyNode{prior: []float32{0.6, 0.3, 0.1}}
	n.children = []int{w.add(toyNode{value: 0.5}), w.add(toyNode{value: 0.5})}
	if k == 1 {
		n.children = append(n.children, w.add(toyNode{proof: Loss, value: -1}))
	} else {
		reply := w.add(toyNode{})
		children := []int{w.winIn(k - 2), w.winIn(k - 2), w.winIn(k - 2)}
		w.node[reply] = toyNode{children: children, prior: []float32{0.5, 0.25, 0.25}, value: 0.3}
		n.children = append(n.children, reply)
	}
	w.node[i] = n
	return i
}

// TestRefutedMoveLeavesTheAverages has a losing move with a high value.
func TestRefutedMoveLeavesTheAverages(t *testing.T) {
	for name, cfg := range configs() {
		w := &toy{}
		w.add(toyNode{})
		trap := w.add(toyNode{})
		quiet := w.add(toyNode{value: -0.1})
		var children []int
		for range 20 { // the opponent's replies to the trap: all except the last are good for us
			children = append(children, w.add(toyNode{value: 0.9}))
		}
		children = append(children, w.add(toyNode{value: -1, proof: Loss}))
		prior := make([]float32, 21)
		for i := range prior {
			prior[i] = 1.0 / 21
		}
		w.node[trap] = toyNode{children: children, prior: prior, value: -0.9}
		w.node[0] = toyNode{children: []int{trap, quiet}, prior: []float32{0.9, 0.1}}
		p, r := run(t, cfg, w, newRand(1), Limit{Simulations: 300})
		if r.Best != 1 || r.Policy[0] != 0 || r.Q[0] != -1 || r.Visits[0] != 0 {
			t.Errorf("%s: best %d, policy %v, Q %v, visits %v", name, r.Best, r.Policy, r.Q, r.Visits)
		}
		want := 0.1 * float64(r.Visits[1]) / float64(1+r.Visits[1])
		if math.Abs(p.tree.mean[0]-want) > 1e-6 {
			t.Errorf("%s: root's mean %v, want %v: the refuted move still counts", name, p.tree.mean[0], want)
		}
	}
}

// TestLostRootPlaysOn has a root that loses with every move. Only a search refutes one of the
// moves.
func TestLostRootPlaysOn(t *testing.T) {
	for name, cfg := range configs() {
		w := &toy{}
		w.add(toyNode{})
		plain := w.add(toyNode{value: 1, proof: Win})
		deep := w.add(toyNode{})
		w.node[deep] = toyNode{children: []int{w.add(toyNode{}), w.add(toyNode{value: -1, proof: Loss})},
			prior: []float32{0.9, 0.1}}
		w.node[0] = toyNode{children: []int{plain, deep}, prior: []float32{0.7, 0.3}}
		_, r := run(t, cfg, w, newRand(1), Limit{Simulations: 100})
		if r.Proof != Loss || r.Best != 1 || r.Value != -1 || !near(r.Policy, []float32{0.7, 0.3}, 1e-6) {
			t.Errorf("%s: %v, best %d, value %v, policy %v", name, r.Proof, r.Best, r.Value, r.Policy)
		}
	}
}

func TestTenThousandActions(t *testing.T) {
	rng := newRand(7)
	const n = 10_000
	q := make([]float64, n)
	for i := range q {
		q[i] = rng.Float64() - 0.5
	}
	for name, cfg := range configs() {
		cfg.Noise = true
		w := bandit(randomPolicy(rng, n), q)
		_, r := run(t, cfg, w, rng, Limit{Simulations: 64})
		visits := int32(0)
		for _, v := range r.Visits {
			visits += v
		}
		if visits != 64 || len(r.Policy) != n {
			t.Errorf("%s: %d visits, policy of %d", name, visits, len(r.Policy))
		}
	}
}

func TestGolden(t *testing.T) {
	for name, cfg := range configs() {
		for _, noise := range []bool{false, true} {
			cfg.Noise = noise
			p, r := run(t, cfg, randomToy(newRand(11), 5, 7, Win, Loss, Unknown), newRand(3),
				Limit{Simulations: 60})
			got := fmt.Sprintf("best %d value %.4f proof %v\npolicy %.4f\nQ %.4f\n%s", r.Best, r.Value,
				r.Proof, r.Policy, r.Q, dump(p.tree))
			golden(t, fmt.Sprintf("%s_noise_%v.golden", name, noise), got)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update rewrites it); got\n%s", path, got)
	}
}

func TestSameSeedSameTree(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		w := randomToy(newRand(5), 6, 6, Unknown)
		search := func(seed uint64) string {
			p, _ := run(t, cfg, w, newRand(seed), Limit{Simulations: 100})
			return dump(p.tree)
		}
		first := search(1)
		if first != search(1) {
			t.Errorf("%s: the same seed gave two trees", name)
		}
		if first == search(2) {
			t.Errorf("%s: two seeds gave the same tree", name)
		}
	}
}

// failing is a world that fails from the n-th expansion on.
type failing struct {
	world
	left int
}

var errBroken = errors.New("broken")

func (w *failing) expand(path []action, x *expansion) error {
	if w.left--; w.left < 0 {
		return errBroken
	}
	return w.world.expand(path, x)
}

func TestErrorLeavesTheTreeSound(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		w := &failing{world: wide{}, left: 20}
		p := newPlanner(cfg, w, newRand(1))
		if err := p.setRoot(none); err != nil {
			t.Fatal(err)
		}
		b := newBudget(context.Background(), Limit{Simulations: 100})
		if err := p.search(&b); !errors.Is(err, errBroken) {
			t.Fatalf("%s: error %v", name, err)
		}
		checkTree(t, p.tree)
		w.left = 1000
		b = newBudget(context.Background(), Limit{Simulations: 100})
		if err := p.search(&b); err != nil {
			t.Errorf("%s: after the failure: %v", name, err)
		}
		checkTree(t, p.tree)
	}
}

func TestRefusesBadEvaluations(t *testing.T) {
	nan := float32(math.NaN())
	for name, n := range map[string]toyNode{
		"value NaN":     {children: []int{1}, prior: []float32{1}, value: nan},
		"value above 1": {children: []int{1}, prior: []float32{1}, value: 1.5},
		"prior NaN":     {children: []int{1, 1}, prior: []float32{nan, 1}},
		"prior < 0":     {children: []int{1, 1}, prior: []float32{-0.5, 1.5}},
		"sum of 2":      {children: []int{1, 1}, prior: []float32{1, 1}},
	} {
		p := newPlanner(Default(), &toy{node: []toyNode{n, {}}}, newRand(1))
		if err := p.setRoot(none); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	for name, cfg := range configs() {
		cfg.MemoryMiB = 1
		p, r := run(t, cfg, wide{}, newRand(1), Limit{Simulations: 1 << 20})
		if p.tree.bytes() > 1<<20+20_000 || r.Simulations == 1<<20 {
			t.Errorf("%s: %d bytes after %d simulations", name, p.tree.bytes(), r.Simulations)
		}
	}
}

// wide is a game that never ends, with 1000 moves each time.
type wide struct{}

func (wide) identify([]action) uint64 { return 0 }

func (wide) evaluated([]float32) {}

func (wide) expand(_ []action, x *expansion) error {
	x.resize(1000)
	x.value, x.proof = 0, Unknown
	for i := range x.actions {
		x.actions[i], x.prior[i] = action(i), 1e-3
	}
	return nil
}
