package selfplay

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"epaminondas/replay"
)

// Pool plays many games on several workers and delivers them in the order of their numbers.
type Pool struct {
	Player *Player
	// Next returns the number and the player of the next game. One worker calls it at a time. It
	// may wait. It ends the pool with ok = false. Numbers rise by one.
	Next func(ctx context.Context) (number uint64, model Model, ok bool)
	// Keep stores a finished game. One goroutine calls it at a time.
	Keep func(ctx context.Context, g *replay.Game) error
}

// Run plays until Next has no more games, a game or Keep fails, or ctx is cancelled. It returns the
// error. Keep gets only whole games.
func (p *Pool) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	workers := p.Player.Config.WorkerCount()
	jobs := make(chan job)
	finished := make(chan *replay.Game, workers)
	first := make(chan uint64, 1)

	group.Go(func() error {
		defer close(jobs)
		return p.dispatch(ctx, jobs, first)
	})
	players, playing := errgroup.WithContext(ctx)
	for range workers {
		players.Go(func() error { return p.work(playing, jobs, finished) })
	}
	group.Go(func() error {
		defer close(finished)
		return players.Wait()
	})
	group.Go(func() error { return p.collect(ctx, first, finished) })
	return group.Wait()
}

// job is a game to play.
type job struct {
	number uint64
	model  Model
}

// dispatch asks for games and passes them to the workers.
func (p *Pool) dispatch(ctx context.Context, jobs chan<- job, first chan<- uint64) error {
	defer close(first)
	for begun := false; ; begun = true {
		number, model, ok := p.Next(ctx)
		if !ok {
			return ctx.Err()
		}
		if !begun {
			first <- number
		}
		select {
		case jobs <- job{number, model}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// work plays the games of one worker.
func (p *Pool) work(ctx context.Context, jobs <-chan job, finished chan<- *replay.Game) (failed error) {
	w := worker{player: p.Player}
	defer func() { failed = errors.Join(failed, w.close()) }()
	for {
		var t job
		var ok bool
		select {
		case t, ok = <-jobs:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !ok {
			return nil
		}
		g, err := w.play(ctx, t)
		if err != nil {
			return err
		}
		select {
		case finished <- g:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// collect brings the games into the order of their numbers.
func (p *Pool) collect(ctx context.Context, first <-chan uint64, finished <-chan *replay.Game) error {
	next := <-first
	early := map[uint64]*replay.Game{}
	for g := range finished {
		early[g.Number] = g
		for ; early[next] != nil; next++ {
			if err := p.Keep(ctx, early[next]); err != nil {
				return err
			}
			delete(early, next)
		}
	}
	return nil
}
