package mcts

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
)

// uneven is a world whose expansions take very different times.
type uneven struct {
	world
	rng *rand.Rand
}

func (u uneven) expand(path []action, x *expansion) error {
	if u.rng.IntN(4) == 0 {
		time.Sleep(time.Duration(u.rng.IntN(50)) * time.Microsecond)
	}
	return u.world.expand(path, x)
}

// piped searches a toy with goroutines and flights.
func piped(t *testing.T, w *toy, goroutines, flights int, limit Limit) (*planner, Result) {
	t.Helper()
	p := newPlanner(mixing(0.3), w, nil)
	var worlds []world
	for i := range goroutines {
		worlds = append(worlds, uneven{&toy{node: w.node}, rand.New(rand.NewPCG(1, uint64(i)))})
	}
	p.pipeline = newPipeline(worlds, flights)
	r := search(t, p, limit)
	checkLanded(t, p)
	return p, r
}

// checkLanded checks that nothing is in flight.
func checkLanded(t *testing.T, p *planner) {
	t.Helper()
	if slices.Max(p.tree.flying) != 0 || slices.Min(p.tree.flying) != 0 {
		t.Errorf("after the search %v are in flight", p.tree.flying)
	}
	if slices.Contains(p.tree.child, inFlight) {
		t.Error("after the search an edge is in flight")
	}
}

// TestOneFlightIsThePlainSearch compares a pipeline of one flight with its plain twin.
func TestOneFlightIsThePlainSearch(t *testing.T) {
	for seed := range uint64(200) {
		rng := newRand(seed)
		w := randomToy(rng, 5, 5, Win, Loss, Unknown)
		limit := Limit{Simulations: 1 + rng.IntN(150)}
		plain, want := run(t, mixing(0.3), w, rng, limit)
		p, got := piped(t, w, 1, 1, limit)
		if dump(p.tree) != dump(plain.tree) || got.Best != want.Best ||
			got.Simulations != want.Simulations || got.Depth != want.Depth {
			t.Fatalf("seed %d: the pipeline finds\n%s\nwant\n%s", seed, dump(p.tree), dump(plain.tree))
		}
	}
}

// TestPipelineIgnoresSpeed compares pipelines with the same number of flights.
func TestPipelineIgnoresSpeed(t *testing.T) {
	apart := 0
	for seed := range uint64(60) {
		rng := newRand(seed)
		w := randomToy(rng, 6, 5, Win, Loss, Unknown)
		limit := Limit{Simulations: 1 + rng.IntN(300)}
		plain, _ := run(t, configs()[RootPUCT], w, rng, limit)
		alone, want := piped(t, w, 1, 6, limit)
		if dump(alone.tree) != dump(plain.tree) {
			apart++
		}
		for _, goroutines := range []int{2, 3, 6} {
			p, got := piped(t, w, goroutines, 6, limit)
			if dump(p.tree) != dump(alone.tree) || got.Best != want.Best ||
				got.Simulations != want.Simulations || got.Depth != want.Depth {
				t.Fatalf("seed %d: %d goroutines find\n%s\nwant\n%s", seed, goroutines, dump(p.tree),
					dump(alone.tree))
			}
		}
	}
	if apart < 30 {
		t.Errorf("only %d of 60 pipelines differ from the plain search", apart)
	}
}

// TestPipelineProvesByMinimax searches trees without draws until the root is proven. Proofs settle
// nodes while positions below them are in flight. [checkTree] checks each tree.
func TestPipelineProvesByMinimax(t *testing.T) {
	for seed := range uint64(200) {
		w := randomToy(newRand(seed), 4, 5, Win, Loss)
		p, r := piped(t, w, 2, 8, Limit{Simulations: 2000})
		if exact := w.minimax(0); proofValue(r.Proof) != exact || r.Value != exact {
			t.Errorf("seed %d: proof %v, value %v, minimax %v", seed, r.Proof, r.Value, exact)
		}
		for n := range int32(p.tree.size()) {
			if p.tree.visits[n] < 1 && p.tree.proof[n] == Unknown {
				t.Errorf("seed %d: node %d has %d visits", seed, n, p.tree.visits[n])
			}
		}
	}
}

// TestPipelineSpreads checks that positions in flight count as visits: four flights try four moves
// of equal prior, although the first is best.
func TestPipelineSpreads(t *testing.T) {
	prior := []float32{0.25, 0.25, 0.25, 0.25}
	_, r := piped(t, bandit(prior, []float64{0.5, 0, 0, 0}), 1, 4, Limit{Simulations: 4})
	if want := []int32{1, 1, 1, 1}; !slices.Equal(r.Visits, want) {
		t.Errorf("the visits are %v, want %v", r.Visits, want)
	}
	// A forced line has room for one flight.
	_, r = piped(t, chain(20, 0.5), 2, 4, Limit{Simulations: 10})
	if r.Depth != 10 || r.Visits[0] != 10 {
		t.Errorf("depth %d and %d visits on a forced line, want 10", r.Depth, r.Visits[0])
	}
}

var errStorm = errors.New("storm")

// stormy is a world that fails after some expansions.
type stormy struct {
	world
	left int
}

func (s *stormy) expand(path []action, x *expansion) error {
	if s.left--; s.left < 0 {
		return errStorm
	}
	return s.world.expand(path, x)
}

// TestPipelineSurvivesErrors checks that after an error the tree has only evaluated positions.
func TestPipelineSurvivesErrors(t *testing.T) {
	for seed := range uint64(50) {
		w := randomToy(newRand(seed), 6, 5, Unknown)
		p := newPlanner(configs()[RootPUCT], w, nil)
		p.pipeline = newPipeline([]world{&stormy{&toy{node: w.node}, 5}, &stormy{&toy{node: w.node}, 5}}, 4)
		if err := p.setRoot(none); err != nil {
			t.Fatal(err)
		}
		b := newBudget(context.Background(), Limit{Simulations: 1000})
		if err := p.search(&b); !errors.Is(err, errStorm) && p.tree.size() > 11 {
			t.Fatalf("seed %d: error %v after %d positions", seed, err, p.tree.size())
		}
		checkLanded(t, p)
		checkTree(t, p.tree)
	}
}

// TestSelectionCountsFlights checks that positions in flight count as visits, and in nothing else.
func TestSelectionCountsFlights(t *testing.T) {
	moved := 0
	for seed := range uint64(100) {
		rng := newRand(seed)
		p, _ := run(t, configs()[RootPUCT], randomToy(rng, 6, 4, Unknown), rng, Limit{Simulations: 80})
		flying, visited := *p.tree, *p.tree
		flying.flying, visited.visits = make([]int32, p.tree.size()), slices.Clone(p.tree.visits)
		for n := range flying.flying {
			flying.flying[n] = rng.Int32N(4)
			visited.visits[n] += flying.flying[n]
		}
		for n := range int32(p.tree.size()) {
			if p.tree.edgeCount[n] == 0 {
				continue
			}
			got := p.policy.selectEdge(&flying, n)
			if want := p.policy.selectEdge(&visited, n); got != want {
				t.Errorf("seed %d, node %d: edge %d, want %d", seed, n, got, want)
			}
			if got != p.policy.selectEdge(p.tree, n) {
				moved++
			}
		}
	}
	if moved < 100 {
		t.Errorf("positions in flight change only %d selections", moved)
	}
}

// TestParallelSearch plays a game with one tree for all its searches, and compares it with another
// search of as many evaluators.
func TestParallelSearch(t *testing.T) {
	cfg := Play()
	cfg.RootThreatNodes, cfg.ThreatNodes = 0, 0
	four := func() *Search {
		s, err := NewParallel(cfg, []Evaluator{&hashed{}, &hashed{}, &hashed{}, &hashed{}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s, twin := four(), four()
	board := game.MustBoard("epaminondas:4x6x1,max_plies=30,limit=draw")
	inherited := 0
	for state := board.Start(); ; {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			break
		}
		r := mustRun(t, s, &state, Limit{Simulations: 200})
		again := mustRun(t, twin, &state, Limit{Simulations: 200})
		if dump(s.planner.tree) != dump(twin.planner.tree) || r.Best != again.Best {
			t.Fatalf("%v is searched in two ways", &state)
		}
		if r.Proof == Unknown && r.Simulations != 200 {
			t.Errorf("%v has %d simulations, want 200", &state, r.Simulations)
		}
		inherited += r.Nodes - r.Simulations - 1
		state.Play(r.Moves[r.Best])
	}
	if inherited < 100 {
		t.Errorf("the searches inherit %d positions", inherited)
	}
	for _, change := range []func(*Config){func(c *Config) { c.Noise = true },
		func(c *Config) { c.Root = RootGumbel }, func(c *Config) { c.MaxDepth = 0 }} {
		cfg := Play()
		change(&cfg)
		if _, err := NewParallel(cfg, []Evaluator{Uniform{}, Uniform{}}); err == nil {
			t.Errorf("%+v is accepted", cfg)
		}
	}
	alone, err := NewParallel(Play(), []Evaluator{Uniform{}})
	if err != nil || alone.planner.pipeline != nil {
		t.Errorf("one evaluator has a pipeline, %v", err)
	}
}
