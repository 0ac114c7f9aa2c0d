package mcts

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"
)

// sampled returns the order in which sequential halving would consider n moves
// of a root with this prior.
func sampled(t *testing.T, p *planner, n int) []int32 {
	t.Helper()
	policy := p.policy.(*gumbelPolicy)
	policy.begin(p.tree, Limit{Considered: n})
	return policy.halving.queue
}

// TestSamplesWithoutReplacement compares ordered pairs with the probabilities of drawing without
// replacement: P(i, j) = p_i p_j / (1 - p_i).
func TestSamplesWithoutReplacement(t *testing.T) {
	prior := []float32{0.5, 0.25, 0.15, 0.08, 0.02}
	p := newPlanner(Default(), bandit(prior, make([]float64, 5)), newRand(1))
	if err := p.setRoot(none); err != nil {
		t.Fatal(err)
	}
	const draws = 100_000
	var count [5][5]int
	for range draws {
		q := sampled(t, p, 2)
		count[q[0]][q[1]]++
	}
	chi := 0.0
	for i := range count {
		for j := range count[i] {
			if i == j {
				if count[i][i] != 0 {
					t.Fatalf("move %d sampled twice", i)
				}
				continue
			}
			pi, pj := float64(prior[i]), float64(prior[j])
			want := draws * pi * pj / (1 - pi)
			chi += (float64(count[i][j]) - want) * (float64(count[i][j]) - want) / want
		}
	}
	if chi > 43.8 { // 19 degrees of freedom, p = 0.001
		t.Errorf("chi-squared %.1f over 20 pairs: %v", chi, count)
	}
}

// TestNoiseIsDrawnAnew checks that two searches of one planner have different noise.
func TestNoiseIsDrawnAnew(t *testing.T) {
	p := newPlanner(Default(), bandit([]float32{0.25, 0.25, 0.25, 0.25}, make([]float64, 4)), newRand(1))
	if err := p.setRoot(none); err != nil {
		t.Fatal(err)
	}
	first := slices.Clone(sampled(t, p, 4))
	for range 20 {
		if !slices.Equal(first, sampled(t, p, 4)) {
			return
		}
	}
	t.Error("21 searches sampled the same order")
}

// TestHalvingSchedule checks how many moves get how many visits.
func TestHalvingSchedule(t *testing.T) {
	for _, c := range []struct {
		name                           string
		moves, considered, simulations int
		want                           []int32 // visits, most first
	}{
		{"paper's example", 16, 16, 32, []int32{5, 5, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"200 simulations", 16, 16, 200, []int32{48, 48, 22, 22, 9, 9, 9, 9, 3, 3, 3, 3, 3, 3, 3, 3}},
		{"fewer simulations than considered", 30, 16, 5, []int32{1, 1, 1, 1, 1}},
		{"more moves than considered", 100, 4, 16, []int32{6, 6, 2, 2}},
		{"fewer moves than considered", 3, 16, 12, []int32{5, 5, 2}},
		{"one simulation", 100, 16, 1, []int32{1}},
		{"one move", 1, 16, 20, []int32{20}},
		{"two moves", 2, 16, 7, []int32{4, 3}},
		{"one considered", 50, 1, 20, []int32{20}},
	} {
		rng := newRand(3)
		q := make([]float64, c.moves)
		for i := range q {
			q[i] = 0.2 * rng.NormFloat64()
		}
		cfg := Default()
		cfg.MaxConsidered = c.considered
		p := newPlanner(cfg, bandit(randomPolicy(rng, c.moves), q), rng)
		for range 30 { // a planner serves many searches
			r := search(t, p, Limit{Simulations: c.simulations})
			got := slices.Clone(r.Visits)
			slices.Sort(got)
			slices.Reverse(got)
			if got = got[:len(c.want)]; !slices.Equal(got, c.want) || countVisited(r.Visits) != len(c.want) {
				t.Fatalf("%s: visits %v, want %v", c.name, got, c.want)
			}
			if r.Visits[r.Best] < got[0]-1 {
				t.Fatalf("%s: best has %d visits, the most are %d", c.name, r.Visits[r.Best], got[0])
			}
		}
	}
}

// TestUnlikelyMovesStayFinite checks that moves with prior zero share the policy if the only likely
// move is refuted.
func TestUnlikelyMovesStayFinite(t *testing.T) {
	for name, cfg := range configs() {
		w := bandit([]float32{1, 0, 0}, []float64{0, 0.1, 0.5})
		w.node[1].proof = Win
		_, r := run(t, cfg, w, newRand(1), Limit{Simulations: 100})
		if r.Best != 2 || r.Policy[0] != 0 || !(math.Abs(float64(r.Policy[1]+r.Policy[2])-1) < 1e-6) ||
			!(r.Value > 0.1) {
			t.Errorf("%s: best %d, policy %v, value %v", name, r.Best, r.Policy, r.Value)
		}
	}
}

// TestHalvingByTime checks that each part of the time goes to half of the moves of the previous
// part, as with simulations.
func TestHalvingByTime(t *testing.T) {
	r := searchTimed(t, Default(), &timed{world: wide{}}, 200*time.Millisecond)
	visits := slices.Clone(r.Visits)
	slices.Sort(visits)
	slices.Reverse(visits)
	// There are 4, 5 and 12 passes of 16, 8 and 4 moves until 50, 100 and 150 ms, and 24 passes of
	// 2 moves until 200 ms.
	want := []int32{45, 45, 21, 21, 9, 9, 9, 9, 4, 4, 4, 4, 4, 4, 4, 4, 0}
	if !slices.Equal(visits[:len(want)], want) {
		t.Errorf("visits %v, want %v", visits[:len(want)], want)
	}
}

// TestRefutedCandidatesAreReplaced uses a root whose sampled moves all lose. Only a simulation
// shows this. All other moves win.
func TestRefutedCandidatesAreReplaced(t *testing.T) {
	w := &toy{}
	w.add(toyNode{})
	root := toyNode{}
	for i := range 20 {
		n := toyNode{proof: Win, value: 1}
		if i >= 18 {
			n = toyNode{value: -0.5}
		}
		root.children = append(root.children, w.add(n))
		root.prior = append(root.prior, float32(20-i)/210)
	}
	w.node[0] = root
	cfg := configs()[RootGumbel]
	for _, simulations := range []int{1, 17, 18, 19, 30, 100} {
		_, r := run(t, cfg, w, newRand(1), Limit{Simulations: simulations})
		if simulations >= 18 && r.Best != 18 {
			t.Errorf("%d simulations: best %d, want 18, the likelier of the two that stand", simulations,
				r.Best)
		}
		if r.Q[r.Best] == -1 {
			t.Errorf("%d simulations: best %d is proven to lose", simulations, r.Best)
		}
	}
}

// TestRefutedMoveIsReplacedAtOnce considers four moves, of which the first loses. The fifth move
// takes its place and gets as many visits as the others of the first part.
func TestRefutedMoveIsReplacedAtOnce(t *testing.T) {
	w := bandit([]float32{0.3, 0.2, 0.18, 0.17, 0.1, 0.05}, make([]float64, 6))
	w.node[1] = toyNode{proof: Win, value: 1}
	cfg := configs()[RootGumbel]
	_, r := run(t, cfg, w, newRand(1), Limit{Simulations: 9, Considered: 4})
	if r.Visits[4] == 0 || r.Visits[5] != 0 {
		t.Errorf("visits %v, want some of move 4 and none of move 5", r.Visits)
	}
}

// TestIncompletePassDoesNotDecide gives the worse of two moves one simulation more.
func TestIncompletePassDoesNotDecide(t *testing.T) {
	w := bandit([]float32{0.5, 0.5}, []float64{-0.2, 0.2})
	w.node[0].value = -0.5
	_, r := run(t, configs()[RootGumbel], w, newRand(1), Limit{Simulations: 7, Considered: 2})
	if r.Visits[0] != 4 || r.Visits[1] != 3 || r.Best != 1 {
		t.Errorf("visits %v, best %d, want 4 and 3, best 1", r.Visits, r.Best)
	}
}

// TestLimitOverridesConsidered uses Limit.Considered.
func TestLimitOverridesConsidered(t *testing.T) {
	rng := newRand(1)
	w := bandit(randomPolicy(rng, 40), make([]float64, 40))
	_, r := run(t, Default(), w, rng, Limit{Simulations: 64, Considered: 3})
	if n := countVisited(r.Visits); n != 3 {
		t.Errorf("%d moves visited, want 3", n)
	}
}

func countVisited(visits []int32) (n int) {
	for _, v := range visits {
		if v > 0 {
			n++
		}
	}
	return n
}

// TestMixedValue checks v_mix and the completed Q against the formula.
func TestMixedValue(t *testing.T) {
	prior := []float32{0.5, 0.3, 0.2}
	cfg := configs()[RootGumbel]
	_, r := run(t, cfg, bandit(prior, []float64{-0.4, 0.6, 0.9}), newRand(1),
		Limit{Simulations: 2, Considered: 2})
	// One visit each to moves 0 and 1; raw value 0.5*-0.4 + 0.3*0.6 + 0.2*0.9 = 0.16.
	mixed := (0.16 + 2*(0.5*-0.4+0.3*0.6)/0.8) / 3
	if want := []float32{-0.4, 0.6, float32(mixed)}; !near(r.Q, want, 1e-6) {
		t.Errorf("Q = %v, want %v", r.Q, want)
	}
	sigma := (cfg.CVisit + 1) * cfg.CScale
	sum := 0.0
	want := make([]float32, 3)
	for i := range want {
		w := float64(prior[i]) * math.Exp(sigma*float64(r.Q[i]))
		want[i] = float32(w)
		sum += w
	}
	scale(want, 1/sum)
	if !near(r.Policy, want, 1e-5) {
		t.Errorf("policy %v, want %v", r.Policy, want)
	}
}

// TestInteriorVisitsFollowThePolicy checks that visits at a node below the root are close to pi',
// without noise.
func TestInteriorVisitsFollowThePolicy(t *testing.T) {
	rng := newRand(4)
	prior := randomPolicy(rng, 10)
	inner := bandit(prior, make([]float64, 10))
	w := &toy{node: []toyNode{{children: []int{1}, prior: []float32{1}}}}
	for _, n := range inner.node {
		for i := range n.children {
			n.children[i]++
		}
		w.add(n)
	}
	cfg := configs()[RootGumbel]
	p, _ := run(t, cfg, w, rng, Limit{Simulations: 1001})
	for c := p.tree.firstChild[1]; c != 0; c = p.tree.sibling[c] {
		got, want := float64(p.tree.visits[c])/1000, float64(p.tree.prior[p.tree.edge[c]])
		if math.Abs(got-want) > 0.01 {
			t.Errorf("share of the visits %v, want %v", got, want)
		}
	}
}

// TestPolicyImproves checks policy improvement on random bandits with fewer simulations than moves.
// On average over the noise, the target and the played move are worth more than the prior. They are
// never worth less after a visit to every move.
func TestPolicyImproves(t *testing.T) {
	for _, simulations := range []int{2, 4, 8, 16} {
		gain, played := 0.0, 0.0
		const games = 400
		for seed := range uint64(games) {
			rng := newRand(seed)
			prior, q := randomPolicy(rng, 30), make([]float64, 30)
			for i := range q {
				q[i] = 2*rng.Float64() - 1
			}
			w := bandit(prior, q)
			_, r := run(t, Default(), w, rng, Limit{Simulations: simulations})
			gain += expected(r.Policy, q) - float64(w.node[0].value)
			played += q[r.Best] - float64(w.node[0].value)
		}
		if gain/games < 0.05 || played/games < 0.05 {
			t.Errorf("%d simulations: the target gains %.3f, the move played %.3f", simulations, gain/games,
				played/games)
		}
	}
	for seed := range uint64(200) {
		rng := newRand(seed)
		prior, q := randomPolicy(rng, 10), make([]float64, 10)
		for i := range q {
			q[i] = 2*rng.Float64() - 1
		}
		w := bandit(prior, q)
		_, r := run(t, Default(), w, rng, Limit{Simulations: 40})
		if got := expected(r.Policy, q); got < float64(w.node[0].value) {
			t.Errorf("seed %d: the target is worth %v, the prior %v", seed, got, w.node[0].value)
		}
	}
}

func expected(policy []float32, q []float64) float64 {
	sum := 0.0
	for i, p := range policy {
		sum += float64(p) * q[i]
	}
	return sum
}

// TestUntrainedValuesKeepTheTargetSoft checks that noise of 0.02 in Q does not give a one-hot
// target. Scaling Q to its own range would do that.
func TestUntrainedValuesKeepTheTargetSoft(t *testing.T) {
	rng := newRand(9)
	prior, q := make([]float32, 100), make([]float64, 100)
	for i := range q {
		prior[i], q[i] = 0.01, 0.02*rng.NormFloat64()
	}
	_, r := run(t, Default(), bandit(prior, q), rng, Limit{Simulations: 32})
	if top := r.Policy[argmax(r.Policy)]; top > 0.05 {
		t.Errorf("the target gives one of 100 equal moves %v", top)
	}
}

// timed is a world with a clock of its own. An expansion takes a millisecond on it.
type timed struct {
	world
	now time.Time
}

func (w *timed) expand(path []action, x *expansion) error {
	w.now = w.now.Add(time.Millisecond)
	return w.world.expand(path, x)
}

// searchTimed runs one search by the clock of w.
func searchTimed(t *testing.T, cfg Config, w *timed, limit time.Duration) (r Result) {
	t.Helper()
	p := newPlanner(cfg, w, newRand(1))
	if err := p.setRoot(none); err != nil {
		t.Fatal(err)
	}
	b := startBudget(context.Background(), Limit{Time: limit}, func() time.Time { return w.now })
	if err := p.search(&b); err != nil {
		t.Fatal(err)
	}
	r.fill(p, &b)
	return r
}

// TestTimeLimit checks that a search ends exactly when its time is over.
func TestTimeLimit(t *testing.T) {
	for name, cfg := range configs() {
		for _, limit := range []int{1, 30, 1000} {
			r := searchTimed(t, cfg, &timed{world: wide{}}, time.Duration(limit)*time.Millisecond)
			if r.Simulations != limit {
				t.Errorf("%s: %d simulations of a millisecond in %d ms", name, r.Simulations, limit)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	for name, cfg := range configs() {
		p := newPlanner(cfg, endless{}, newRand(1))
		if err := p.setRoot(none); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		b := newBudget(ctx, Limit{Simulations: 1 << 30})
		if err := p.search(&b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: cancelled after 20ms, took %v", name, took)
		}
	}
}
