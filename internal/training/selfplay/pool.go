package selfplay

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"epaminondas/replay"
)

// Pool plays many games on several workers and hands them over in the order of their numbers.
type Pool struct {
	Player *Player
	// Next returns the number of a game to be played and who plays it. It is called by one worker
	// at a time, may wait, and ends the pool by ok = false. Numbers rise by one.
	Next func(ctx context.Context) (number uint64, model Model, ok bool)
	// Keep takes a finished game. It is called by one goroutine at a time.
	Keep func(ctx context.Context, g *replay.Game) error
}

// Run plays until Next has no more games, until a game or Keep fails, or until ctx is cancelled;
// then it returns the error. Every game that was handed to Keep is whole.
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

// job is a game to be played.
type job struct {
	number uint64
	model  Model
}

// dispatch asks for games and hands them to the workers.
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
