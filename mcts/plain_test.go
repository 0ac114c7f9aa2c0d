package mcts

import (
	"math"
	"testing"
)

// plainScores returns the scores by which a Gumbel search selects an edge of node n, -Inf for edges
// known to lose. It applies the formulas of [gumbel] directly to all edges.
func plainScores(t *tree, n int32, cfg Config) []float64 {
	from, to := t.edges(n)
	visits, q := make([]float64, to-from), make([]float64, to-from)
	sumN, maxN, tried, weighted := 0.0, 0.0, 0.0, 0.0
	for i := range visits {
		e := from + int32(i)
		if c := t.child[e]; c > 0 && t.edgeProof(e) != Loss {
			visits[i], q[i] = float64(t.visits[c]), -t.mean[c]
			sumN, maxN = sumN+visits[i], max(maxN, visits[i])
			tried += float64(t.prior[e])
			weighted += float64(t.prior[e]) * q[i]
		}
	}
	mixed := float64(t.raw[n])
	if tried > 0 {
		mixed = (mixed + sumN*weighted/tried) / (1 + sumN)
	}
	scores, sum := make([]float64, len(visits)), 0.0
	for i := range scores {
		e := from + int32(i)
		if t.edgeProof(e) == Loss {
			continue
		}
		if visits[i] == 0 {
			q[i] = mixed
		}
		scores[i] = float64(t.prior[e]) * math.Exp((cfg.CVisit+maxN)*cfg.CScale*q[i])
		sum += scores[i]
	}
	for i := range scores {
		scores[i] = scores[i]/sum - visits[i]/(1+sumN)
		if t.edgeProof(from+int32(i)) == Loss {
			scores[i] = math.Inf(-1)
		}
	}
	return scores
}

// TestSelectionIsAsDefined compares the selected edges at the nodes of a growing tree with the
// plain twin.
func TestSelectionIsAsDefined(t *testing.T) {
	cfg := configs()[RootGumbel]
	selections := 0
	for seed := range uint64(20) {
		rng := newRand(seed)
		p := newPlanner(cfg, randomToy(rng, 8, 6, Win, Loss, Unknown, Unknown), rng)
		if err := p.setRoot(none); err != nil {
			t.Fatal(err)
		}
		for range 300 {
			if p.tree.proof[0] != Unknown {
				break
			}
			selections += checkSelection(t, p)
			if err := p.simulate(p.policy.selectEdge(p.tree, 0)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if selections < 10_000 {
		t.Errorf("only %d selections", selections)
	}
}

// checkSelection checks the selected edge at each visited node and returns the number of nodes.
func checkSelection(t *testing.T, p *planner) (nodes int) {
	t.Helper()
	tr := p.tree
	for n := range int32(tr.size()) {
		if tr.proof[n] != Unknown || tr.edgeCount[n] == 0 {
			continue
		}
		scores := plainScores(tr, n, p.cfg)
		got := scores[p.policy.selectEdge(tr, n)-tr.firstEdge[n]]
		for i, score := range scores {
			if score > got+1e-6 { // the mass of the unvisited edges is a float32
				t.Fatalf("node %d: an edge of score %v is selected, edge %d has %v", n, got, i, score)
			}
		}
		nodes++
	}
	return nodes
}

// TestSumTopLeast compares with a plain loop.
func TestSumTopLeast(t *testing.T) {
	rng := newRand(1)
	for n := range 40 {
		for range 20 {
			prior := make([]float32, n)
			sum, top, least := 0.0, 0, float32(math.MaxFloat32)
			for i := range prior {
				prior[i] = float32(rng.IntN(8)+1) / 8 // so that there are equals
				sum += float64(prior[i])
				least = min(least, prior[i])
				if prior[i] > prior[top] {
					top = i
				}
			}
			gotSum, gotTop, gotLeast := sumTopLeast(prior)
			if float64(gotSum) != sum || int(gotTop) != top || gotLeast != least {
				t.Fatalf("%v: sum %v, top %d, least %v, want %v, %d, %v", prior, gotSum, gotTop, gotLeast,
					sum, top, least)
			}
		}
	}
}

// TestCheckSumsWhatItRaised checks that the sum includes the raised priors.
func TestCheckSumsWhatItRaised(t *testing.T) {
	x := expansion{}
	x.resize(10_000)
	clear(x.prior)
	x.prior[3] = 1
	if err := x.check(); err != nil {
		t.Fatal(err)
	}
	if want := 1 + 9999*minPrior; math.Abs(float64(x.sum)-want) > 5e-5 || x.top != 3 ||
		x.prior[4] != minPrior {
		t.Errorf("sum %v, top %d, least %v, want %v, 3, %v", x.sum, x.top, x.prior[4], want, minPrior)
	}
}

// TestManyVisitsStayFinite checks many visits. sigma grows with the visits, so its exponentials
// must be relative to the best to avoid an overflow.
func TestManyVisitsStayFinite(t *testing.T) {
	w := &toy{node: []toyNode{{children: []int{1}, prior: []float32{1}}}}
	for _, n := range bandit([]float32{0.5, 0.5}, []float64{0.9, -0.9}).node {
		for i := range n.children {
			n.children[i]++
		}
		w.add(n)
	}
	p, _ := run(t, configs()[RootGumbel], w, newRand(1), Limit{Simulations: 4000})
	if best := childAlong(p.tree, 1, 0); p.tree.visits[best] < 3900 {
		t.Errorf("the better of two moves has %d of 4000 visits", p.tree.visits[best])
	}
}
