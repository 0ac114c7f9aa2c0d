package rounds

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/mcts"
)

func uniform() mcts.Evaluator { return mcts.Uniform{} }

func newSearch(t *testing.T, threads int) *Search {
	t.Helper()
	s, err := New(Config{Search: mcts.Play(), Threads: threads, MemoryMiB: 64}, uniform)
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
		s, told := newSearch(t, 1), []int{}
		f, err := s.Run(t.Context(), &start, Limit{Nodes: 500, Pace: pace}, func(f *Found) error {
			told = append(told, f.Nodes)
			return nil
		})
		if err != nil || f.Nodes != 500 || f.Depth != want.Depth {
			t.Fatalf("pace %v: %d nodes, depth %d, %v", pace, f.Nodes, f.Depth, err)
		}
		if got := f.Result; !reflect.DeepEqual(got.Visits, want.Visits) ||
			!reflect.DeepEqual(got.Q, want.Q) || got.Best != want.Best {
			t.Errorf("pace %v: the rounds find other visits than one search", pace)
		}
		if told[0] != 1 || !slices.IsSorted(told) || slices.Contains(told, 500) || pace == 0 &&
			!reflect.DeepEqual(told, []int{1, 17, 33, 50, 75, 113, 170, 255, 383}) {
			t.Errorf("pace %v: it calls tell after %v simulations", pace, told)
		}
	}
}

// TestThreads checks that a search limited by simulations does not depend on the speed of its
// threads.
func TestThreads(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	var first []int32
	for range 3 {
		f, err := newSearch(t, 3).Run(t.Context(), &start, Limit{Nodes: 900}, silent)
		if err != nil || f.Nodes != 900 {
			t.Fatalf("%d nodes, %v", f.Nodes, err)
		}
		if first == nil {
			first = slices.Clone(f.Result.Visits)
		}
		if !slices.Equal(f.Result.Visits, first) {
			t.Errorf("the visits are %v, and then %v", first, f.Result.Visits)
		}
	}
}

func TestLimits(t *testing.T) {
	start := gametest.Board(t, "crossings").Start()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	run := func(ctx context.Context, limit Limit) *Found {
		t.Helper()
		f, err := newSearch(t, 2).Run(ctx, &start, limit, silent)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := run(cancelled, Limit{}); f.Nodes != 1 || f.Result == nil {
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
	if _, err := newSearch(t, 1).Run(t.Context(), &start, Limit{},
		func(*Found) error { return stop }); err != stop {
		t.Errorf("after an error of tell, Run returns %v", err)
	}
	if _, err := New(Config{Threads: 1}, uniform); err == nil {
		t.Error("a config without a search is accepted")
	}
}

// TestProven checks that a proof ends a search.
func TestProven(t *testing.T) {
	state, err := gametest.Board(t, "epaminondas:4x6x1").ParseState("..../w.../...b/..../..../...w w")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newSearch(t, 4).Run(t.Context(), &state, Limit{}, silent)
	if err != nil || f.Result.Proof != mcts.Win {
		t.Errorf("a won position ends with %+v, %v", f, err)
	}
}
