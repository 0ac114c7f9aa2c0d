// Package loop is the training loop. Self-play fills the replay store, training fits the network to
// the results of the searches, and a gate names the best checkpoint. The loop repeats this until
// the budget is spent. It stores everything in a run folder (package runs). After any interruption,
// the same call resumes from the folder.
//
// The loop has two modes. In the concurrent mode, self-play, training and gate share the CPU, and
// results depend on their timing. In the serial mode they take turns, and a run repeats to the bit.
package loop

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/process"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Observer receives the progress of a run. One goroutine calls its methods at a time.
type Observer interface {
	// Resumed is called once, before anything else. step is 0 in a new run. finished means that
	// nothing is left to do.
	Resumed(step int64, games int, finished bool)
	// Progress is called often, with the spent share of the budget, 0 to 1.
	Progress(fraction float64)
	// Doing is called while the run waits for something other than training.
	Doing(task string, done, total int)
	// Cycle is called when everything up to this step is safe on the disk.
	Cycle(Status)
	// Growing is called after each measurement while the run learns from the games of an older run.
	Growing(Growth)
	// Entering is called when the run enters a stage after the first.
	Entering(Stage)
	// Gate is called after each gate match.
	Gate(GateResult)
	// Notice is called when something is wrong, but the run continues.
	Notice(text string)
}

// loop is the state of a run at work.
type loop struct {
	run        *runs.Run
	config     config.Config
	board      *game.Board
	store      gameStore
	schedule   learning.Schedule
	learner    *learner
	players    runs.Players
	gate       *gatekeeper
	exactCheck *exactCheck
	observer   Observer

	latest    candidate // plays the games if self-play follows latest
	lastSaved runs.Checkpoint
	previous  runs.Checkpoint  // before lastSaved, in case its files get damaged
	trunk     runs.Checkpoint  // the newest of the constant phase; a longer run continues from it
	oldTrunk  runs.Checkpoint  // the one before trunk, for the same reason as previous
	branch    int              // number of times that a longer run continued from the trunk
	nextGame  uint64           // number of the next game of a serial run
	numbers   selfplay.Numbers // of the games of a concurrent run
	left      bool             // a training step may still run, so the loop must not use the trainer again
	timer     *timer
	inherited runs.Inheritance // games of an older run
	growth    *growth          // nil before and after the run learns from an older run
	plateau   plateau          // of the stage

	stored chan struct{} // wakes watch when a game is stored; holds at most one

	waiting int64 // id of the newest game that does not count as arrived in this session

	mu    sync.Mutex // guards latest and meter
	meter meter

	observing  sync.Mutex     // allows one observer call at a time
	told       bool           // Resumed was called
	notices    []string       // notices from before Resumed
	candidates chan candidate // the newest checkpoint for the gate; holds at most one
}

// candidate is a checkpoint that can play.
type candidate struct {
	runs.Checkpoint
	network *backend.Backend
	model   selfplay.Player // of self-play
}

// makePlayer sets the player of a registered checkpoint.
func (l *loop) makePlayer(ctx context.Context, p *candidate) (err error) {
	p.model, err = l.players.PlayerOf(ctx, p.Checkpoint, p.network)
	return err
}

// Train trains a run until its budget is spent or ctx is cancelled, and returns the final
// checkpoint. If ctx is cancelled, Train saves its state and returns ctx's error. A serial run
// saves only whole cycles and repeats an unfinished one. If training diverges, Train stops with an
// error that wraps train.ErrDiverged. It keeps the last checkpoint before the divergence. If the
// database disappears, the error wraps runs.ErrGone and names the copy that Train wrote.
//
// Creating a very large network, or one training step of it, can take minutes. If ctx ends in that
// time, Train waits at most [crew.Grace] and saves nothing. The error then wraps crew.ErrLeft.
// The run resumes from its last checkpoint, and the process must end.
func Train(ctx context.Context, r *runs.Run, observer Observer) (runs.Checkpoint, error) {
	clock := process.StartClock()
	defer clock.Stop()
	return trainBy(ctx, runningClocks(clock), r, observer)
}

// trainBy is [Train] with the given clocks.
func trainBy(ctx context.Context, clocks clocks, r *runs.Run, observer Observer) (runs.Checkpoint, error) {
	l, err := crew.Await(ctx, crew.Grace, func() (*loop, error) { return newLoop(ctx, clocks, r, observer) })
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
	if clocks.pauses != nil {
		clocks.pauses(l.tellPause)
	}
	if err = l.grow(ctx); err == nil {
		err = l.runStages(ctx)
	}
	if err != nil {
		return runs.Checkpoint{}, r.Rescue(ctx, err, "Training stops after checkpoint "+l.lastSaved.File)
	}
	return l.lastSaved, nil
}

// close frees the trainer, unless a training step may still run.
func (l *loop) close() {
	if !l.left {
		l.learner.trainer.Close()
	}
}

// newLoop opens all parts of a run and restores their state.
func newLoop(ctx context.Context, clocks clocks, r *runs.Run, observer Observer) (*loop, error) {
	l := &loop{
		run: r, store: &replay.CachedStore{Store: r.Games}, observer: observer,
		schedule:   learning.Schedule{Train: r.Config.Train},
		candidates: make(chan candidate, 1), stored: make(chan struct{}, 1),
	}
	if err := l.playable(ctx); err != nil {
		return nil, err
	}
	if err := l.enter(ctx, r.Stage()); err != nil {
		return nil, err
	}
	l.timer = newTimer(l.config, clocks)
	var err error
	if l.inherited, err = l.inherit(ctx); err != nil {
		return nil, err
	}
	if err := l.resume(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// playable returns an error if there are too few openings for the matches of a stage, so that the run
// fails at the start and not after hours.
func (l *loop) playable(ctx context.Context) error {
	whole := l.run.Whole()
	for i := range whole.StageCount() {
		if err := enoughOpenings(ctx, whole.At(i)); err != nil {
			return err
		}
	}
	return nil
}

// enoughOpenings is [loop.playable] for the settings of one stage.
func enoughOpenings(ctx context.Context, c config.Config) error {
	board, err := c.Board()
	if err != nil {
		return err
	}
	for _, match := range []struct {
		section      string
		games, plies int
	}{
		{"gate", c.Gate.Games, c.Gate.OpeningPlies},
		{"report", c.Report.Games, c.Report.OpeningPlies},
	} {
		if err := arena.EnoughOpenings(ctx, board, match.games, match.plies); err != nil {
			return fmt.Errorf("loop: %s.games is %d with %s.opening_plies %d: %w", match.section,
				match.games, match.section, match.plies, err)
		}
	}
	return nil
}

// tell calls Resumed and passes earlier notices on.
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

// observe calls the observer.
func (l *loop) observe(tell func(Observer)) {
	l.observing.Lock()
	defer l.observing.Unlock()
	tell(l.observer)
}

// progress returns the spent share of the budget.
func (l *loop) progress() float64 {
	elapsed, processor := l.timer.spent()
	return l.schedule.Progress(l.learner.trainer.Steps(), l.schedule.Time(elapsed, processor.Used))
}

// model returns the player of the next game.
func (l *loop) model() selfplay.Player {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.config.Train.Follow == config.FollowBest {
		return l.gate.currentBest().model
	}
	return l.latest.model
}

// pool returns the workers of self-play. next chooses their games.
func (l *loop) pool(next func(context.Context) (uint64, selfplay.Player, bool)) *selfplay.Pool {
	return &selfplay.Pool{
		Actor: &selfplay.Actor{Board: l.board, Config: l.config.LocalSelfplay(), Search: l.config.Search,
			Seed: l.config.Seed},
		Next:     next,
		Keep:     l.keep,
		PassOver: !l.config.Train.Serial,
	}
}

// keep stores a game. In a serial run it also passes the game to the learner. In other runs watch
// does so.
func (l *loop) keep(ctx context.Context, g *replay.Game) error {
	if err := l.run.Present(); err != nil {
		return err
	}
	if _, err := l.store.Append(ctx, g); err != nil {
		if errors.Is(err, replay.ErrDuplicate) {
			err = fmt.Errorf("loop: another process plays with the run's own seed %d (%w): give that process "+
				"another seed", l.config.Seed, err)
		}
		return err
	}
	l.mu.Lock()
	l.meter.searched += len(g.Searches)
	l.mu.Unlock()
	if l.config.Train.Serial {
		return l.follow(ctx)
	}
	select {
	case l.stored <- struct{}{}:
	default:
	}
	return nil
}

// step runs one training step, at the rate of the schedule.
func (l *loop) step(ctx context.Context) error {
	return l.stepAt(ctx, l.schedule.Rate(l.progress()))
}

// stepAt is step at a given rate.
func (l *loop) stepAt(ctx context.Context, rate float64) error {
	losses, err := crew.Await(ctx, crew.Grace, func() (train.Losses, error) { return l.learner.step(rate) })
	if err != nil {
		l.left = errors.Is(err, crew.ErrLeft)
		return err
	}
	l.mu.Lock()
	l.meter.step(losses, l.config.Learn.BatchSize)
	l.mu.Unlock()
	l.observe(func(o Observer) { o.Progress(l.progress()) })
	return nil
}

// newWeights returns the first weights of a run: the weights of its init, or random weights without
// an init.
func newWeights(r *runs.Run) (*net.Weights, error) {
	if r.Config.Init.File != "" {
		return r.InitWeights()
	}
	return net.NewWeights(r.Config.Network, rand.New(rand.NewPCG(r.Config.Seed, learning.WeightStream)))
}

// newTrainer returns a trainer at step 0.
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
