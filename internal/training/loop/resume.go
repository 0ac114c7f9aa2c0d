package loop

import (
	"context"
	"fmt"
	"math"
	"time"

	"epaminondas/internal/training/runs"
)

// resume restores the state of the run, or begins a new run.
func (l *loop) resume(ctx context.Context) error {
	registry, err := l.run.Checkpoints(ctx)
	if err != nil {
		return err
	}
	l.waiting = l.inherited.Newest
	if !l.config.Train.Serial { // a serial run repeats the cycle of its last games
		if l.waiting, err = l.store.Last(ctx); err != nil {
			return err
		}
	}
	if len(registry) == 0 {
		err = l.begin(ctx)
	} else {
		err = l.resumeNewest(ctx, registry)
	}
	if err != nil {
		return err
	}
	l.meter = meter{began: l.timer.now()}
	return nil
}

// begin saves the untrained network as the first checkpoint and the first best. A run with an older
// run has the games of that run in its window.
func (l *loop) begin(ctx context.Context) error {
	if l.inherited.Games > 0 {
		if err := l.beginGrowth(ctx); err != nil {
			return err
		}
	}
	l.gate = newGatekeeper(l.config, l.board, candidate{})
	if err := l.saveAs(ctx, runs.Constant); err != nil {
		return err
	}
	l.gate.setBest(l.latest)
	return l.catchUp(ctx)
}

// beginGrowth fills the window with the games of the older run.
func (l *loop) beginGrowth(ctx context.Context) error {
	l.growth = newGrowth(l.config.Grow)
	l.learner.sampler.Skip(l.inherited.Before)
	if err := l.learner.sampler.SetWindow(growWindow(l.config.Replay.WindowConfig)); err != nil {
		return err
	}
	const often = 1000 // games
	for last := int64(0); last < l.inherited.Newest; {
		last = min(last+often, l.inherited.Newest)
		if err := l.followTo(ctx, last); err != nil {
			return err
		}
		l.observe(func(o Observer) { o.Doing("copied games read", int(last), int(l.inherited.Newest)) })
	}
	return nil
}

// catchUp adds the games after the checkpoint to the learner. A serial run adds them later, when it
// repeats their cycle, and a run that learns from an older run adds them after that phase. If this
// takes too long, [loop.watch] adds the rest while the run trains.
func (l *loop) catchUp(ctx context.Context) error {
	last := int64(math.MaxInt64)
	if l.config.Train.Serial {
		last = l.lastSaved.Games
	} else if l.growth == nil {
		if _, err := l.followSome(ctx, last); err != nil {
			return err
		}
	}
	var err error
	if l.nextGame, err = l.store.NextNumber(ctx, l.config.Seed, last); err != nil || l.config.Train.Serial {
		return err
	}
	l.numbers.Next = l.nextGame
	l.numbers.Holes, err = l.store.Holes(ctx, l.config.Seed)
	return err
}

// resumeNewest resumes from the newest checkpoint, or from the trunk if the budget has changed. If
// the files are damaged, it resumes from an earlier checkpoint.
func (l *loop) resumeNewest(ctx context.Context, registry []runs.Checkpoint) error {
	from, err := l.origin(registry)
	if err != nil {
		return err
	}
	if from.Phase == runs.Final {
		l.lastSaved = from
		l.timer.addEarlier(from)
		if l.latest, err = l.load(ctx, from); err != nil {
			return err
		}
		l.setLineage(l.resumable(registry, from))
		return l.tidy(ctx) // the process may have been killed after it registered its last checkpoint
	}
	if err := l.restoreFirstSound(ctx, l.resumable(registry, from)); err != nil {
		return err
	}
	if err := l.tidy(ctx); err != nil {
		return err
	}
	if err := l.catchUp(ctx); err != nil {
		return err
	}
	return l.findBest(ctx, registry)
}

// origin returns the checkpoint to resume from, and records the trunk and the branch. If the newest
// checkpoint lies on the schedule of this budget, origin returns it. A run in the cooldown of a
// different budget resumes from the trunk. A finished run is also finished for any smaller budget.
func (l *loop) origin(registry []runs.Checkpoint) (runs.Checkpoint, error) {
	newest := registry[len(registry)-1]
	for _, c := range registry {
		if c.Phase == runs.Constant {
			l.trunk = c
		}
	}
	l.branch = newest.Branch
	same := newest.Budget == l.config.Train.Budget()
	if newest.Phase == runs.Final && same {
		return newest, nil
	}
	if err := l.schedule.Countable(newest); err != nil {
		return runs.Checkpoint{}, fmt.Errorf("loop: %s: %w", l.run.Dir, err)
	}
	switch {
	case newest.Phase == runs.Final && l.schedule.Of(newest) >= 1:
		return newest, nil
	case newest.Phase != runs.Final && same:
		return newest, nil
	case newest.Phase != runs.Constant:
		l.branch++
	}
	if progress := l.schedule.Of(l.trunk); !l.schedule.Landable(progress) {
		spent := l.schedule.Time(l.trunk.Elapsed, l.trunk.Processor.Used).Round(time.Second)
		return runs.Checkpoint{}, fmt.Errorf("loop: %s is at step %d after %v, which is %.0f%% of the "+
			"new budget (%s) and leaves too little for the cooldown: give the run more time or steps",
			l.run.Dir, l.trunk.Step, spent, 100*progress, l.config.Train.Budget())
	}
	return l.trunk, nil
}

// load reads the network of a checkpoint.
func (l *loop) load(ctx context.Context, c runs.Checkpoint) (candidate, error) {
	checkpoint, err := l.run.LoadWeights(ctx, c)
	if err != nil {
		return candidate{}, err
	}
	network, err := l.open(checkpoint.Weights)
	if err != nil {
		return candidate{}, err
	}
	p := candidate{Checkpoint: c, network: network}
	return p, l.makePlayer(ctx, &p)
}

// findBest loads the last checkpoint that passed the gate.
func (l *loop) findBest(ctx context.Context, registry []runs.Checkpoint) error {
	best, ok, err := l.run.Best(ctx)
	if err != nil {
		return err
	}
	for _, c := range registry {
		if !ok || c.ID == best {
			p, err := l.load(ctx, c)
			if err != nil {
				return fmt.Errorf("loop: the best checkpoint: %w; \"train repair --run %s\" says which "+
					"checkpoint can take its place", err, l.run.Dir)
			}
			l.gate = newGatekeeper(l.config, l.board, p)
			return nil
		}
	}
	return fmt.Errorf("loop: the best checkpoint of %s is number %d, which is not in the registry of the run",
		l.run.Dir, best)
}
