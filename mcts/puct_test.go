package mcts

import (
	"math"
	"slices"
	"testing"
)

// TestPUCTFormula recomputes the choice at every node of a tree by the formula,
// over all edges.
func TestPUCTFormula(t *testing.T) {
	for _, minimax := range []float64{0, 0.3, 1} {
		testPUCTFormula(t, minimax)
	}
}

func testPUCTFormula(t *testing.T, minimax float64) {
	t.Helper()
	cfg := configs()[RootPUCT]
	cfg.Minimax = minimax
	p, _ := run(t, cfg, randomToy(newRand(2), 8, 6, Win, Loss, Unknown), newRand(1), Limit{Simulations: 300})
	tr := p.tree
	checked := 0
	for n := range int32(tr.size()) {
		if tr.proof[n] != Unknown || tr.edgeCount[n] == 0 {
			continue
		}
		checked++
		total := float64(tr.visits[n])
		explore := (cfg.CPUCT + math.Log((1+total+cfg.CPUCTBase)/cfg.CPUCTBase)) * math.Sqrt(total)
		from, to := tr.edges(n)
		mass, tried := 0.0, 0.0
		for e := from; e < to; e++ {
			if tr.edgeProof(e) != Loss {
				mass += float64(tr.prior[e])
				if tr.child[e] > 0 {
					tried += float64(tr.prior[e])
				}
			}
		}
		best, highest := none, math.Inf(-1)
		for e := from; e < to; e++ {
			if tr.edgeProof(e) == Loss {
				continue
			}
			q, visits := tr.mean[n]-cfg.FPU*math.Sqrt(tried/mass), 0.0
			if c := tr.child[e]; c > 0 {
				q, visits = -(1-minimax)*tr.mean[c]-minimax*float64(tr.minimax[c]), float64(tr.visits[c])
			}
			if score := q + explore*float64(tr.prior[e])/mass/(1+visits); score > highest+1e-9 {
				best, highest = e, score
			}
		}
		if got := p.policy.selectEdge(tr, n); got != best {
			t.Errorf("minimax %v, node %d: edge %d, by the formula %d", minimax, n, got, best)
		}
	}
	if checked < 20 {
		t.Errorf("minimax %v: only %d nodes checked", minimax, checked)
	}
}

// TestPlaysByValueAmongMuchVisited uses a move with the most visits, the greatest prior and a poor
// value. The search must play a move with fewer visits and a better value, but not a move with very
// few visits.
func TestPlaysByValueAmongMuchVisited(t *testing.T) {
	prior := []float32{0.6, 0.3, 0.1}
	q := []float32{-0.1, 0.3, 0.9}
	for _, c := range []struct {
		visits []float32
		want   int
	}{
		{[]float32{40, 11, 9}, 1},
		{[]float32{40, 11, 10}, 2},
		{[]float32{40, 9, 9}, 0},
	} {
		if best := Play().Choose(prior, q, c.visits, 40); best != c.want {
			t.Errorf("visits %v: best %d, want %d", c.visits, best, c.want)
		}
	}
	if best := Play().Choose(prior, []float32{0, 0, 0}, prior, 0); best != 0 {
		t.Errorf("without visits: best %d, want that of the greatest prior", best)
	}
}

// TestNoiseComesOff checks that the tree holds the evaluator's priors after a search, without
// noise.
func TestNoiseComesOff(t *testing.T) {
	cfg := configs()[RootPUCT]
	cfg.Noise = true
	prior := []float32{0.7, 0.2, 0.1}
	_, r := run(t, cfg, bandit(prior, []float64{0, 0, 0}), newRand(1), Limit{Simulations: 10})
	if !near(r.Prior, prior, 0) {
		t.Errorf("prior %v, want %v", r.Prior, prior)
	}
}

func TestDirichletNoise(t *testing.T) {
	rng := newRand(1)
	prior := []float32{0.97, 0.01, 0.01, 0.01}
	dst := make([]float32, 4)
	const draws = 20_000
	mean, square := 0.0, 0.0
	for range draws {
		mixDirichlet(dst, prior, 0.5, 2, rng)
		sum := float32(0)
		for _, p := range dst {
			sum += p
		}
		if math.Abs(float64(sum)-1) > 1e-5 {
			t.Fatalf("noisy prior adds up to %v", sum)
		}
		d := (float64(dst[1]) - 0.005) / 0.5
		mean += d / draws
		square += d * d / draws
	}
	// A component of Dirichlet(1/2, 1/2, 1/2, 1/2): mean 1/4, variance (1/4)(3/4)/(2+1).
	if variance := square - mean*mean; math.Abs(mean-0.25) > 0.01 || math.Abs(variance-0.0625) > 0.003 {
		t.Errorf("component with mean %v, variance %v, want 0.25, 0.0625", mean, variance)
	}
}

// Noise with tiny shapes is mostly 0. The search needs a prior above 0 for every move.
func TestNoiseLeavesEveryMovePossible(t *testing.T) {
	rng, prior, dst := newRand(1), make([]float32, 250), make([]float32, 250)
	for i := range prior {
		prior[i] = 1.0 / 250
	}
	for range 100 {
		mixDirichlet(dst, prior, 1, 0.5, rng)
		if least := slices.Min(dst); least < minPrior {
			t.Fatalf("a move has the prior %v, want at least %v", least, minPrior)
		}
	}
}

// TestGammaMoments checks mean and variance, both equal to the shape.
func TestGammaMoments(t *testing.T) {
	rng := newRand(1)
	for _, shape := range []float64{0.05, 0.5, 1, 4} {
		const draws = 100_000
		mean, square := 0.0, 0.0
		for range draws {
			x := gamma(shape, rng)
			mean += x / draws
			square += x * x / draws
		}
		variance := square - mean*mean
		if math.Abs(mean/shape-1) > 0.06 || math.Abs(variance/shape-1) > 0.12 {
			t.Errorf("shape %v: mean %v, variance %v", shape, mean, variance)
		}
	}
}

func TestSampleMove(t *testing.T) {
	rng := newRand(1)
	policy := []float32{0.1, 0, 0.6, 0.3}
	share := func(temperature float64) (p [4]float64) {
		const draws = 20_000
		for range draws {
			p[SampleMove(policy, temperature, rng)] += 1.0 / draws
		}
		return p
	}
	for _, c := range []struct {
		temperature float64
		want        [4]float64
	}{
		{0, [4]float64{0, 0, 1, 0}},
		{1e-9, [4]float64{0, 0, 1, 0}},
		{0.5, [4]float64{0.01 / 0.46, 0, 0.36 / 0.46, 0.09 / 0.46}},
		{1, [4]float64{0.1, 0, 0.6, 0.3}},
		{1e9, [4]float64{1.0 / 3, 0, 1.0 / 3, 1.0 / 3}},
	} {
		got := share(c.temperature)
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 0.015 {
				t.Errorf("temperature %v: shares %v, want %v", c.temperature, got, c.want)
				break
			}
		}
	}
}
