package treesearch

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/mcts"
)

// sleeper is an evaluator that takes a millisecond of the fake clock of a synctest bubble. Its
// values are noise, and its prior favours move favourite of every position.
type sleeper struct{ favourite float32 }

func (e sleeper) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	time.Sleep(time.Millisecond)
	_, _ = mcts.Uniform{}.Evaluate(s, moves, prior) // cannot fail
	for i := range prior {
		prior[i] *= 1 - e.favourite
	}
	prior[0] += e.favourite
	return rand.New(rand.NewPCG(1, s.Hash())).Float32()/10 - 0.05, nil
}

// timed runs a search of a position with a soft budget of 1 s and a hard one of 2 s. It returns the
// result, the time and the number of reports.
func timed(t *testing.T, threads int, e sleeper, s *game.State) (f *found, spent time.Duration, told int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		search := around(t, threads, func() mcts.Evaluator { return e })
		var err error
		began := time.Now()
		f, err = search.run(t.Context(), s, limit{clock: engine.Budget{Soft: time.Second,
			Hard: 2 * time.Second}}, func(*found) error { told++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		spent = time.Since(began)
	})
	return f, spent, told
}

// TestTimed checks that the clock's manager ends a search, and that a search whose move cannot
// change ends sooner.
func TestTimed(t *testing.T) {
	start := game.MustBoard("crossings").Start()
	_, unsure, told := timed(t, 1, sleeper{}, &start)
	if unsure < time.Second || unsure > 2*time.Second || told > 16 {
		t.Errorf("an unsure search takes %v and reports %d times", unsure, told)
	}
	if _, sure, _ := timed(t, 1, sleeper{0.999}, &start); sure < glance*time.Millisecond ||
		sure > 9*time.Second/10 {
		t.Errorf("a sure search takes %v", sure)
	}
}

// TestTimedAtTheEnd checks that a search ends at once if there is one move, and if the ply limit
// leaves nothing to search. The fake clock stands still where no position is evaluated.
func TestTimedAtTheEnd(t *testing.T) {
	tiny := "epaminondas:4x6x1,max_plies=60,limit=draw"
	for _, test := range []struct {
		rules, position string
		most            time.Duration
	}{
		{tiny, "bbbb/..../..../..../..../wwww w 59", time.Millisecond}, // of the root
		{tiny, "b.../..../..../..../..../...w w 58", 99 * time.Millisecond},
		{"crossings", "bb.w..bb/wbbbw..b/bwb...b./w......b/.w..b.b./...w..b./www..w../wwwww... b 55",
			2 * time.Millisecond},
	} {
		s, err := game.MustBoard(test.rules).ParseState(test.position)
		if err != nil {
			t.Fatal(err)
		}
		f, spent, _ := timed(t, 1, sleeper{}, &s)
		if spent > test.most || f.result.Proof != mcts.Unknown {
			t.Errorf("%s: the search takes %v and %d simulations, and proves a %v", test.position, spent,
				f.nodes, f.result.Proof)
		}
	}
}
