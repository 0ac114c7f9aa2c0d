package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/process"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// task is a number of games to play.
type task struct {
	actor *selfplay.Actor
	model func(context.Context) (selfplay.Player, error) // returns the player of the next game
	// wait returns when the run needs the next game. Until then it calls waiting again and again.
	// It may be nil.
	wait func(ctx context.Context, waiting func()) error
	// renew changes actor after errNewStage; nil if model never returns this error.
	renew func() error
	store gameStore
	first uint64
	holes []uint64 // smaller numbers that are played first
	// passOver lets later games overtake a long one, otherwise games come in the order of their
	// numbers
	passOver bool
}

// tally counts the stored games.
type tally struct {
	games, plies, searched int
	outcomes               [4]int // by game.Outcome
	spent                  time.Duration
}

// play plays the games and returns the counts of stored games, even after an interruption.
func (t *task) play(ctx context.Context, games uint64, stderr io.Writer) (tally, error) {
	progress := cli.NewProgress(stderr, "selfplay", int64(games))
	defer progress.Close()
	var kept tally
	var failed error // error of t.model
	running := process.StartClock()
	defer running.Stop()
	began, begun, numbers := running.Now(), uint64(0), selfplay.Numbers{Holes: t.holes, Next: t.first}
	waiting := sync.OnceFunc(func() {
		fmt.Fprintln(
			stderr, cli.Note("the run has enough unused games: waiting until its training needs more"))
	})
	pool := selfplay.Pool{
		Next: func(ctx context.Context) (uint64, selfplay.Player, bool) {
			var model selfplay.Player
			if begun == games {
				return 0, model, false
			}
			var err error
			if t.wait != nil {
				err = t.wait(ctx, waiting)
			}
			if err == nil {
				model, err = t.model(ctx)
			}
			if err != nil {
				failed = err
				return 0, model, false
			}
			begun++
			return numbers.Take(), model, true
		},
		Keep: func(ctx context.Context, g *replay.Game) error {
			if err := t.store.keep(ctx, g); err != nil {
				return err
			}
			kept.add(g)
			progress.Add(1)
			return nil
		},
		PassOver: t.passOver,
	}
	var err error
	for again := true; again; {
		pool.Actor = t.actor
		err = pool.Run(ctx)
		if again = errors.Is(failed, errNewStage); again {
			failed = nil
			err = crew.Join(err, t.renew())
			again = err == nil
		}
	}
	err = crew.Join(err, failed)
	kept.spent = running.Since(began)
	return kept, err
}

// add counts a game.
func (t *tally) add(g *replay.Game) {
	t.games++
	t.plies += len(g.Moves)
	t.searched += len(g.Searches)
	t.outcomes[g.Outcome]++
}

// String returns a summary.
func (t tally) String() string {
	seconds := max(t.spent.Seconds(), 1e-9)
	return fmt.Sprintf("%s in %v (%.0f games/h): %d won by White, %d by Black, %d drawn; %.1f "+
		"plies a game, %.0f searched positions/s",
		noun.Count(t.games, "game"), t.spent.Round(time.Millisecond), float64(t.games)/seconds*3600,
		t.outcomes[1], t.outcomes[2], t.outcomes[3], float64(t.plies)/float64(max(t.games,
			1)), float64(t.searched)/seconds)
}
