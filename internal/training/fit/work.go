package fit

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/base/await"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/learning/heldout"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// work is an experiment at work.
type work struct {
	*Experiment
	board   *game.Board
	archive *heldout.Archive
	bench   *heldout.Bench
	base    *heldout.Measurement // nil until the base is measured
	result  Result
}

// open reads what all candidates share.
func (e *Experiment) open(ctx context.Context) (*work, error) {
	w := &work{Experiment: e}
	var err error
	if w.board, err = e.Candidates[0].Config.Board(); err != nil {
		return nil, err
	}
	if w.archive, err = heldout.Open(ctx, e.Dir, e.HeldOut); err != nil {
		return nil, err
	}
	if len(w.archive.Entries) == 0 {
		return nil, fmt.Errorf("fit: %s has no games: let train or selfplay play some first", e.Dir)
	}
	table, err := e.solve(ctx, w.board.Rules())
	if err != nil {
		return nil, err
	}
	damaged, err := w.openBench(ctx, table)
	if err != nil {
		return nil, err
	}
	w.result = e.newResult(w.board, w.bench, damaged)
	return w, nil
}

// openBench reads the held-out games in the window of the base. It returns the number of games that
// could not be used.
func (w *work) openBench(ctx context.Context, table *solve.Table) (damaged int, err error) {
	base := w.Candidates[0].Config
	_, held := w.archive.Split(w.archive.Window(base.Replay.WindowConfig))
	w.bench = heldout.NewBench(w.board, table, learning.NewTargets(base.Target, w.board.Rules()))
	show := w.task("reading held-out games")
	damaged, reason, err := w.archive.Each(ctx, held, func(done int, id int64, g replay.Encoded) error {
		show(done, len(held))
		return w.bench.Add(id, g.Game)
	})
	if err == nil && w.bench.Games() < heldout.FewestGames {
		err = fmt.Errorf("fit: %d of the games in the window of %s are held out, want at least %d: "+
			"hold out a larger share than %v, or play more games",
			w.bench.Games(), w.archive.Dir, heldout.FewestGames, w.archive.Share)
		if reason != nil {
			err = fmt.Errorf("%w (%d games were refused, the first because: %w)", err, damaged, reason)
		}
	}
	return damaged, err
}

// candidate trains, measures and saves a candidate.
func (w *work) candidate(ctx context.Context, c Candidate) (*Trained, error) {
	t := &Trained{Name: c.Name, Settings: c.Settings, Parameters: c.Config.Network.Parameters()}
	weights, err := w.train(ctx, c, t)
	if errors.Is(err, train.ErrDiverged) {
		t.Failed = err.Error()
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	network, err := await.Done(ctx, await.Grace, func() (*net.Network, error) {
		return net.NewNetwork(weights), nil
	})
	if err != nil {
		return nil, err
	}
	m, err := w.bench.Measure(ctx, network, w.task("measuring "+c.Name))
	if errors.Is(err, net.ErrNotFinite) {
		t.Failed = err.Error()
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	w.describe(t, c, m)
	return t, w.save(t, c, weights)
}

// shares is the resolution of the progress of a budget.
const shares = 1000

// train spends the budget of a candidate and returns the averaged weights.
func (w *work) train(ctx context.Context, c Candidate, t *Trained) (_ *net.Weights, err error) {
	learned, _ := w.archive.Split(w.archive.Window(c.Config.Replay.WindowConfig))
	sampler, damaged, err := newSampler(ctx, w.board, c.Config, w.archive, learned,
		w.task("reading games for "+c.Name))
	if err != nil {
		return nil, err
	}
	now, _ := w.clock()
	s, err := await.Done(ctx, await.Grace, func() (*student, error) {
		return newStudent(w.board, c.Config, w.Budget, sampler, now)
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = s.close(err) }()
	show := w.task("training " + c.Name)
	err = s.learn(ctx, func(share float64) { show(int(share*shares), shares) })
	if errors.Is(err, await.ErrLeft) {
		return nil, err
	}
	t.count(s, damaged)
	if err != nil {
		return nil, err
	}
	return s.trainer.Averaged(), nil
}

// save writes the averaged weights of a candidate and its config beside them.
func (w *work) save(t *Trained, c Candidate, weights *net.Weights) error {
	if w.Save == "" {
		return nil
	}
	weights.Search = c.Config.Play.Tuning()
	path := w.weightsPath(c)
	if err := net.SaveCheckpoint(path, &net.Checkpoint{
		Weights: weights,
		Meta:    net.Meta{Rules: w.board.Rules().Name(), Step: t.Steps},
	}); err != nil {
		return err
	}
	t.Checkpoint = path
	text, err := c.Config.Text()
	if err != nil {
		return err
	}
	return durable.WriteBytes(filepath.Join(w.Save, c.Name+".toml"), text)
}
