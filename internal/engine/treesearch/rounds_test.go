package treesearch

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
)

func uniform() mcts.Evaluator { return mcts.Uniform{} }

func newSearch(t *testing.T, threads int) *rounds { return around(t, threads, uniform) }

// around returns a search with an evaluator for each thread.
func around(t *testing.T, threads int, evaluator func() mcts.Evaluator) *rounds {
	t.Helper()
	config := mcts.Play()
	config.MemoryMiB = 64
	var evaluators []mcts.EvaluateCloser
	for range threads {
		evaluators = append(evaluators, free{evaluator()})
	}
	e, err := New(config, evaluators...)
	if err != nil {
		t.Fatal(err)
	}
	return e.rounds
}

// free is an evaluator that holds nothing.
type free struct{ mcts.Evaluator }

func (free) Close() error { return nil }

func silent(*found) error { return nil }

// TestRoundsAreOneSearch checks that a search in rounds finds the same as one search of the same
// length.
func TestRoundsAreOneSearch(t *testing.T) {
	start := game.MustBoard("crossings").Start()
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
		f, err := s.run(t.Context(), &start, limit{nodes: 500, pace: pace}, func(f *found) error {
			told = append(told, f.nodes)
			return nil
		})
		if err != nil || f.nodes != 500 || f.depth != want.Depth {
			t.Fatalf("pace %v: %d nodes, depth %d, %v", pace, f.nodes, f.depth, err)
		}
		if got := f.result; !reflect.DeepEqual(got.Visits, want.Visits) ||
			!reflect.DeepEqual(got.Q, want.Q) || got.Best != want.Best {
			t.Errorf("pace %v: the rounds find other visits than one search", pace)
		}
		if told[0] != 1 || !slices.IsSorted(told) || slices.Contains(told, 500) || pace == 0 &&
			!reflect.DeepEqual(told, []int{1, 17, 33, 50, 75, 113, 170, 255, 383}) {
			t.Errorf("pace %v: it calls tell after %v simulations", pace, told)
		}
	}
}

// TestRoundsOnThreads checks that a search limited by simulations does not depend on the speed of its
// threads.
func TestRoundsOnThreads(t *testing.T) {
	start := game.MustBoard("crossings").Start()
	var first []int32
	for range 3 {
		f, err := newSearch(t, 3).run(t.Context(), &start, limit{nodes: 900}, silent)
		if err != nil || f.nodes != 900 {
			t.Fatalf("%d nodes, %v", f.nodes, err)
		}
		if first == nil {
			first = slices.Clone(f.result.Visits)
		}
		if !slices.Equal(f.result.Visits, first) {
			t.Errorf("the visits are %v, and then %v", first, f.result.Visits)
		}
	}
}

func TestRoundsEnd(t *testing.T) {
	start := game.MustBoard("crossings").Start()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	run := func(ctx context.Context, limit limit) *found {
		t.Helper()
		f, err := newSearch(t, 2).run(ctx, &start, limit, silent)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := run(cancelled, limit{}); f.nodes != 1 || f.result == nil {
		t.Errorf("cancelled before its start, the search does %d simulations", f.nodes)
	}
	if f := run(t.Context(), limit{depth: 3}); f.depth < 3 || f.nodes > 10_000 {
		t.Errorf("with a depth of 3 the search reaches %d, in %d simulations", f.depth, f.nodes)
	}
	began := time.Now()
	if f := run(t.Context(), limit{time: 30 * time.Millisecond,
		pace: 10 * time.Millisecond}); f.nodes < 2 || time.Since(began) > time.Minute {
		t.Errorf("with a time of 30ms the search does %d simulations in %v", f.nodes, time.Since(began))
	}
	later, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if f := run(later, limit{}); f.nodes < 2 {
		t.Errorf("after a stop the search has done %d simulations", f.nodes)
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
	start := game.MustBoard("crossings").Start()
	for _, left := range []int{0, 1, 40} {
		s := around(t, 2, func() mcts.Evaluator { return &failing{left} })
		if _, err := s.run(t.Context(), &start, limit{nodes: 1000}, silent); !errors.Is(err, errFailing) {
			t.Errorf("after %d evaluations: %v", left, err)
		}
	}
	stop := errors.New("stop")
	if _, err := newSearch(t, 1).run(t.Context(), &start, limit{},
		func(*found) error { return stop }); err != stop {
		t.Errorf("after an error of tell, Run returns %v", err)
	}
	if _, err := New(mcts.Config{}, free{uniform()}); err == nil {
		t.Error("a config without a search is accepted")
	}
}

// TestProven checks that a proof ends a search.
func TestProven(t *testing.T) {
	state, err := game.MustBoard("epaminondas:4x6x1").ParseState("..../w.../...b/..../..../...w w")
	if err != nil {
		t.Fatal(err)
	}
	f, err := newSearch(t, 4).run(t.Context(), &state, limit{}, silent)
	if err != nil || f.result.Proof != mcts.Win {
		t.Errorf("a won position ends with %+v, %v", f, err)
	}
}
