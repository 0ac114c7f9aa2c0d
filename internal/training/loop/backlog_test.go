package loop

import (
	"context"
	"testing"
	"time"

	"epaminondas/replay"
)

// slow is an archive that needs 10 ms for each game.
type slow struct{ gameStore }

func (s slow) Walk(ctx context.Context, first, last int64,
	do func(id int64, g *replay.Game, damage error) error) error {
	return s.gameStore.Walk(ctx, first, last, func(id int64, g *replay.Game, damage error) error {
		time.Sleep(10 * time.Millisecond)
		return do(id, g, damage)
	})
}

// While very many games are read, training can use the sampler, and other processes hear that the
// trainer runs.
func TestBacklogLeavesTheSamplerFree(t *testing.T) {
	config := cycling()
	config.Train.Serial = false
	dir := begun(t, config)
	r := open(t, dir, config)
	l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	var list []replay.Encoded
	if err := r.Games.Each(t.Context(), 0, func(_ int64, g *replay.Game) error {
		for copies := uint64(1); len(list) < 500 && copies <= 100; copies++ {
			twin := *g
			twin.Seed += copies
			e, err := replay.Encode(&twin)
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Games.AppendAll(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	l.store, l.learner.follower = slow{l.store}, nil
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan error, 1)
	go func() { watched <- l.watch(ctx) }()
	told := map[int64]bool{}
	longest := time.Duration(0)
	newest, err := r.Games.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for began, done := time.Now(), false; !done && time.Since(began) < time.Minute; {
		time.Sleep(20 * time.Millisecond)
		asked := time.Now()
		done = l.learner.flow().Newest == newest
		longest = max(longest, time.Since(asked))
		if flow, ok, err := r.Flow(t.Context()); ok && err == nil {
			told[flow.Told.UnixMilli()] = true
		}
	}
	cancel()
	<-watched
	if last := l.learner.flow().Newest; last != newest {
		t.Errorf("game %d is the last one read, want %d", last, newest)
	}
	if longest > time.Second {
		t.Errorf("the sampler is locked for %v", longest)
	}
	if len(told) < 2 {
		t.Errorf("other processes hear %d times of the trainer in 5 seconds", len(told))
	}
}
