package selfplay

import (
	"context"

	"epaminondas/internal/base/crew"
	"epaminondas/replay"
)

// Pool plays many games on several workers and delivers them in the order in which they began.
//
// Games that follow a long one wait for it in memory. A crash would lose them, and training could
// not learn from them. So only a bounded number of games may wait, and at the bound the workers wait
// too. With PassOver the pool delivers each game as soon as it ends.
type Pool struct {
	Actor *Actor
	// Next returns the number and the player of the next game. One worker calls it at a time. It
	// may wait. If ok is false, the pool ends.
	Next func(ctx context.Context) (number uint64, player Player, ok bool)
	// Keep stores a finished game. One goroutine calls it at a time.
	Keep func(ctx context.Context, g *replay.Game) error
	// PassOver lets games overtake longer ones. Use it if nothing depends on the order. If the pool
	// ends before an overtaken game does, the number of that game is missing: see [Numbers].
	PassOver bool
}

// heldForEach bounds the games that wait for an earlier one, which a crash loses. It counts the games
// for each worker.
const heldForEach = 16

// Run plays until Next has no more games, a game or Keep fails, or ctx is cancelled. It returns the
// errors of all goroutines, as [crew.Join] does. Keep gets only whole games.
func (p *Pool) Run(ctx context.Context) error {
	group, ctx := crew.New(ctx)
	workers := p.Actor.Config.WorkerCount()
	jobs := make(chan job)
	finished := make(chan played, workers)
	begun := make(chan struct{}, (heldForEach+1)*workers) // one value for each game that is not yet delivered

	group.Go(func() error {
		defer close(jobs)
		return p.dispatch(ctx, jobs, begun)
	})
	players, playing := crew.New(ctx)
	for range workers {
		players.Go(func() error { return p.work(playing, jobs, finished) })
	}
	group.Go(func() error {
		defer close(finished)
		return players.Wait()
	})
	group.Go(func() error {
		return p.deliver(ctx, finished, begun)
	})
	return group.Wait()
}

// deliver passes the finished games to Keep.
func (p *Pool) deliver(ctx context.Context, finished <-chan played, begun <-chan struct{}) error {
	sequence := sequencer{early: map[int]*replay.Game{}}
	for f := range finished {
		ready := []*replay.Game{f.game}
		if !p.PassOver {
			ready = sequence.add(f)
		}
		for _, g := range ready {
			if err := p.Keep(ctx, g); err != nil {
				return err
			}
			<-begun
		}
	}
	return nil
}

// job is a game to play.
type job struct {
	turn   int // number of jobs before
	number uint64
	player Player
}

// played is the game of a job.
type played struct {
	turn int
	game *replay.Game
}

// dispatch asks for games and passes them to the workers.
func (p *Pool) dispatch(ctx context.Context, jobs chan<- job, begun chan<- struct{}) error {
	for turn := 0; ; turn++ {
		select {
		case begun <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		number, player, ok := p.Next(ctx)
		if !ok {
			return ctx.Err()
		}
		select {
		case jobs <- job{turn, number, player}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// work plays the games of one worker.
func (p *Pool) work(ctx context.Context, jobs <-chan job, finished chan<- played) (failed error) {
	w := worker{actor: p.Actor}
	defer func() { failed = crew.Join(failed, w.close()) }()
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
		case finished <- played{t.turn, g}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
