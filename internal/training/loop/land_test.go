package loop

import (
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// jumping is an observer after whose first steps the clock jumps.
type jumping struct {
	silent
	jump func()
}

func (j *jumping) Progress(fraction float64) {
	if fraction > 0.3 && j.jump != nil {
		j.jump()
		j.jump = nil
	}
}

// A run whose budget is suddenly over has the least cooldown nevertheless, and says so.
func TestCooldownWithoutTime(t *testing.T) {
	cfg, dir := twoCores(), t.TempDir()
	cfg.Gate.Games = 0
	cfg.Train.Steps, cfg.Train.Duration = 0, config.Duration(time.Minute)
	f := &fakeClocks{wallStep: 20 * time.Millisecond}
	clocks := f.clocks()
	observer := &jumping{jump: func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.wall = f.wall.Add(time.Hour)
	}}
	r := open(t, dir, cfg)
	last, err := trainBy(t.Context(), clocks, r, observer)
	if err != nil || last.Phase != runs.Final {
		t.Fatalf("it ends with %v, %v", last.Phase, err)
	}
	r.Close()
	var trunk runs.Checkpoint
	for _, c := range registry(t, dir, cfg) {
		if c.Phase == runs.Constant {
			trunk = c
		}
	}
	natural := float64(trunk.Step) * 0.3 / 0.7
	if steps := float64(last.Step - trunk.Step); trunk.Step < 5 || steps < natural/4 || steps > natural/4+1 {
		t.Errorf("after %d steps the cooldown has %v, want a quarter of %.1f", trunk.Step, steps, natural)
	}
	said := strings.Join(observer.notices, "\n")
	if !strings.Contains(said, "the cooldown has only 0 of at least") ||
		!strings.Contains(said, "more than the budget") {
		t.Errorf("it says %q", said)
	}
}

// A pause is told, but spends nothing.
func TestPausesAreTold(t *testing.T) {
	c := cycling()
	c.Train.Serial = false
	f := &fakeClocks{wallStep: time.Millisecond}
	clocks := f.clocks()
	clocks.pauses = func(tell func(time.Duration)) { tell(61 * time.Second) }
	observer := &silent{}
	if _, err := trainBy(t.Context(), clocks, open(t, t.TempDir(), c), observer); err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(observer.notices, "\n"); !strings.Contains(said, "did not run for 1m1s") {
		t.Errorf("it says %q", said)
	}
}
