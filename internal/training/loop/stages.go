package loop

import (
	"context"
	"errors"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/runs"
)

// Stage is the stage that a run enters.
type Stage struct {
	Number, Count int // counted from 1
	Name          string
	Settings      []string // of the stage, in the form section.key=value
}

// stageMetric is the name of the metric with the stage in which a cycle ends, counted from 0.
const stageMetric = "stage"

// runStages passes through the stages that are left, until the budget is spent.
func (l *loop) runStages(ctx context.Context) error {
	run := l.runConcurrently
	if l.config.Train.Serial {
		run = l.runSerially
	}
	for {
		if err := run(ctx); err != nil || !l.stageOver() {
			return err
		}
		_, err := crew.Await(ctx, crew.Grace,
			func() (struct{}, error) { return struct{}{}, l.nextStage(ctx) })
		if err != nil {
			l.left = errors.Is(err, crew.ErrLeft)
			return err
		}
	}
}

// stageOver reports whether another stage begins now.
func (l *loop) stageOver() bool {
	whole, stage := l.run.Whole(), l.run.Stage()
	if stage == whole.StageCount()-1 {
		return false
	}
	flat := l.patience() > 0 && l.plateau.Misses >= l.patience()
	return flat || l.progress() >= whole.StageEnd(stage)
}

// enter gives the loop the settings of a stage, with a trainer and a learner at step 0. A checkpoint
// restores them.
func (l *loop) enter(ctx context.Context, stage int) error {
	if l.learner != nil {
		l.learner.trainer.Close()
	}
	l.run.Enter(stage)
	l.config, l.plateau = l.run.Config, plateau{}
	var err error
	if l.board, err = l.config.Board(); err != nil {
		return err
	}
	l.players = runs.Players{Run: l.run, Board: l.board, Device: l.config.Device, Tell: l.notice}
	if err := l.prepareExactCheck(ctx); err != nil {
		return err
	}
	trainer, err := newTrainer(l.run, l.board)
	if err != nil {
		return err
	}
	l.learner, err = newLearner(l.run, l.board, trainer)
	return err
}

// nextStage ends the stage with a checkpoint from which training continues in the next stage. On the
// same board the window stays, and its games count as used. On another board the window begins empty,
// and the checkpoint becomes the best. A crash before the registration repeats the end of the stage.
func (l *loop) nextStage(ctx context.Context) error {
	stage, gate := l.run.Stage()+1, l.gate
	p, err := l.write(runs.Constant)
	if err != nil {
		return err
	}
	p.Stage, p.Plateau = stage, nil
	anew := l.run.Board(stage) != l.run.Board(stage-1)
	if err := l.enter(ctx, stage); err != nil {
		return err
	}
	if err := l.learner.trainer.LoadState(l.run.StatePath(p.Checkpoint)); err != nil {
		return err
	}
	if anew {
		last, err := l.store.Last(ctx)
		if err != nil {
			return err
		}
		l.learner.sampler.StartAfter(max(last, p.Games))
	} else {
		if err := l.learner.restore(ctx, shown{l.store, l}, p.Checkpoint); err != nil {
			return err
		}
		if err := l.learner.settle(l.config.Replay.WindowConfig); err != nil {
			return err
		}
	}
	if p.Sampler, p.Games, err = l.learner.state(); err != nil {
		return err
	}
	if anew {
		p.Archive = ""
	}
	if err := l.register(ctx, &p, nil); err != nil {
		return err
	}
	select {
	case <-l.candidates: // of the last stage
	default:
	}
	l.gate = newGatekeeper(l.config, l.board, gate.currentBest())
	if anew {
		l.gate.setBest(l.latest)
	} else if p.ID != gate.currentBest().ID {
		l.setCandidate(p)
	}
	whole := l.run.Whole()
	l.observe(func(o Observer) {
		o.Entering(Stage{stage + 1, whole.StageCount(), whole.StageName(stage), whole.Stages[stage].Set})
	})
	return l.catchUp(ctx)
}
