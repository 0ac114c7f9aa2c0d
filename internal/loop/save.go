package loop

import (
	"context"
	"runtime"
	"time"

	"epaminondas/internal/run"
	"epaminondas/net"
)

// save saves where the run stands, in the phase of the moment.
func (l *Loop) save(ctx context.Context) error {
	return l.saveAs(ctx, l.schedule.phase(l.progress()))
}

// saveAs writes a checkpoint, names it in the registry, and makes it the latest player and the next candidate of the
// gate. Once it returns, a crash loses nothing up to here.
func (l *Loop) saveAs(ctx context.Context, phase run.Phase) error {
	p, err := l.write(phase)
	if err != nil {
		return err
	}
	if p.Checkpoint, err = l.run.Register(ctx, p.Checkpoint, nil); err != nil {
		return err
	}
	l.nominate(p)
	return l.publish(ctx, p)
}

// saveJudged is saveAs for a serial run: the gate judges the checkpoint before it is registered, so that both stand in
// the run or neither.
func (l *Loop) saveJudged(ctx context.Context) error {
	p, err := l.write(l.schedule.phase(l.progress()))
	if err != nil {
		return err
	}
	if l.config.Gate.Games == 0 || p.Step == l.gate.champion().Step {
		if p.Checkpoint, err = l.run.Register(ctx, p.Checkpoint, nil); err != nil {
			return err
		}
		return l.publish(ctx, p)
	}
	result, err := l.gate.judge(ctx, p, runtime.GOMAXPROCS(0), nil)
	if err != nil {
		return err
	}
	match := result.record()
	if p.Checkpoint, err = l.run.Register(ctx, p.Checkpoint, &match); err != nil {
		return err
	}
	if result.Accepted() {
		l.gate.crown(p)
	}
	l.observer.Gate(result)
	return l.publish(ctx, p)
}

// write puts the files of a checkpoint on the disk.
func (l *Loop) write(phase run.Phase) (player, error) {
	step := l.learner.trainer.Steps()
	c := run.Checkpoint{Step: step, Phase: phase, File: run.FileName(step, phase), Elapsed: l.elapsed()}
	weights := l.learner.trainer.Averaged()
	err := net.SaveCheckpoint(l.run.Path(c), &net.Checkpoint{
		Weights: weights,
		Meta:    net.Meta{Rules: l.board.Rules().Name(), Step: step, Parent: l.lastSaved.File},
	})
	if err != nil {
		return player{}, err
	}
	if err := l.learner.trainer.SaveState(l.run.StatePath(c)); err != nil {
		return player{}, err
	}
	if c.Sampler, c.Games, err = l.learner.state(); err != nil {
		return player{}, err
	}
	return player{Checkpoint: c, network: net.NewNetwork(weights)}, nil
}

// publish makes a registered checkpoint the latest, ends the cycle in the metrics, and drops the training states that
// no resumption needs any more: all but that of the newest checkpoint and that of the trunk.
func (l *Loop) publish(ctx context.Context, p player) error {
	stale := []run.Checkpoint{l.lastSaved}
	if p.Phase == run.Constant {
		stale = append(stale, l.trunk)
		l.trunk = p.Checkpoint
	}
	l.lastSaved = p.Checkpoint
	for _, c := range stale {
		if c.File != "" && c.File != l.lastSaved.File && c.File != l.trunk.File {
			if err := l.run.DropState(c); err != nil {
				return err
			}
		}
	}
	l.mu.Lock()
	l.latest = p
	l.mu.Unlock()
	return l.endCycle(ctx)
}

// nominate makes p the next candidate of the gate, in place of one that has not been judged yet.
func (l *Loop) nominate(p player) {
	select {
	case <-l.candidates:
	default:
	}
	l.candidates <- p
}

// endCycle records the figures of the cycle and shows them.
func (l *Loop) endCycle(ctx context.Context) error {
	games, err := l.store.Count(ctx)
	if err != nil {
		return err
	}
	positions, err := l.store.Positions(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	status := l.meter.read(now, l.config.Learn.BatchSize)
	l.meter = meter{began: now}
	status.Step, status.Elapsed, status.Progress = l.lastSaved.Step, l.lastSaved.Elapsed, l.progress()
	status.Rate = l.schedule.rate(status.Progress)
	status.Games, status.Positions = int(games), int(positions)
	if err := l.run.AddMetrics(ctx, status.Step, status.Elapsed, status.metrics()); err != nil {
		return err
	}
	if status.Step > 0 {
		l.observer.Cycle(status)
	}
	return nil
}
