package loop

import (
	"os"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// TestMain keeps solved boards out of the user's cache.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "loop-test")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CACHE_HOME", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func TestExactCheckShowsLearning(t *testing.T) {
	config, dir := mini(), t.TempDir()
	finish(t, dir, config)
	view, err := runs.OpenView(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	for _, step := range []int64{0, config.Train.Steps} { // the run may skip the steps between, to save time
		m, err := view.Metrics(t.Context(), step)
		if err != nil {
			t.Fatal(err)
		}
		if m["processor_seconds"] <= 0 || step > 0 && m["processor_share"] <= 0 {
			t.Errorf("step %d: %g s of processor time, a share of %g", step, m["processor_seconds"],
				m["processor_share"])
		}
		if m["exact_positions"] != 50 || m["exact_policy_mistakes"] <= 0 || m["exact_policy_mistakes"] > 50 {
			t.Errorf("step %d: %g mistakes in %g positions, want some in 50", step,
				m["exact_policy_mistakes"], m["exact_positions"])
		}
	}

	for _, step := range []int64{0, config.Train.Steps} {
		m, err := view.Metrics(t.Context(), step)
		if err != nil {
			t.Fatal(err)
		}
		if m["exact_played_positions"] != 50 || m["exact_played_mistakes"] <= 0 ||
			m["exact_played_mistakes"] > 50 {
			t.Errorf("step %d: %g mistakes in %g positions of games, want some in 50", step,
				m["exact_played_mistakes"], m["exact_played_positions"])
		}
	}

	config.Rules.Game, config.Report.ExactPositions = "epaminondas:8x8", 50
	l := &loop{config: config, observer: &silent{}}
	if l.board, err = config.Board(); err != nil {
		t.Fatal(err)
	}
	if err := l.prepareExactCheck(t.Context()); err != nil || l.exactCheck != nil {
		t.Errorf("a board that cannot be solved gives the exact check %v, %v", l.exactCheck, err)
	}
	if l.exactCheck.due(time.Hour, runs.Final) {
		t.Error("an exact check is due where there is none")
	}
}

func TestExactChecksTakeLittleTime(t *testing.T) {
	e := &exactCheck{}
	for _, test := range []struct {
		spent, session time.Duration
		phase          runs.Phase
		want           bool
	}{
		{0, 0, runs.Constant, true}, // the untrained network
		{100 * time.Millisecond, 10 * time.Second, runs.Constant, false},
		{100 * time.Millisecond, 21 * time.Second, runs.Constant, true},
		{100 * time.Millisecond, time.Second, runs.Final, true},
	} {
		e.spent = test.spent
		if got := e.due(test.session, test.phase); got != test.want {
			t.Errorf("after %v of %v in phase %s: due is %v, want %v", test.spent, test.session, test.phase,
				got, test.want)
		}
	}
}
