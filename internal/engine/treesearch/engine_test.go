package treesearch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
	"epaminondas/models"
)

// fresh returns an engine with an evaluator for each thread.
func fresh(t *testing.T, threads int, evaluator func() mcts.Evaluator) *Engine {
	t.Helper()
	var evaluators []mcts.EvaluateCloser
	for range threads {
		evaluators = append(evaluators, free{evaluator()})
	}
	e, err := New(mcts.Play(), evaluators...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func newGame(tb testing.TB, e *Engine) {
	tb.Helper()
	if err := e.NewGame(tb.Context(), 1); err != nil {
		tb.Fatal(err)
	}
}

// nobody listens to the reports of a search.
func nobody(*engine.Result) error { return nil }

// TestReportsChangeNothing checks that a search finds the same with reports and without.
func TestReportsChangeNothing(t *testing.T) {
	state := game.MustBoard("crossings").Start()
	search := func(tell func(*engine.Result) error) *engine.Result {
		r, err := fresh(t, 1, uniform).Search(t.Context(), engine.At(&state), engine.Limit{Nodes: 300}, tell)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if with, without := search(nobody), search(nil); !reflect.DeepEqual(with, without) {
		t.Errorf("with reports the search finds %+v, without %+v", with.Lines[0], without.Lines[0])
	}
	stop := errors.New("stop")
	_, err := fresh(t, 1, uniform).Search(t.Context(), engine.At(&state), engine.Limit{Nodes: 300},
		func(*engine.Result) error { return stop })
	if err != stop {
		t.Errorf("after an error of tell the search returns %v", err)
	}
}

// TestThreadsProve searches the same position with one thread and with several.
func TestThreadsProve(t *testing.T) {
	state, err := game.MustBoard("epaminondas:4x6x1").ParseState("..../w.../...b/..../..../...w w")
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 4} {
		e := fresh(t, threads, uniform)
		r, err := e.Search(t.Context(), engine.At(&state), engine.Limit{}, nobody)
		if err != nil {
			t.Fatal(err)
		}
		best := r.Lines[0]
		if best.Proof != engine.Win || best.Value != 1 || best.Move.Rear().String() != "a5" {
			t.Errorf("%d threads: the best line is %+v, want a proven win of a5", threads, best)
		}
	}
}

// TestThreads checks that the search is the same for any schedule of its threads.
func TestThreads(t *testing.T) {
	state := game.MustBoard("crossings").Start()
	for _, threads := range []int{1, 3} {
		var first *engine.Result
		for range 3 {
			e := fresh(t, threads, uniform)
			r, err := e.Search(t.Context(), engine.At(&state), engine.Limit{Nodes: 500}, nobody)
			if err != nil {
				t.Fatal(err)
			}
			visits, policy := 0, 0.0
			for _, l := range r.Lines {
				visits += l.Visits
				policy += float64(l.Policy)
			}
			if r.Nodes != 500 || visits != 500 || math.Abs(policy-1) > 1e-4 {
				t.Errorf("%d threads: %d simulations, %d visits, a policy of %v, want 500, 500, 1",
					threads, r.Nodes, visits, policy)
			}
			if first == nil {
				first = r
			}
			if r.Lines[0].Move != first.Lines[0].Move || r.Lines[9].Move != first.Lines[9].Move ||
				r.Depth != first.Depth {
				t.Errorf("%d threads: the same position is searched differently", threads)
			}
		}
	}
}

// TestNewGame compares a search in the same game with a search after a new game.
func TestNewGame(t *testing.T) {
	state := game.MustBoard("crossings").Start()
	e := fresh(t, 1, uniform)
	visits := func() int {
		r, err := e.Search(t.Context(), engine.At(&state), engine.Limit{Nodes: 100}, nobody)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, l := range r.Lines {
			n += l.Visits
		}
		return n
	}
	if first, again := visits(), visits(); first != 100 || again != 200 {
		t.Errorf("%d visits, then %d in the same game, want 100 and 200", first, again)
	}
	newGame(t, e)
	if n := visits(); n != 100 {
		t.Errorf("%d visits in a new game, want 100", n)
	}
}

func TestLimits(t *testing.T) {
	state := game.MustBoard("crossings").Start()
	e := fresh(t, 2, uniform)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	told := 0
	search := func(ctx context.Context, limit engine.Limit) *engine.Result {
		newGame(t, e)
		told = 0
		r, err := e.Search(ctx, engine.At(&state), limit, func(*engine.Result) error { told++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := search(cancelled, engine.Limit{}); r.Nodes != 1 || len(r.Lines) != 60 || told != 0 {
		t.Errorf("cancelled: %d simulations, %d lines, want 1 and 60", r.Nodes, len(r.Lines))
	}
	if r := search(t.Context(), engine.Limit{Nodes: 333}); r.Nodes != 333 || told < 3 {
		t.Errorf("333 simulations: %d were done, with %d reports", r.Nodes, told)
	}
	if r := search(t.Context(), engine.Limit{Depth: 4}); r.Depth < 4 {
		t.Errorf("depth 4: reached %d", r.Depth)
	}
	begun := time.Now()
	search(t.Context(), engine.Limit{Time: 50 * time.Millisecond})
	if spent := time.Since(begun); spent < 50*time.Millisecond || spent > 30*time.Second {
		t.Errorf("50 ms: took %v", spent)
	}
}

func TestEvaluatorFails(t *testing.T) {
	state := game.MustBoard("crossings").Start()
	for _, left := range []int{0, 1, 40} {
		e := fresh(t, 2, func() mcts.Evaluator { return &failing{left} })
		_, err := e.Search(t.Context(), engine.At(&state), engine.Limit{Nodes: 1000}, nobody)
		if !errors.Is(err, errFailing) {
			t.Errorf("after %d evaluations: got %v, want the evaluator's error", left, err)
		}
	}
}

// BenchmarkSearch measures the simulations a second of the networks that come with the program.
func BenchmarkSearch(b *testing.B) {
	all, err := models.All()
	if err != nil {
		b.Fatal(err)
	}
	for _, model := range all {
		for _, threads := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s/threads=%d", model.Name, threads), func(b *testing.B) {
				board := game.MustBoard(model.Rules.Name())
				network, state := backend.MustOpen(model.Checkpoint.Weights), board.Start()
				e, err := Open(b.Context(), network, board, mcts.Play(), threads)
				if err != nil {
					b.Fatal(err)
				}
				sims := 0
				for b.Loop() {
					newGame(b, e)
					r, err := e.Search(b.Context(), engine.At(&state), engine.Limit{Nodes: 2000}, nobody)
					if err != nil {
						b.Fatal(err)
					}
					sims += r.Nodes
				}
				b.ReportMetric(float64(sims)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

// TestRanking checks the order of the lines: the move to play, then won, open moves by policy, and lost.
func TestRanking(t *testing.T) {
	u, w, l := mcts.Unknown, mcts.Win, mcts.Loss
	for _, c := range []struct {
		proven []mcts.Proof
		best   int
		want   []int
	}{
		{[]mcts.Proof{u, u, u, l}, 1, []int{1, 2, 0, 3}},
		{[]mcts.Proof{u, u, w, l}, 2, []int{2, 0, 1, 3}},
		{[]mcts.Proof{w, u, w, l}, 2, []int{2, 0, 1, 3}},
		{[]mcts.Proof{l, l, l, l}, 3, []int{3, 2, 0, 1}},
	} {
		r := &mcts.Result{Moves: make([]game.Move, 4), Policy: []float32{0.3, 0.2, 0.5, 0},
			Q: []float32{0.1, 0.4, 0.2, -1}, Visits: []int32{30, 20, 50, 0}, Proven: c.proven, Best: c.best}
		if got := ranking(r); !slices.Equal(got, c.want) {
			t.Errorf("%v, best %d: the ranking is %v, want %v", c.proven, c.best, got, c.want)
		}
	}
}
