package mcts

import (
	"context"
	"testing"
)

// TestSettledIsSound checks that a settled move stays the move to play: with a drift of 2 no
// further simulations may change it. The toys have no proofs.
func TestSettledIsSound(t *testing.T) {
	cfg := configs()[RootPUCT]
	settled, open := 0, 0
	for seed := range uint64(400) {
		rng := newRand(seed)
		p, r := run(t, cfg, randomToy(rng, 6, 5, Unknown), rng, Limit{Simulations: 1 + rng.IntN(300)})
		more := 1 + rng.IntN(100)
		if !cfg.Settled(&r, more, 2) {
			open++
			continue
		}
		settled++
		best := r.Best
		for i := range more {
			b := newBudget(context.Background(), Limit{Simulations: 1})
			if err := p.search(&b); err != nil {
				t.Fatal(err)
			}
			if r.fill(p, &b); r.Best != best {
				t.Fatalf("seed %d: move %d was settled for %d simulations, and after %d it is %d", seed,
					best, more, i+1, r.Best)
			}
		}
	}
	if settled < 50 || open < 50 {
		t.Errorf("%d moves are settled and %d open, want at least 50 of each", settled, open)
	}
}

// TestSettled checks each condition at its bound. Move 0 is the move to play.
func TestSettled(t *testing.T) {
	cfg := Play()
	even, firm, weak := []float32{0.4, 0.4, 0.2}, []float32{0.9, 0.1, 0}, []float32{0.1, 0.9, 0}
	type values = []float32
	type counts = []int32
	for name, c := range map[string]struct {
		prior, q values
		visits   counts
		refuted  bool // the other moves
		more     int
		drift    float64
		want     bool
	}{
		// Move 1 is better, but it has too few visits to be played, until it has 100.
		"few visits":      {even, values{0, 0.9, 0}, counts{400, 60, 0}, false, 39, 2, true},
		"visits catch up": {even, values{0, 0.9, 0}, counts{400, 60, 0}, false, 40, 2, false},
		"refuted":         {even, values{0, -1, -1}, counts{400, 0, 0}, true, 999, 2, true},
		"not refuted":     {even, values{0, -1, -1}, counts{400, 0, 0}, false, 999, 2, false},
		// The values are 0.5 and 0. 100 further visits of 100 move one by half of the drift.
		"values apart": {even, values{0.5, 0, -1}, counts{100, 100, 0}, false, 100, 0.49, true},
		"values meet":  {even, values{0.5, 0, -1}, counts{100, 100, 0}, false, 100, 0.51, false},
		// Values end at 1 and -1, however large the drift is: 0.12 falls to 0.008 and not to -0.08.
		"values end": {even, values{0.12, -0.12, 0}, counts{900, 900, 0}, false, 100, 2, true},
		// sigma is 75 with 100 visits and 110 with 170. The logarithms of the priors differ by 2.197.
		"prior ahead":   {firm, values{0.1, 0.1, 0}, counts{100, 100, 0}, false, 1, 0.5, true},
		"prior behind":  {weak, values{0.13, 0.1, 0}, counts{100, 100, 0}, false, 1, 0.5, false},
		"sigma stays":   {weak, values{0.13, 0.1, 0}, counts{100, 100, 0}, false, 70, 0.001, false},
		"sigma grows":   {firm, values{0.1, 0.12, 0}, counts{100, 100, 0}, false, 70, 0, false},
		"sigma is less": {firm, values{0.1, 0.12, 0}, counts{100, 100, 0}, false, 69, 0, true},
		// Move 1 has most visits. With 201 more move 0 has less than a quarter of its visits.
		"keeps its share": {even, values{0.9, -0.9, 0}, counts{100, 200, 0}, false, 200, 0, true},
		"loses its share": {even, values{0.9, -0.9, 0}, counts{100, 200, 0}, false, 201, 0, false},
		"no visits yet":   {even, values{0, 0, 0}, counts{0, 0, 0}, false, 1, 0, false},
		"a single move":   {values{1}, values{0}, counts{3}, false, 1000, 2, true},
	} {
		r := &Result{Prior: c.prior, Q: c.q, Visits: c.visits, Proven: make([]Proof, len(c.q))}
		if c.refuted {
			r.Proven[1], r.Proven[2] = Loss, Loss
		}
		if got := cfg.Settled(r, c.more, c.drift); got != c.want {
			t.Errorf("%s: settled is %v, want %v", name, got, c.want)
		}
	}
}
