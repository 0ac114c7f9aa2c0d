// Package loop is how a player teaches itself: self-play fills the replay store, training fits the
// network to what the searches found, a gate names the best checkpoint, over and over until the
// budget is spent. Everything it does is kept in a run folder (package runs), from which the same
// call goes on after any interruption.
//
// The loop runs in one of two ways. Concurrently, self-play, training and gate share the CPU, and
// results depend on who was faster. Serially, they take turns, and a run repeats to the bit.
package loop

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/await"
	"epaminondas/internal/engine/inference"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Observer is told how a run gets on. Its methods are called by one goroutine at a time.
type Observer interface {
	// Resumed is called once, before anything else; step is 0 in a new run. Finished says that
	// there is nothing left to do.
	Resumed(step int64, games int, finished bool)
	// Progress is called often, with the spent share of the budget, 0 to 1.
	Progress(fraction float64)
	// Doing is called while something other than training is waited for.
	Doing(task string, done, total int)
	// Cycle is called once everything up to this step is safe on the disk.
	Cycle(Status)
	// Gate is called after each gate match.
	Gate(GateResult)
	// Notice is called when something is wrong, but the run goes on.
	Notice(text string)
}

// Streams of random numbers that derive from a run's seed.
const (
	weightStream = iota + 1
	samplerStream
	gateStream
)

// loop is a run at work.
type loop struct {
	run        *runs.Run
	config     runs.Config
	board      *game.Board
	store      archive
	schedule   schedule
	learner    *learner
	gate       *gatekeeper
	exactCheck *exactCheck
	observer   Observer

	latest    snapshot // who plays the games when latest is followed
	lastSaved runs.Checkpoint
	previous  runs.Checkpoint // before lastSaved, in case its files get damaged
	trunk     runs.Checkpoint // the newest of the constant phase: a longer run goes on from there
	oldTrunk  runs.Checkpoint // before trunk, likewise
	branch    int             // how often a longer run has gone on from the trunk
	nextGame  uint64
	left      bool // a training step was left behind: the trainer may not be used again
	timer     *timer
	looked    time.Time // for games of other processes

	mu    sync.Mutex // guards latest and meter
	meter meter

	observing  sync.Mutex    // one observer call happens at a time
	told       bool          // where the run stands
	notices    []string      // from before that
	candidates chan snapshot // the newest checkpoint, for the gate; holds at most one
}

// snapshot is a checkpoint that can play.
type snapshot struct {
	runs.Checkpoint
	network *net.Network
}

// Train works on a run until its budget is spent or ctx is cancelled, and returns the final
// checkpoint. Cancelled, it saves where it is and returns ctx's error; a serial run saves only
// whole cycles and does an unfinished one again. If training diverges it stops with an error that
// wraps train.ErrDiverged; the last checkpoint before that stays. If the database is taken away
// meanwhile, the error wraps runs.ErrGone and names the copy that Train wrote.
//
// A network may be so large that making it or one step takes minutes. If ctx ends meanwhile, Train
// waits no longer than [await.Grace] and saves nothing: the error wraps await.ErrLeft, the run goes
// on from its last checkpoint, and the process must end.
func Train(ctx context.Context, r *runs.Run, observer Observer) (runs.Checkpoint, error) {
	return trainBy(ctx, systemClocks(), r, observer)
}

// trainBy is [Train] by some clocks.
func trainBy(ctx context.Context, clocks clocks, r *runs.Run, observer Observer) (runs.Checkpoint, error) {
	l, err := await.Done(ctx, await.Grace, func() (*loop, error) { return newLoop(ctx, clocks, r, observer) })
	if err != nil {
		return runs.Checkpoint{}, err
	}
	defer l.close()
	r.Tell(l.notice)
	finished := l.lastSaved.Phase == runs.Final
	if err := l.tell(ctx, finished); err != nil {
		return runs.Checkpoint{}, err
	}
	if finished {
		return l.lastSaved, nil
	}
	if l.config.Train.Serial {
		err = l.runSerially(ctx)
	} else {
		err = l.runConcurrently(ctx)
	}
	if err != nil {
		return runs.Checkpoint{}, l.backUp(ctx, err)
	}
	return l.lastSaved, nil
}

// close frees the trainer, unless it was left behind at work.
func (l *loop) close() {
	if !l.left {
		l.learner.trainer.Close()
	}
}

// newLoop opens all parts of a run and brings them to where it stopped.
func newLoop(ctx context.Context, clocks clocks, r *runs.Run, observer Observer) (*loop, error) {
	board, err := r.Config.Board()
	if err != nil {
		return nil, err
	}
	l := &loop{
		run: r, config: r.Config, board: board, store: r.Games, observer: observer,
		schedule:   newSchedule(r.Config.Train),
		candidates: make(chan snapshot, 1),
	}
	if err := l.playable(ctx); err != nil {
		return nil, err
	}
	if err := l.prepareExactCheck(ctx); err != nil {
		return nil, err
	}
	l.timer = newTimer(l.config, clocks)
	if err := l.resume(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// playable reports now, not after hours, that there are too few openings for the matches to come.
func (l *loop) playable(ctx context.Context) error {
	for _, match := range []struct {
		section      string
		games, plies int
	}{
		{"gate", l.config.Gate.Games, l.config.Gate.OpeningPlies},
		{"report", l.config.Report.Games, l.config.Report.OpeningPlies},
	} {
		if err := arena.EnoughOpenings(ctx, l.board, match.games, match.plies); err != nil {
			return fmt.Errorf("loop: %s.games is %d with %s.opening_plies %d: %w", match.section,
				match.games, match.section, match.plies, err)
		}
	}
	return nil
}

// tell says where the run stands.
func (l *loop) tell(ctx context.Context, finished bool) error {
	games, err := l.store.Count(ctx)
	if err != nil {
		return err
	}
	l.observe(func(o Observer) { o.Resumed(l.lastSaved.Step, int(games), finished) })
	l.told = true
	for _, text := range l.notices {
		l.notice(text)
	}
	return l.tellDamaged(ctx)
}

// observe lets the observer be told something.
func (l *loop) observe(tell func(Observer)) {
	l.observing.Lock()
	defer l.observing.Unlock()
	tell(l.observer)
}

// progress returns the spent share of the budget.
func (l *loop) progress() float64 {
	return l.schedule.progress(l.learner.trainer.Steps(), l.schedule.time(l.timer.spent()))
}

// model returns who plays the next game.
func (l *loop) model() selfplay.Model {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.latest
	if l.config.Train.Follow == runs.FollowBest {
		p = l.gate.currentBest()
	}
	return selfplay.Model{Name: p.File, Evaluators: inference.Direct{Network: p.network}}
}

// pool returns the workers of self-play; next says which games they play.
func (l *loop) pool(next func(context.Context) (uint64, selfplay.Model, bool)) *selfplay.Pool {
	return &selfplay.Pool{
		Player: &selfplay.Player{Board: l.board, Config: l.config.Selfplay, Search: l.config.Search,
			Seed: l.config.Seed},
		Next: next,
		Keep: l.keep,
	}
}

// keep stores a game, and lets the learner see it and whatever other processes have stored.
func (l *loop) keep(ctx context.Context, g *replay.Game) error {
	if err := l.run.Present(); err != nil {
		return err
	}
	if _, err := l.store.Append(ctx, g); err != nil {
		if errors.Is(err, replay.ErrDuplicate) {
			err = fmt.Errorf("loop: another process plays with the run's own seed %d, give it one of "+
				"its own: %w", l.config.Seed, err)
		}
		return err
	}
	l.mu.Lock()
	l.meter.game(len(g.Searches))
	l.mu.Unlock()
	return l.follow(ctx)
}

// step takes one training step.
func (l *loop) step(ctx context.Context) error {
	rate := l.schedule.rate(l.progress())
	losses, err := await.Done(ctx, await.Grace, func() (train.Losses, error) { return l.learner.step(rate) })
	if err != nil {
		l.left = errors.Is(err, await.ErrLeft)
		return err
	}
	l.mu.Lock()
	l.meter.step(losses)
	l.mu.Unlock()
	l.observe(func(o Observer) { o.Progress(l.progress()) })
	return nil
}

// newWeights returns the weights a run begins with: those of its init, else random ones.
func newWeights(r *runs.Run) (*net.Weights, error) {
	if r.Config.Init.File != "" {
		return r.InitWeights()
	}
	return net.NewWeights(r.Config.Network, rand.New(rand.NewPCG(r.Config.Seed, weightStream)))
}

// newTrainer returns a trainer that has not learnt anything in this run.
func newTrainer(r *runs.Run, board *game.Board) (*train.Trainer, error) {
	weights, err := newWeights(r)
	if err != nil {
		return nil, err
	}
	trainer, err := train.New(r.Config.Learn, board, weights)
	if err != nil {
		return nil, fmt.Errorf("loop: %w", err)
	}
	return trainer, nil
}
