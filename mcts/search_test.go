package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

// hashed is an evaluator that derives priors and value from the position's hash.
type hashed struct{ calls int }

func (h *hashed) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	h.calls++
	rng := rand.New(rand.NewPCG(s.Hash(), uint64(s.Ply())))
	copy(prior, randomPolicy(rng, len(moves)))
	return rng.Float32() - 0.5, nil
}

func newSearch(t testing.TB, cfg Config, eval Evaluator, seed uint64) *Search {
	t.Helper()
	s, err := New(cfg, eval, newRand(seed))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRun(t testing.TB, s *Search, root *game.State, limit Limit) *Result {
	t.Helper()
	r, err := s.Run(context.Background(), root, limit)
	if err != nil {
		t.Fatal(err)
	}
	checkTree(t, s.planner.tree)
	return r
}

// clone copies a result that the next Run would overwrite.
func clone(r *Result) Result {
	c := *r
	for _, v := range []*[]float32{&c.Prior, &c.Policy, &c.Q} {
		*v = append([]float32(nil), *v...)
	}
	c.Moves, c.PV = append([]game.Move(nil), r.Moves...), append([]game.Move(nil), r.PV...)
	c.Visits = append([]int32(nil), r.Visits...)
	c.Proven = append([]Proof(nil), r.Proven...)
	return c
}

// TestEvaluationsAreReused compares a search that keeps its evaluations between moves with one that
// forgets them. The results must be the same, with fewer calls.
func TestEvaluationsAreReused(t *testing.T) {
	for _, rules := range []string{"epaminondas:4x6x1,max_plies=30,limit=draw", "crossings", "epaminondas"} {
		for plies := range 3 {
			saved := 0
			board := game.MustBoard(rules)
			saved += compareReuse(t, board.Start(), plies)
			for seed := range uint64(3) { // also where there are many proofs
				line := randomGame(board, newRand(seed), 1000)
				saved += compareReuse(t, line[max(0, len(line)-10)], plies)
			}
			if saved < 10 {
				t.Errorf("%s, %d plies a search: only %d calls saved", rules, plies, saved)
			}
		}
	}
}

// compareReuse advances by plies after each search. It returns the number of evaluator calls that
// reuse saved.
func compareReuse(t *testing.T, s game.State, plies int) int {
	t.Helper()
	keeps, forgets := &hashed{}, &hashed{}
	a, b := newSearch(t, Default(), keeps, 1), newSearch(t, Default(), forgets, 1)
	for range 8 {
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			break
		}
		b.Reset()
		limit := Limit{Simulations: 60}
		ra, rb := clone(mustRun(t, a, &s, limit)), clone(mustRun(t, b, &s, limit))
		if !reflect.DeepEqual(ra, rb) {
			t.Fatalf("%v: with reuse\n%+v\nwithout\n%+v", &s, ra, rb)
		}
		for _, m := range ra.PV[:min(plies, len(ra.PV))] {
			s.Play(m)
		}
	}
	return forgets.calls - keeps.calls
}

// TestTreeIsReused checks that PUCT continues with the subtree of the played moves.
func TestTreeIsReused(t *testing.T) {
	cfg := configs()[RootPUCT]
	for _, plies := range []int{0, 1, 2} {
		eval := &hashed{}
		s := newSearch(t, cfg, eval, 1)
		root := game.MustBoard("crossings").Start()
		r := mustRun(t, s, &root, Limit{Simulations: 600})
		next, n := root, int32(0)
		for _, m := range r.PV[:plies] {
			next.Play(m)
			n = childAlong(s.planner.tree, n, m)
		}
		inherited := s.planner.tree.visits[n]
		if inherited < 10 {
			t.Fatalf("%d plies on: only %d visits to inherit", plies, inherited)
		}
		want := subtree(s.planner.tree, n)
		if err := s.planner.setRoot(s.locate(&next)); err != nil {
			t.Fatal(err)
		}
		checkTree(t, s.planner.tree)
		if got := dump(s.planner.tree); got != want {
			t.Fatalf("%d plies on: tree\n%s\nwant\n%s", plies, got, want)
		}
		s.position.root = next
		calls := eval.calls
		r = mustRun(t, s, &next, Limit{Simulations: 50})
		if r.Simulations != 50 || eval.calls > calls+50 {
			t.Errorf("%d plies on: %d simulations, %d evaluations, want 50", plies, r.Simulations,
				eval.calls-calls)
		}
		if got := s.planner.tree.visits[0]; r.Proof == Unknown && got < inherited {
			t.Errorf("%d plies on: %d visits at the root, inherited %d", plies, got, inherited)
		}
	}
}

func childAlong(tr *tree, n int32, m game.Move) int32 {
	for c := tr.firstChild[n]; c != 0; c = tr.sibling[c] {
		if game.Move(tr.action[tr.edge[c]]) == m {
			return c
		}
	}
	return none
}

// subtree returns the dump of the tree below node n, as if n were the root.
func subtree(tr *tree, n int32) string {
	lines := strings.Split(dump(tr), "\n")
	order := []int32{}
	var visit func(n int32)
	visit = func(n int32) { // the order of dump: oldest child first
		order = append(order, n)
		var children []int32
		for c := tr.firstChild[n]; c != 0; c = tr.sibling[c] {
			children = append(children, c)
		}
		for i := len(children) - 1; i >= 0; i-- {
			visit(children[i])
		}
	}
	visit(0)
	var b strings.Builder
	indent := -1
	for i, m := range order {
		depth := len(lines[i]) - len(strings.TrimLeft(lines[i], " "))
		switch {
		case m == n:
			indent = depth
			fmt.Fprintf(&b, "root %s\n", lines[i][strings.Index(lines[i], "N="):])
		case indent >= 0 && depth <= indent:
			return b.String()
		case indent >= 0:
			fmt.Fprintf(&b, "%s\n", lines[i][indent:])
		}
	}
	return b.String()
}

// TestLocate checks that the search finds positions one or two plies later in its tree, and no
// others, even with the same stones.
func TestLocate(t *testing.T) {
	board := game.MustBoard("epaminondas:8x8,max_plies=100")
	s := newSearch(t, configs()[RootGumbel], &hashed{}, 1)
	root := board.Start()
	r := mustRun(t, s, &root, Limit{Simulations: 300})
	pv := append([]game.Move(nil), r.PV...)
	if len(pv) < 3 {
		t.Fatalf("line of %d plies", len(pv))
	}
	next := root
	for plies, m := range pv[:3] {
		next.Play(m)
		if found := s.locate(&next) != none; found != (plies < 2) {
			t.Errorf("%d plies on: found %v", plies+1, found)
		}
	}
	text := strings.Fields(root.String())
	later, err := board.ParseState(text[0] + " " + text[1] + " 4")
	if err != nil {
		t.Fatal(err)
	}
	if later.Hash() != root.Hash() || s.locate(&later) != none {
		t.Error("the same stones at another ply were taken for the root")
	}
	other := game.MustBoard("crossings").Start()
	if s.locate(&other) != none {
		t.Error("another game's position was found")
	}
	s.Reset()
	if s.locate(&root) != none {
		t.Error("a search that was reset found its root")
	}
}

// TestNoAllocation checks that neither a new game nor the next move allocates after the first
// games.
func TestNoAllocation(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		for _, rules := range []string{"epaminondas", "crossings", "epaminondas:4x6x1"} {
			s := newSearch(t, cfg, Uniform{}, 1)
			start := game.MustBoard(rules).Start()
			next := start
			play := func() {
				s.Reset()
				for _, root := range []*game.State{&start, &next} {
					r, err := s.Run(context.Background(), root, Limit{Simulations: 100})
					if err != nil {
						t.Fatal(err)
					}
					next = *root
					for _, m := range r.PV[:min(2, len(r.PV))] {
						next.Play(m)
					}
				}
			}
			for range 20 {
				play()
			}
			if n := testing.AllocsPerRun(20, play); n > 0 {
				t.Errorf("%s, %s: %v allocations a game of two searches", name, rules, n)
			}
		}
	}
}

func TestSameSeedSameResult(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		root := game.MustBoard("crossings").Start()
		search := func(seed uint64) Result {
			return clone(mustRun(t, newSearch(t, cfg, &hashed{}, seed), &root, Limit{Simulations: 200}))
		}
		if a, b := search(1), search(1); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the same seed gave two results", name)
		}
		if a, b := search(1), search(2); reflect.DeepEqual(a, b) {
			t.Errorf("%s: two seeds gave the same result", name)
		}
	}
}

// TestGoldenSearch pins whole searches of a real position.
func TestGoldenSearch(t *testing.T) {
	for name, cfg := range configs() {
		cfg.Noise = true
		root := game.MustBoard("epaminondas:4x6x1").Start()
		s := newSearch(t, cfg, &hashed{}, 1)
		r := mustRun(t, s, &root, Limit{Simulations: 80})
		var b strings.Builder
		fmt.Fprintf(&b, "best %s value %.4f raw %.4f proof %v nodes %d depth %d\n",
			root.FormatMove(r.Moves[r.Best], game.RearNotation), r.Value, r.RawValue, r.Proof, r.Nodes,
			r.Depth)
		for i, m := range r.Moves {
			fmt.Fprintf(&b, "%s N=%d P=%.4f Q=%.4f policy=%.4f\n",
				root.FormatMove(m, game.RearNotation), r.Visits[i], r.Prior[i], r.Q[i], r.Policy[i])
		}
		golden(t, name+"_4x6x1.golden", b.String())
	}
}

// TestLines checks the expected line of every move. It is legal and follows visits, and the line of
// the best move is the PV.
func TestLines(t *testing.T) {
	for name, cfg := range configs() {
		s, start := newSearch(t, cfg, &hashed{}, 5), game.MustBoard("epaminondas:4x6x1").Start()
		r := mustRun(t, s, &start, Limit{Simulations: 400})
		for i, m := range r.Moves {
			line := s.AppendLine(nil, i)
			if line[0] != m || r.Visits[i] > 1 && len(line) < 2 ||
				r.Visits[i] <= 1 && r.Q[i] > -1 && len(line) > 1 {
				t.Errorf("%s: the line of move %d, %d visits, is %v", name, i, r.Visits[i], line)
			}
			if i == r.Best && !reflect.DeepEqual(line, r.PV) {
				t.Errorf("%s: the best line is %v, the PV %v", name, line, r.PV)
			}
			for at, k := start, 0; k < len(line); k++ {
				if !at.Legal(line[k]) {
					t.Fatalf("%s: line %v of move %d: ply %d is illegal", name, line, i, k)
				}
				at.Play(line[k])
			}
		}
	}
}

// TestRounds checks that repeated PUCT searches of the same position equal one long search.
func TestRounds(t *testing.T) {
	cfg := Default()
	cfg.Root, cfg.Noise = RootPUCT, false
	start := game.MustBoard("crossings").Start()
	whole := clone(mustRun(t, newSearch(t, cfg, &hashed{}, 1), &start, Limit{Simulations: 300}))
	s := newSearch(t, cfg, &hashed{}, 1)
	for range 29 {
		mustRun(t, s, &start, Limit{Simulations: 10})
	}
	last := clone(mustRun(t, s, &start, Limit{Simulations: 10}))
	whole.Simulations, whole.Depth = last.Simulations, last.Depth // these two are of one round
	if !reflect.DeepEqual(whole, last) {
		t.Errorf("30 rounds find\n%+v\none search\n%+v", last, whole)
	}
}

// TestTemperature checks PUCT with noise. In the opening it draws a move by the visits. Later it
// plays the best of the moves with many visits.
func TestTemperature(t *testing.T) {
	cfg := configs()[RootPUCT]
	cfg.Noise = true
	cfg.TemperaturePlies = 1
	root := game.MustBoard("crossings").Start()
	later := root
	later.Play(root.AppendMoves(nil)[0])
	off := 0
	for seed := range uint64(10) {
		s := newSearch(t, cfg, &hashed{}, seed)
		if r := mustRun(t, s, &root, Limit{Simulations: 50}); r.Best != argmax(r.Policy) {
			off++
		}
		r := mustRun(t, s, &later, Limit{Simulations: 50})
		if want := cfg.Choose(r.Prior, r.Q, r.Policy, slices.Max(r.Visits)); r.Best != want {
			t.Errorf("seed %d: best %d at ply 1, want %d", seed, r.Best, want)
		}
	}
	if off == 0 {
		t.Error("ten openings played the most visited move")
	}
}

func TestRunRefuses(t *testing.T) {
	s := newSearch(t, Default(), Uniform{}, 1)
	board := game.MustBoard("epaminondas:4x6x1")
	start := board.Start()
	over, err := board.ParseState("w.../..../..../..../..../..b. w")
	if err != nil {
		t.Fatal(err)
	}
	over.Play(over.AppendMoves(nil)[0])
	for outcome, _ := over.Outcome(); outcome == game.Ongoing; outcome, _ = over.Outcome() {
		over.Play(over.AppendMoves(nil)[0])
	}
	if _, err := s.Run(context.Background(), &over, Limit{Simulations: 1}); err == nil {
		t.Error("a finished game was searched")
	}
	if _, err := s.Run(context.Background(), &start, Limit{}); err == nil {
		t.Error("a search without a limit was run")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Run(ctx, &start, Limit{Simulations: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before it began: error %v", err)
	}
}

// cancelling is an evaluator that cancels its search at a given call.
type cancelling struct {
	at     int
	cancel context.CancelFunc
	fail   error
}

func (c *cancelling) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	if c.at--; c.at == 0 {
		if c.fail != nil {
			return 0, c.fail
		}
		c.cancel()
	}
	return Uniform{}.Evaluate(s, moves, prior)
}

// TestCancelReturnsTheBestSoFar checks that a cancelled search returns its result so far, or the
// prior.
func TestCancelReturnsTheBestSoFar(t *testing.T) {
	for name, cfg := range configs() {
		for _, at := range []int{1, 10} {
			ctx, cancel := context.WithCancel(context.Background())
			s := newSearch(t, cfg, &cancelling{at: at, cancel: cancel}, 1)
			root := game.MustBoard("crossings").Start()
			r, err := s.Run(ctx, &root, Limit{Simulations: 100})
			if err != nil || r.Simulations != at-1 || len(r.Policy) != 60 {
				t.Errorf("%s: cancelled at evaluation %d: %+v, error %v", name, at, r, err)
			}
		}
	}
}

// TestEvaluatorErrors checks that a search returns the evaluator's error and that the next search
// works.
func TestEvaluatorErrors(t *testing.T) {
	for name, cfg := range configs() {
		for _, at := range []int{1, 10} {
			s := newSearch(t, cfg, &cancelling{at: at, fail: errBroken}, 1)
			root := game.MustBoard("crossings").Start()
			if _, err := s.Run(t.Context(), &root, Limit{Simulations: 100}); !errors.Is(err, errBroken) {
				t.Errorf("%s: failed at evaluation %d: error %v", name, at, err)
			}
			if r := mustRun(t, s, &root, Limit{Simulations: 100}); r.Simulations != 100 {
				t.Errorf("%s: after the failure: %d simulations", name, r.Simulations)
			}
			next := randomGame(root.Board(), newRand(1), 10)[9] // and after a search that succeeded
			s.position.eval = &cancelling{at: at, fail: errBroken}
			if _, err := s.Run(t.Context(), &next, Limit{Simulations: 300}); !errors.Is(err, errBroken) {
				t.Errorf("%s: failed at evaluation %d of the second search: error %v", name, at, err)
			}
			if r := mustRun(t, s, &next, Limit{Simulations: 100}); r.Simulations != 100 {
				t.Errorf("%s: after the second failure: %d simulations", name, r.Simulations)
			}
		}
	}
}

// TestSearchByTime runs searches with a time limit on a real board.
func TestSearchByTime(t *testing.T) {
	for name, cfg := range configs() {
		s := newSearch(t, cfg, Uniform{}, 1)
		root := game.MustBoard("epaminondas").Start()
		start := time.Now()
		r := mustRun(t, s, &root, Limit{Time: 50 * time.Millisecond})
		if took := time.Since(start); took < 50*time.Millisecond || took > 30*time.Second ||
			r.Simulations == 0 {
			t.Errorf("%s: limit of 50ms took %v for %d simulations", name, took, r.Simulations)
		}
	}
}
