// Package loop is how a player teaches itself: self-play fills the replay store, training fits the network to
// what the searches found, a gate names the best checkpoint, over and over until the budget is spent. Everything
// it does is kept in a run folder (package run), from which the same call goes on after any interruption.
//
// The loop runs in one of two ways. Concurrently, self-play, training and gate share the CPU, and results depend
// on who was faster. Serially, they take turns, and a run repeats to the bit.
package loop

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"epaminondas/game"
	"epaminondas/internal/run"
	"epaminondas/internal/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Observer is told how a run gets on. Its methods are called by one goroutine at a time.
type Observer interface {
	// Resumed is called once, before anything else; step is 0 in a new run.
	Resumed(step int64, games int)
	// Progress is called often, with the spent share of the budget, 0 to 1.
	Progress(fraction float64)
	// Cycle is called once everything up to this step is safe on the disk.
	Cycle(Status)
	// Gate is called after each gate match.
	Gate(GateResult)
}

// Streams of random numbers that derive from a run's seed.
const (
	weightStream = iota + 1
	samplerStream
	gateStream
)

// Loop is a run at work.
type Loop struct {
	run      *run.Run
	config   run.Config
	board    *game.Board
	store    *replay.Store
	schedule schedule
	learner  *learner
	gate     *gatekeeper
	observer Observer

	latest     player // who plays the games when latest is followed
	lastSaved  run.Checkpoint
	trunk      run.Checkpoint // the newest of the constant phase: a longer run goes on from there
	nextGame   uint64
	before     time.Duration // time at work in earlier sittings
	began      time.Time     // of this sitting
	mu         sync.Mutex    // guards latest and meter, and that one observer call happens at a time
	meter      meter
	candidates chan player // the newest checkpoint, for the gate; holds at most one
}

// player is a checkpoint that can play.
type player struct {
	run.Checkpoint
	network *net.Network
}

// Train works on a run until its budget is spent or ctx is cancelled, and returns the final checkpoint. Cancelled, it
// saves where it is and returns ctx's error. If training diverges it stops with an error that wraps
// train.ErrDiverged; the last checkpoint before that stays.
func Train(ctx context.Context, r *run.Run, observer Observer) (run.Checkpoint, error) {
	l, err := newLoop(ctx, r, observer)
	if err != nil {
		return run.Checkpoint{}, err
	}
	defer l.learner.trainer.Close()
	if l.lastSaved.Phase == run.Final {
		return l.lastSaved, nil
	}
	if l.config.Train.Serial {
		err = l.runSerially(ctx)
	} else {
		err = l.runConcurrently(ctx)
	}
	if err != nil {
		return run.Checkpoint{}, err
	}
	return l.lastSaved, nil
}

// newLoop opens all parts of a run and brings them to where it stopped.
func newLoop(ctx context.Context, r *run.Run, observer Observer) (*Loop, error) {
	board, err := r.Config.Board()
	if err != nil {
		return nil, err
	}
	l := &Loop{
		run: r, config: r.Config, board: board, store: r.Games, observer: observer,
		schedule:   newSchedule(r.Config.Train),
		candidates: make(chan player, 1),
		began:      time.Now(),
	}
	if err := l.resume(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// elapsed returns the time at work over all sittings. A serial run does not look at the clock.
func (l *Loop) elapsed() time.Duration {
	if l.config.Train.Serial {
		return 0
	}
	return l.before + time.Since(l.began)
}

// progress returns the spent share of the budget.
func (l *Loop) progress() float64 { return l.schedule.progress(l.learner.trainer.Steps(), l.elapsed()) }

// model returns who plays the next game.
func (l *Loop) model() selfplay.Model {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.latest
	if l.config.Train.Follow == run.FollowBest {
		p = l.gate.champion()
	}
	return selfplay.Model{
		Name:         p.File,
		NewEvaluator: func() mcts.Evaluator { return p.network.NewEvaluator(l.board) },
	}
}

// pool returns the workers of self-play; next says which games they play.
func (l *Loop) pool(next func(context.Context) (uint64, selfplay.Model, bool)) *selfplay.Pool {
	return &selfplay.Pool{
		Player: &selfplay.Player{Board: l.board, Config: l.config.Selfplay, Search: l.config.Search, Seed: l.config.Seed},
		Next:   next,
		Keep:   l.keep,
	}
}

// keep stores a game, and lets the learner see it and whatever other processes have stored.
func (l *Loop) keep(ctx context.Context, g *replay.Game) error {
	if _, err := l.store.Append(ctx, g); err != nil && !errors.Is(err, replay.ErrDuplicate) {
		return err
	}
	l.mu.Lock()
	l.meter.game(len(g.Moves), len(g.Searches))
	l.mu.Unlock()
	return l.learner.catchUp(ctx, l.store)
}

// step takes one training step.
func (l *Loop) step() error {
	losses, err := l.learner.step(l.schedule.rate(l.progress()))
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.meter.step(losses)
	l.observer.Progress(l.progress())
	return nil
}

// newWeights returns the weights a run begins with.
func newWeights(config run.Config) (*net.Weights, error) {
	return net.NewWeights(config.Network, rand.New(rand.NewPCG(config.Seed, weightStream)))
}

// newTrainer returns a trainer that has not learnt anything.
func newTrainer(config run.Config, board *game.Board) (*train.Trainer, error) {
	weights, err := newWeights(config)
	if err != nil {
		return nil, err
	}
	trainer, err := train.New(config.Learn, board, weights)
	if err != nil {
		return nil, fmt.Errorf("loop: %w", err)
	}
	return trainer, nil
}
