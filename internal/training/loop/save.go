package loop

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
)

// save saves a checkpoint that is not the final one.
func (l *loop) save(ctx context.Context) error {
	return l.saveAs(ctx, l.openPhase())
}

// openPhase returns the phase of a checkpoint that is not the final one.
func (l *loop) openPhase() runs.Phase {
	phase := l.schedule.Phase(l.progress())
	if phase == runs.Final {
		phase = runs.Cooldown
	}
	return phase
}

// saveAs writes a checkpoint and adds it to the registry. It makes the checkpoint the latest player
// and the next candidate of the gate, unless there was no step since the last checkpoint. After
// saveAs returns, a crash loses none of the earlier work.
func (l *loop) saveAs(ctx context.Context, phase runs.Phase) error {
	before := l.lastSaved.File
	p, err := l.write(phase)
	if err != nil {
		return err
	}
	if err := l.register(ctx, &p, nil, l.growth.takeFigures()...); err != nil {
		return err
	}
	if p.File != before {
		l.setCandidate(p)
	}
	return nil
}

// saveJudged is saveAs with a gate match before the registration. So after a crash the run has both
// the match and the checkpoint, or neither. Serial runs use it for each checkpoint, and all runs
// for the final one. It also records the given figures.
func (l *loop) saveJudged(ctx context.Context, phase runs.Phase, figures ...runs.Metric) error {
	p, err := l.write(phase)
	if err != nil {
		return err
	}
	if l.config.Gate.Games == 0 || p.Step == l.gate.currentBest().Step {
		return l.register(ctx, &p, nil, figures...)
	}
	result, err := l.gate.playGate(ctx, p, p.network.Attributes().Together(), nil, func(played, games int) {
		l.observe(func(o Observer) { o.Doing("games against the best", played, games) })
	})
	if err != nil {
		return err
	}
	match := result.record()
	if err := l.register(ctx, &p, &match, figures...); err != nil {
		return err
	}
	l.applyResult(p, result)
	return nil
}

// write writes the files of a checkpoint.
func (l *loop) write(phase runs.Phase) (candidate, error) {
	step := l.learner.trainer.Steps()
	c := runs.Checkpoint{
		Step: step, Phase: phase, Budget: l.config.Train.Budget(), Branch: l.branch,
		File: runs.FileName(step, phase, l.branch), Stage: l.run.Stage(),
	}
	c.Elapsed, c.Processor = l.timer.spent()
	network, err := l.writeFiles(c)
	if err != nil {
		return candidate{}, err
	}
	if c.Sampler, c.Games, err = l.learner.state(); err != nil {
		return candidate{}, err
	}
	if l.config.Selfplay.ArchiveShare > 0 && c.File != l.lastSaved.File {
		c.Archive = l.learner.archive(rand.NewPCG(l.config.Seed, runs.Stream("archive", c.File)))
	}
	if c.Growth, err = l.growth.state(); err != nil {
		return candidate{}, err
	}
	if c.Plateau, err = l.plateau.state(); err != nil {
		return candidate{}, err
	}
	return candidate{Checkpoint: c, network: network}, nil
}

// writeFiles writes the two files of a checkpoint and returns its network. If there was no step
// since the last checkpoint, it keeps the old files, because the registry has their digests. If a
// crash came between writing new files and registering them, the run would refuse its own
// checkpoint.
func (l *loop) writeFiles(c runs.Checkpoint) (*backend.Backend, error) {
	if c.File == l.lastSaved.File {
		return l.latest.network, nil
	}
	weights, err := saveWeights(l.run, l.board, l.learner.trainer, c, l.parent())
	if err != nil {
		return nil, err
	}
	if err := l.learner.trainer.SaveState(l.run.StatePath(c)); err != nil {
		return nil, err
	}
	return l.open(weights)
}

// open opens a network on the run's device.
func (l *loop) open(w *net.Weights) (*backend.Backend, error) {
	return backend.Open(w, backend.Options{Device: l.config.Device})
}

// saveWeights writes the trainer's weights as the file of a checkpoint, and returns them.
func saveWeights(r *runs.Run, board *game.Board, trainer *train.Trainer, c runs.Checkpoint,
	parent string) (*net.Weights, error) {
	weights := trainer.Averaged()
	weights.Search = r.Config.Play.Tuning()
	return weights, net.SaveCheckpoint(r.Path(c), &net.Checkpoint{
		Weights: weights,
		Meta:    net.Meta{Rules: board.Rules().Name(), Step: c.Step, Parent: parent, Run: r.Identity()},
	})
}

// parent returns the name of the checkpoint from which training continued: the last one, or the
// run's init.
func (l *loop) parent() string {
	if l.lastSaved.File == "" {
		return l.config.Init.Name()
	}
	return l.lastSaved.File
}

// register adds a checkpoint to the registry, with the figures of its cycle and the given ones, and
// makes it the latest player. If there was no step since the last checkpoint, the new one takes its
// place.
func (l *loop) register(ctx context.Context, p *candidate, judged *runs.Match,
	figures ...runs.Metric) error {
	status, err := l.endCycle(ctx, p.Checkpoint)
	if err != nil {
		return err
	}
	metrics := append(status.metrics(), figures...)
	if l.run.Whole().StageCount() > 1 {
		metrics = append(metrics, runs.Metric{Name: stageMetric, Value: float64(p.Stage)})
	}
	if l.exactCheck.due(l.timer.session(), p.Phase) {
		exact, err := l.exactCheck.measure(ctx, *p, l.timer.clocks.wall)
		if err != nil {
			return err
		}
		metrics = append(metrics, exact...)
	}
	if err := l.run.Present(); err != nil {
		return err
	}
	if p.Checkpoint, err = l.run.Register(ctx, p.Checkpoint, metrics, judged); err != nil {
		return err
	}
	if err := l.makePlayer(ctx, p); err != nil {
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

// advance makes c the last checkpoint. If c has the same files as the last one, it replaces it.
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

// tidy removes training states that are no longer needed. It keeps the states of the two newest
// checkpoints and of the two newest ones of the constant phase.
func (l *loop) tidy(ctx context.Context) error {
	var keep []runs.Checkpoint
	for _, c := range []runs.Checkpoint{l.lastSaved, l.previous, l.trunk, l.oldTrunk} {
		if c.File != "" {
			keep = append(keep, c)
		}
	}
	return l.run.Tidy(ctx, keep...)
}

// setCandidate makes p the next candidate of the gate. It replaces a candidate that is still
// waiting.
func (l *loop) setCandidate(p candidate) {
	select {
	case <-l.candidates:
	default:
	}
	l.candidates <- p
}

// endCycle returns the figures of the cycle that ends with c, and begins the next cycle.
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
	arrived, plies, err := l.newGames(ctx, c)
	if err != nil {
		return Status{}, err
	}
	now := l.timer.now()
	l.mu.Lock()
	status := l.meter.read(now.wall, int(arrived))
	status.ProcessorShare = l.timer.coreShare(l.meter.began, now)
	l.meter = meter{began: now}
	l.mu.Unlock()
	status.Step, status.Elapsed, status.Processor, status.Progress = c.Step, c.Elapsed, c.Processor,
		l.progress()
	status.MeanPlies = plies
	status.Rate = l.schedule.Rate(status.Progress)
	status.Games, status.Positions, status.Damaged = int(games), int(positions), len(damaged)
	return status, nil
}

// newGames returns the number of games that arrived between the last checkpoint and c in this session,
// and the mean length of all games between the two. If there are none, mean is the value at the last
// checkpoint.
func (l *loop) newGames(ctx context.Context, c runs.Checkpoint) (arrived int64, mean float64, err error) {
	games, plies, err := l.store.Plies(ctx, l.lastSaved.Games, c.Games)
	if err != nil {
		return 0, 0, err
	}
	arrived = games
	if l.waiting > l.lastSaved.Games { // only in the first cycle of a session
		if arrived, _, err = l.store.Plies(ctx, l.waiting, c.Games); err != nil {
			return 0, 0, err
		}
	}
	if games == 0 {
		mean, err = l.run.Metric(ctx, l.lastSaved.Step, meanPlies)
		return arrived, mean, err
	}
	return arrived, float64(plies) / float64(games), nil
}
