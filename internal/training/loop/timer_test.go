package loop

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
)

// fakeClocks are clocks that advance with each reading.
type fakeClocks struct {
	mu              sync.Mutex
	wall            time.Time
	used            time.Duration
	wallStep        time.Duration // each reading adds this time
	processorStep   time.Duration
	noProcessorTime bool
}

func (f *fakeClocks) clocks() clocks {
	f.wall = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return clocks{
		wall: func() time.Time {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.wall = f.wall.Add(f.wallStep)
			return f.wall
		},
		processor: func() (time.Duration, bool) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.used += f.processorStep
			return f.used, !f.noProcessorTime
		},
	}
}

// twoCores returns a config that asks for two cores on any machine that has them.
func twoCores() config.Config {
	c := mini()
	c.Train.Serial = false
	c.Selfplay.Workers, c.Learn.Threads = 1, 1
	return c
}

func TestTimer(t *testing.T) {
	f := &fakeClocks{used: 5 * time.Second}
	timer := newTimer(twoCores(), f.clocks())
	timer.cores = 2 // independent of this machine
	timer.addEarlier(runs.Checkpoint{Elapsed: time.Minute,
		Processor: runs.Processor{Counted: true, Used: 30 * time.Second, Offered: 2 * time.Minute}})
	f.wall, f.used = f.wall.Add(10*time.Second), f.used+15*time.Second
	elapsed, processor := timer.spent()
	if want := (runs.Processor{Counted: true, Used: 45 * time.Second,
		Offered: 140 * time.Second}); elapsed != 70*time.Second || processor != want {
		t.Errorf("spent are %v and %+v, want 70s and %+v", elapsed, processor, want)
	}
	if share := timer.coreShare(timer.began, timer.now()); share != 0.75 {
		t.Errorf("15s in 10s on two cores are a share of %g", share)
	}
	if timer.session() != 10*time.Second {
		t.Errorf("the session takes %v", timer.session())
	}

	timer.addEarlier(runs.Checkpoint{Elapsed: time.Minute}) // of an earlier version
	if _, processor := timer.spent(); processor != (runs.Processor{}) {
		t.Errorf("after sessions that were not counted it knows %+v", processor)
	}
}

func TestTimerWithoutProcessorTime(t *testing.T) {
	f := &fakeClocks{noProcessorTime: true}
	timer := newTimer(twoCores(), f.clocks())
	timer.cores = 2
	f.wall = f.wall.Add(10 * time.Second)
	if _, processor := timer.spent(); processor.Used != 20*time.Second ||
		timer.coreShare(timer.began, timer.now()) != 1 {
		t.Errorf("where the system does not tell, 10s on two cores are %+v", processor)
	}
}

func TestSerialRunsDoNotLookAtTheClock(t *testing.T) {
	f := &fakeClocks{wallStep: time.Hour, processorStep: time.Second}
	timer := newTimer(mini(), f.clocks())
	if elapsed, processor := timer.spent(); elapsed != 0 || processor.Used != time.Second {
		t.Errorf("a serial run is %v at work, with %v of processor time", elapsed, processor.Used)
	}
}

// A run with a budget in processor time does not cool down while other programs use the machine.
func TestBudgetInProcessorTime(t *testing.T) {
	cfg, dir := twoCores(), t.TempDir()
	cfg.Gate.Games = 0
	cfg.Train.Steps, cfg.Train.Duration, cfg.Train.Clock = 0, config.Duration(time.Second),
		config.ProcessorClock
	f := &fakeClocks{wallStep: time.Hour, processorStep: 5 * time.Millisecond}
	last := workBy(t, f.clocks(), dir, cfg)
	if last.Phase != runs.Final || last.Processor.Used < time.Second ||
		last.Processor.Used > 2*time.Second || last.Elapsed < 100*time.Hour {
		t.Errorf("it ends %s after %v of processor time, %v at work", last.Phase, last.Processor.Used,
			last.Elapsed)
	}
	var cooled bool
	for _, c := range registry(t, dir, cfg) {
		if share := c.Processor.Used.Seconds(); c.Phase == runs.Constant && share > 0.75 ||
			c.Phase != runs.Constant && share < 0.65 {
			t.Errorf("step %d after %v of processor time is of phase %s", c.Step, c.Processor.Used, c.Phase)
		}
		cooled = cooled || c.Phase == runs.Cooldown
	}
	if !cooled {
		t.Error("there is no checkpoint of the cooldown")
	}

	// With the other clock, the same length is another budget, which is already spent. With a
	// larger budget, the run continues from before the cooldown.
	cfg.Train.Clock = config.WallClock
	if again := workBy(t, f.clocks(), dir, cfg); again.ID != last.ID {
		t.Errorf("a budget that is spent trains on to checkpoint %d, was %d", again.ID, last.ID)
	}
	cfg.Train.Clock, cfg.Train.Duration = config.ProcessorClock, config.Duration(2*time.Second)
	longer := workBy(t, f.clocks(), dir, cfg)
	if longer.Branch != 1 || longer.Processor.Used < 2*time.Second || longer.Elapsed <= last.Elapsed {
		t.Errorf("the longer run ends on branch %d after %v of processor time", longer.Branch,
			longer.Processor.Used)
	}
}

// A run that did not count its processor time cannot have a budget in processor time.
func TestProcessorTimeThatWasNotCounted(t *testing.T) {
	cfg := twoCores()
	cfg.Train.Steps, cfg.Train.Duration, cfg.Train.Clock = 0, config.Duration(time.Hour),
		config.ProcessorClock
	l := &loop{config: cfg, schedule: learning.Schedule{Train: cfg.Train}, run: &runs.Run{Dir: "x"}}
	c := runs.Checkpoint{ID: 1, Step: 5, Phase: runs.Constant, Elapsed: time.Minute, Budget: "wall"}
	if _, err := l.origin([]runs.Checkpoint{c}); err == nil ||
		!strings.Contains(err.Error(), "train.clock=wall") {
		t.Errorf("it goes on with %v", err)
	}
	c.Processor.Counted = true
	if from, err := l.origin([]runs.Checkpoint{c}); err != nil || from.ID != 1 {
		t.Errorf("counted, it goes on from %d, %v", from.ID, err)
	}
}

// workBy works on a run with the given clocks until it is done.
func workBy(t *testing.T, clocks clocks, dir string, c config.Config) runs.Checkpoint {
	t.Helper()
	r := open(t, dir, c)
	defer r.Close()
	last, err := trainBy(t.Context(), clocks, r, &silent{})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return last
}

// registry returns the checkpoints of a run.
func registry(t *testing.T, dir string, c config.Config) []runs.Checkpoint {
	t.Helper()
	r := open(t, dir, c)
	defer r.Close()
	list, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Checkpoints come at multiples of the steps of a cycle, but not before its time is over.
func TestCyclesByTime(t *testing.T) {
	for _, test := range []struct {
		cycle   time.Duration
		atLeast time.Duration // between checkpoints of the constant phase
		least   int           // number of checkpoints
		atMost  int
	}{
		{0, 0, 20, 1000},
		{3 * time.Second, 3 * time.Second, 3, 10},
	} {
		c, dir := twoCores(), t.TempDir()
		c.Gate.Games, c.Train.Cooldown, c.Train.CycleSteps, c.Train.CycleTime = 0, 0, 2,
			config.Duration(test.cycle)
		c.Train.Steps, c.Train.Duration = 100, config.Duration(30*time.Second)
		f := &fakeClocks{wallStep: 50 * time.Millisecond}
		workBy(t, f.clocks(), dir, c)
		list := registry(t, dir, c)
		if len(list) < test.least || len(list) > test.atMost {
			t.Errorf("with a cycle of %v there are %d checkpoints", test.cycle, len(list))
		}
		for i := 1; i < len(list)-2; i++ { // the last two belong to the end of the run
			if between := list[i].Elapsed - list[i-1].Elapsed; between < test.atLeast || list[i].Step%2 != 0 {
				t.Errorf("with a cycle of %v step %d comes after %v", test.cycle, list[i].Step, between)
			}
		}
	}
}
