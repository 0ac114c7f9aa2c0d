package loop

import (
	"context"
	"runtime"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
)

// save saves where the run stands before its last checkpoint, the final one.
func (l *loop) save(ctx context.Context) error {
	phase := l.schedule.phase(l.progress())
	if phase == runs.Final {
		phase = runs.Cooldown
	}
	return l.saveAs(ctx, phase)
}

// saveAs writes a checkpoint, names it in the registry, and makes it the latest player and the next
// candidate of the gate. Once it returns, a crash loses nothing up to here.
func (l *loop) saveAs(ctx context.Context, phase runs.Phase) error {
	p, err := l.write(phase)
	if err != nil {
		return err
	}
	if err := l.register(ctx, &p, nil); err != nil {
		return err
	}
	l.setCandidate(p)
	return nil
}

// saveJudged is saveAs, but lets the gate judge the checkpoint before it is registered, so that
// both stand in the run or neither: so it is with each checkpoint of a serial run, and with the
// final one.
func (l *loop) saveJudged(ctx context.Context) error {
	p, err := l.write(l.schedule.phase(l.progress()))
	if err != nil {
		return err
	}
	if l.config.Gate.Games == 0 || p.Step == l.gate.currentBest().Step {
		return l.register(ctx, &p, nil)
	}
	result, err := l.gate.judge(ctx, p, runtime.GOMAXPROCS(0), nil, func(played, games int) {
		l.observe(func(o Observer) { o.Doing("games against the best", played, games) })
	})
	if err != nil {
		return err
	}
	match := result.record()
	if err := l.register(ctx, &p, &match); err != nil {
		return err
	}
	l.applyResult(p, result)
	return nil
}

// write puts the files of a checkpoint on the disk.
func (l *loop) write(phase runs.Phase) (snapshot, error) {
	step := l.learner.trainer.Steps()
	c := runs.Checkpoint{
		Step: step, Phase: phase, Budget: l.config.Train.Budget(), Branch: l.branch,
		File: runs.FileName(step, phase, l.branch),
	}
	c.Elapsed, c.Processor = l.timer.spent()
	network, err := l.writeFiles(c)
	if err != nil {
		return snapshot{}, err
	}
	if c.Sampler, c.Games, err = l.learner.state(); err != nil {
		return snapshot{}, err
	}
	return snapshot{Checkpoint: c, network: network}, nil
}

// writeFiles writes the two files of a checkpoint and returns its network. If no step came since
// the last checkpoint, its files stay: the registry has their digests, and a crash between new
// files and their registration would leave a run that refuses its own checkpoint.
func (l *loop) writeFiles(c runs.Checkpoint) (*net.Network, error) {
	if c.File == l.lastSaved.File {
		return l.latest.network, nil
	}
	weights, err := saveWeights(l.run, l.board, l.learner.trainer, c, l.parent())
	if err != nil {
		return nil, err
	}
	return net.NewNetwork(weights), l.learner.trainer.SaveState(l.run.StatePath(c))
}

// saveWeights writes the weights file of a checkpoint at which the trainer stands, and returns the
// weights.
func saveWeights(r *runs.Run, board *game.Board, trainer *train.Trainer, c runs.Checkpoint,
	parent string) (*net.Weights, error) {
	weights := trainer.Averaged()
	weights.Search = r.Config.Play.Tuning()
	return weights, net.SaveCheckpoint(r.Path(c), &net.Checkpoint{
		Weights: weights,
		Meta:    net.Meta{Rules: board.Rules().Name(), Step: c.Step, Parent: parent, Run: r.Identity()},
	})
}

// parent names the checkpoint that the weights were trained on from: the last one, or the run's
// init.
func (l *loop) parent() string {
	if l.lastSaved.File == "" {
		return l.config.Init.Name()
	}
	return l.lastSaved.File
}

// register names a checkpoint in the registry, with the figures of the cycle that it ends, and
// makes it the latest player.
func (l *loop) register(ctx context.Context, p *snapshot, judged *runs.Match) error {
	status, err := l.endCycle(ctx, p.Checkpoint)
	if err != nil {
		return err
	}
	metrics := status.metrics()
	if l.exactCheck.due(l.timer.session(), p.Phase) {
		figures, err := l.exactCheck.measure(ctx, *p)
		if err != nil {
			return err
		}
		metrics = append(metrics, figures...)
	}
	if err := l.run.Present(); err != nil {
		return err
	}
	if p.Checkpoint, err = l.run.Register(ctx, p.Checkpoint, metrics, judged); err != nil {
		return err
	}
	l.advance(p.Checkpoint)
	l.mu.Lock()
	l.latest = *p
	l.mu.Unlock()
	if err := l.run.Fold(ctx); err != nil {
		return err
	}
	if status.Steps > 0 {
		l.observe(func(o Observer) { o.Cycle(status) })
	}
	return l.tidy(ctx)
}

// advance makes c the last checkpoint. One with the same files as the last takes its place.
func (l *loop) advance(c runs.Checkpoint) {
	if c.Phase == runs.Constant {
		if c.File != l.trunk.File {
			l.oldTrunk = l.trunk
		}
		l.trunk = c
	}
	if c.File != l.lastSaved.File {
		l.previous = l.lastSaved
	}
	l.lastSaved = c
}

// tidy keeps the training states of the two newest checkpoints and of the two newest of the
// constant phase.
func (l *loop) tidy(ctx context.Context) error {
	var keep []runs.Checkpoint
	for _, c := range []runs.Checkpoint{l.lastSaved, l.previous, l.trunk, l.oldTrunk} {
		if c.File != "" {
			keep = append(keep, c)
		}
	}
	return l.run.Tidy(ctx, keep...)
}

// setCandidate makes p the next candidate of the gate, in place of one that has not been judged
// yet.
func (l *loop) setCandidate(p snapshot) {
	select {
	case <-l.candidates:
	default:
	}
	l.candidates <- p
}

// endCycle returns the figures of the cycle that c ends, and begins the next.
func (l *loop) endCycle(ctx context.Context, c runs.Checkpoint) (Status, error) {
	games, err := l.store.Count(ctx)
	if err != nil {
		return Status{}, err
	}
	positions, err := l.store.Positions(ctx)
	if err != nil {
		return Status{}, err
	}
	damaged, err := l.store.Damaged(ctx)
	if err != nil {
		return Status{}, err
	}
	plies, err := l.meanPlies(ctx, c)
	if err != nil {
		return Status{}, err
	}
	now := l.timer.now()
	l.mu.Lock()
	status := l.meter.read(now.wall, l.config.Learn.BatchSize)
	status.ProcessorShare = l.timer.coreShare(l.meter.began, now)
	l.meter = meter{began: now}
	l.mu.Unlock()
	status.Step, status.Elapsed, status.Processor, status.Progress = c.Step, c.Elapsed, c.Processor,
		l.progress()
	status.MeanPlies = plies
	status.Rate = l.schedule.rate(status.Progress)
	status.Games, status.Positions, status.Damaged = int(games), int(positions), len(damaged)
	return status, nil
}

// meanPlies returns the mean length of the games that c could learn from and the checkpoint before
// it could not; where there are none, what it was there.
func (l *loop) meanPlies(ctx context.Context, c runs.Checkpoint) (float64, error) {
	games, plies, err := l.store.Plies(ctx, l.lastSaved.Games, c.Games)
	if err != nil {
		return 0, err
	}
	if games == 0 {
		return l.run.Metric(ctx, l.lastSaved.Step, meanPlies)
	}
	return float64(plies) / float64(games), nil
}
