package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/replay"
)

// A worker follows the run into its next stage, which has another board. The hub refuses no game, even
// if it was played in the stage before.
func TestWorkerFollowsTheStages(t *testing.T) {
	c := mini()
	c.Stages = []config.Stage{
		{Name: "small", Until: 0.5, Set: []string{"rules.game=epaminondas:3x4x1"}},
		{Name: "all", Set: []string{"selfplay.full_simulations=8"}},
	}
	o := newOffice(t, c)
	pair, key := o.invite("a")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var told atomic.Bool
	ended := make(chan error, 1)
	go func() {
		ended <- RunWorker(ctx, quick(pair, key, t.TempDir()), direct{o, key}, func(text string) {
			t.Log(text)
			if strings.Contains(text, "another stage") {
				told.Store(true)
			}
		})
	}()
	games := func(board string) (n int) {
		if err := o.run.Games.Each(t.Context(), 1, func(_ int64, g *replay.Game) error {
			if g.Rules == board {
				n++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	eventually(t, "games of the first stage arrive", func() bool { return games(o.run.Board(0)) >= 5 })
	registerIn(t, o.run, 10, 1)
	if err := o.ingester().Offer(t.Context(), o.objects, offering(), true, time.Now()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "games of the second stage arrive", func() bool { return games(o.run.Board(1)) >= 5 })
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the worker ends with %v", err)
	}
	if !told.Load() {
		t.Error("the worker says nothing about the new stage")
	}
	workers, err := ledger.Workers(t.Context(), o.run)
	if err != nil || len(workers) != 1 || len(workers[0].Refused) != 0 {
		t.Errorf("workers %+v, %v", workers, err)
	}
}

// The hub refuses games under a contract of a stage that the run has not entered.
func TestNoGamesOfLaterStages(t *testing.T) {
	c := mini()
	c.Stages = []config.Stage{{Name: "a", Until: 0.5},
		{Name: "b", Set: []string{"selfplay.full_simulations=8"}}}
	in := newOffice(t, c).ingester()
	j := in.newJudge(time.Now())
	if !j.knows(in.stages[0].digest) || j.knows(in.stages[1].digest) {
		t.Error("in the first stage, the hub knows the wrong contracts")
	}
	in.stage = 1
	j = in.newJudge(time.Now())
	if !j.knows(in.stages[0].digest) || !j.knows(in.stages[1].digest) {
		t.Error("in the second stage, the hub does not know both contracts")
	}
}
