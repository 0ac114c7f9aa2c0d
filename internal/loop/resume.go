package loop

import (
	"context"
	"fmt"
	"math"
	"time"

	"epaminondas/internal/run"
	"epaminondas/net"
)

// resume brings the loop to where the run stopped, or begins it.
func (l *Loop) resume(ctx context.Context) error {
	trainer, err := newTrainer(l.config, l.board)
	if err != nil {
		return err
	}
	if l.learner, err = newLearner(l.board, l.config, trainer); err != nil {
		return err
	}
	registry, err := l.run.Checkpoints(ctx)
	if err != nil {
		return err
	}
	if len(registry) == 0 {
		err = l.begin(ctx)
	} else {
		err = l.goOn(ctx, registry)
	}
	if err != nil {
		return err
	}
	games, err := l.store.Count(ctx)
	if err != nil {
		return err
	}
	l.observer.Resumed(l.lastSaved.Step, int(games))
	l.meter.began = time.Now()
	return nil
}

// begin saves the untrained network as the first checkpoint and the first best.
func (l *Loop) begin(ctx context.Context) error {
	l.gate = newGatekeeper(l.config, l.board, player{})
	if err := l.saveAs(ctx, run.Constant); err != nil {
		return err
	}
	l.gate.crown(l.latest)
	return l.catchUp(ctx)
}

// catchUp takes in the games that came after the checkpoint. A serial run takes them in as it does their cycle again.
func (l *Loop) catchUp(ctx context.Context) error {
	last := int64(math.MaxInt64)
	if l.config.Train.Serial {
		last = l.lastSaved.Games
	} else if err := l.learner.catchUp(ctx, l.store); err != nil {
		return err
	}
	var err error
	l.nextGame, err = l.store.NextNumber(ctx, l.config.Seed, last)
	return err
}

// goOn resumes from the newest checkpoint that fits the budget.
func (l *Loop) goOn(ctx context.Context, registry []run.Checkpoint) error {
	from, trunk, err := l.branch(registry)
	if err != nil {
		return err
	}
	l.lastSaved, l.trunk, l.before = from, trunk, from.Elapsed
	if l.latest, err = l.load(from); err != nil {
		return err
	}
	if from.Phase == run.Final {
		return nil
	}
	if err := l.learner.trainer.LoadState(l.run.StatePath(from)); err != nil {
		return err
	}
	if err := l.learner.restore(ctx, l.store, from); err != nil {
		return err
	}
	if err := l.catchUp(ctx); err != nil {
		return err
	}
	return l.findBest(ctx, registry)
}

// branch picks the checkpoint to go on from: the newest that lies on this budget's schedule. A run that was
// cooled down for a shorter budget goes on from the newest of the constant phase. Trunk is that one in any case.
func (l *Loop) branch(registry []run.Checkpoint) (from, trunk run.Checkpoint, err error) {
	for i := len(registry) - 1; i >= 0; i-- {
		c := registry[i]
		fits := c.Phase == run.Constant || c.Phase == l.schedule.phase(l.schedule.progress(c.Step, c.Elapsed))
		if fits && from.ID == 0 {
			from = c
		}
		if c.Phase == run.Constant {
			return from, c, nil
		}
	}
	return from, trunk, fmt.Errorf("loop: %s has no checkpoint of the constant phase to go on from", l.run.Dir)
}

// load reads a checkpoint's network and refuses one of another game.
func (l *Loop) load(c run.Checkpoint) (player, error) {
	checkpoint, err := net.LoadCheckpoint(l.run.Path(c))
	if err != nil {
		return player{}, err
	}
	return player{Checkpoint: c, network: net.NewNetwork(checkpoint.Weights)}, nil
}

// findBest loads the checkpoint that passed the gate last.
func (l *Loop) findBest(ctx context.Context, registry []run.Checkpoint) error {
	best, ok, err := l.run.Best(ctx)
	if err != nil {
		return err
	}
	for _, c := range registry {
		if !ok || c.ID == best {
			p, err := l.load(c)
			if err != nil {
				return err
			}
			l.gate = newGatekeeper(l.config, l.board, p)
			return nil
		}
	}
	return fmt.Errorf("loop: %s names checkpoint %d as best, which is not in its registry", l.run.Dir, best)
}
