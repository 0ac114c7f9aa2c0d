package rounds

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/mcts"
)

func uniform() mcts.Evaluator { return mcts.Uniform{} }

func newSearch(t *testing.T, threads int, seed uint64) *Search {
	t.Helper()
	s, err := New(Config{Search: mcts.Play(), Threads: threads, MemoryMiB: 64, Seed: seed}, uniform)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func silent(*Found) error { return nil }

// TestRoundsAreOneSearch checks that a search in rounds finds the same as one search of the same
// length.
func TestRoundsAreOneSearch(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	config := mcts.Play()
	config.Noise, config.MemoryMiB = false, 64
	whole, err := mcts.New(config, uniform(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Run(t.Context(), &start, mcts.Limit{Simulations: 500})
	if err != nil {
		t.Fatal(err)
	}
	for _, pace := range []time.Duration{0, 50 * time.Millisecond} {
		s, told := newSearch(t, 1, 1), []int{}
		f, err := s.Run(t.Context(), &start, Limit{Nodes: 500, Pace: pace}, func(f *Found) error {
			told = append(told, f.Nodes)
			return nil
		})
		if err != nil || f.Nodes != 500 || f.Depth != want.Depth {
			t.Fatalf("pace %v: %d nodes, depth %d, %v", pace, f.Nodes, f.Depth, err)
		}
		if got := f.Results[0]; !reflect.DeepEqual(got.Visits, want.Visits) ||
			!reflect.DeepEqual(got.Q, want.Q) || got.Best != want.Best {
			t.Errorf("pace %v: the rounds find other visits than one search", pace)
		}
		if told[0] != 1 || !slices.IsSorted(told) || slices.Contains(told, 500) || pace == 0 &&
			!reflect.DeepEqual(told, []int{1, 17, 33, 50, 75, 113, 170, 255, 383}) {
			t.Errorf("pace %v: it calls tell after %v simulations", pace, told)
		}
	}
}

// TestTreesDiffer checks that the trees share the simulations and differ: only the first is without
// noise, and the seed determines the noise of the others.
func TestTreesDiffer(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	visits := map[string]bool{}
	for _, seed := range []uint64{7, 8, 7} {
		f, err := newSearch(t, 3, seed).Run(t.Context(), &start, Limit{Nodes: 900}, silent)
		if err != nil || f.Nodes != 900 {
			t.Fatalf("%d nodes, %v", f.Nodes, err)
		}
		sum := 0
		for _, r := range f.Results {
			for _, n := range r.Visits {
				sum += int(n)
			}
			visits[fmt.Sprint(r.Visits)] = true
		}
		if sum != 900 {
			t.Errorf("the trees have %d visits, want 900", sum)
		}
	}
	if len(visits) != 5 {
		t.Errorf("2 seeds with 3 trees gave %d different trees, want 5", len(visits))
	}
}

func TestLimits(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	run := func(ctx context.Context, limit Limit) *Found {
		t.Helper()
		f, err := newSearch(t, 2, 1).Run(ctx, &start, limit, silent)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := run(cancelled, Limit{}); f.Nodes != 1 || f.Results[0] == nil || f.Results[1] != nil {
		t.Errorf("cancelled before its start, the search does %d simulations", f.Nodes)
	}
	if f := run(t.Context(), Limit{Depth: 3}); f.Depth < 3 || f.Nodes > 10_000 {
		t.Errorf("with a depth of 3 the search reaches %d, in %d simulations", f.Depth, f.Nodes)
	}
	began := time.Now()
	if f := run(t.Context(), Limit{Time: 30 * time.Millisecond,
		Pace: 10 * time.Millisecond}); f.Nodes < 2 || time.Since(began) > time.Minute {
		t.Errorf("with a time of 30ms the search does %d simulations in %v", f.Nodes, time.Since(began))
	}
	later, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if f := run(later, Limit{}); f.Nodes < 2 {
		t.Errorf("after a stop the search has done %d simulations", f.Nodes)
	}
}

// failing is an evaluator that fails after some positions.
type failing struct{ left int }

var errFailing = errors.New("failing")

func (f *failing) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	if f.left--; f.left < 0 {
		return 0, errFailing
	}
	return mcts.Uniform{}.Evaluate(s, moves, prior)
}

func TestErrors(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	for _, left := range []int{0, 1, 40} {
		s, err := New(Config{Search: mcts.Play(), Threads: 2, MemoryMiB: 64},
			func() mcts.Evaluator { return &failing{left} })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context(), &start, Limit{Nodes: 1000}, silent); !errors.Is(err, errFailing) {
			t.Errorf("after %d evaluations: %v", left, err)
		}
	}
	stop := errors.New("stop")
	if _, err := newSearch(t, 1, 1).Run(t.Context(), &start, Limit{},
		func(*Found) error { return stop }); err != stop {
		t.Errorf("after an error of tell, Run returns %v", err)
	}
	if _, err := New(Config{Threads: 1}, uniform); err == nil {
		t.Error("a config without a search is accepted")
	}
}

// TestProven checks that a proof ends a search: a proof of the position in one tree, or of each of
// its moves in some tree.
func TestProven(t *testing.T) {
	state, err := gametest.Board(t, "epaminondas:4x6x1").ParseState("..../w.../...b/..../..../...w w")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newSearch(t, 4, 1).Run(t.Context(), &state, Limit{}, silent)
	if err != nil || !slices.ContainsFunc(f.Results, func(r *mcts.Result) bool {
		return r != nil && r.Proof == mcts.Win
	}) {
		t.Errorf("a won position ends with %+v, %v", f, err)
	}
	u, l := mcts.Unknown, mcts.Loss
	moves := []game.Move{1, 2}
	for want, proofs := range map[bool][2][]mcts.Proof{true: {{l, u}, {u, l}}, false: {{l, u}, {l, u}}} {
		f := &Found{Results: []*mcts.Result{{Moves: moves, Proven: proofs[0]}, nil,
			{Moves: moves, Proven: proofs[1]}}}
		if f.proven() != want {
			t.Errorf("with %v proven is %v", proofs, !want)
		}
	}
}
