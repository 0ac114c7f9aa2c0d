package loop

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// counting records the games of each cycle.
type counting struct {
	silent
	games float64
	began time.Time
	ready chan struct{} // closed when training begins
}

func (c *counting) Resumed(int64, int, bool) { close(c.ready) }

func (c *counting) Cycle(s Status) {
	c.games += s.GamesPerHour * time.Since(c.began).Hours()
	c.began = time.Now()
	c.silent.Cycle(s)
}

// A trainer without workers learns from the games of another process. It counts these games and
// writes how far they are ahead of training.
func TestTrainerWithoutWorkers(t *testing.T) {
	config := mini()
	config.Train.Serial, config.Selfplay.Workers = false, selfplay.NoWorkers
	config.Gate.Games = 0
	dir := t.TempDir()
	r := open(t, dir, config)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	others, ctx := errgroup.WithContext(ctx)
	observer := &counting{began: time.Now(), ready: make(chan struct{})}
	others.Go(func() error {
		<-observer.ready
		return playFor(ctx, dir)
	})
	last, err := Train(t.Context(), r, observer)
	if err != nil || last.Phase != runs.Final {
		t.Fatalf("ended with %v, %v", last, err)
	}
	flow, ok, err := r.Flow(t.Context())
	if !ok || err != nil || flow.Ahead != config.Replay.Ahead {
		t.Errorf("flow %+v, %v, %v", flow, ok, err)
	}
	cancel()
	if err := others.Wait(); err != nil && ctx.Err() == nil {
		t.Error(err)
	}
	if observer.games < 5 {
		t.Errorf("the cycles count %.1f games", observer.games)
	}
}

// Games that were there before a session do not count as arrived in its first cycle.
func TestWaitingGamesDoNotCount(t *testing.T) {
	config := cycling()
	config.Train.Serial = false
	dir := begun(t, config)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := playFor(ctx, dir); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	l, err := newLoop(t.Context(), systemClocks(), open(t, dir, config), &silent{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	if err := l.follow(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := l.lastSaved
	c.Games = l.learner.flow().Newest
	if c.Games <= l.lastSaved.Games {
		t.Fatal("no games wait")
	}
	if status, err := l.endCycle(t.Context(), c); err != nil || status.GamesPerHour != 0 {
		t.Errorf("%.0f games an hour, %v", status.GamesPerHour, err)
	}
}

// playFor adds games to the run in dir until ctx ends, as another process does.
func playFor(ctx context.Context, dir string) error {
	r, err := runs.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer r.Close()
	board, err := r.Config.Board()
	if err != nil {
		return err
	}
	settings := r.Config.Selfplay
	settings.Workers = 1
	number := uint64(0)
	pool := &selfplay.Pool{
		Actor: &selfplay.Actor{Board: board, Config: settings, Search: r.Config.Search, Seed: 77},
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			number++
			return number - 1, selfplay.Uniform, true
		},
		Keep: func(ctx context.Context, g *replay.Game) error {
			_, err := r.Games.Append(ctx, g)
			return err
		},
	}
	return pool.Run(ctx)
}

func TestSerialRunNeedsWorkers(t *testing.T) {
	config := mini()
	config.Selfplay.Workers = selfplay.NoWorkers
	if err := config.Validate(); err == nil {
		t.Error("a serial run without workers is valid")
	}
}
