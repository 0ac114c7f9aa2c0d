package learning

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// work is the state of a running experiment.
type work struct {
	*Experiment
	board   *game.Board
	archive *StoredGames
	bench   *HeldOutSet
	base    map[Budget]*Measurement // measurements of the base so far
	windows map[replay.WindowConfig]*window
	result  Result
}

// open reads what all candidates share.
func (e *Experiment) open(ctx context.Context) (*work, error) {
	w := &work{Experiment: e, base: map[Budget]*Measurement{},
		windows: map[replay.WindowConfig]*window{}}
	e.networks = nil
	var err error
	if w.board, err = e.Candidates[0].Config.Board(); err != nil {
		return nil, err
	}
	if w.archive, err = Open(ctx, e.Dir, e.HeldOut); err != nil {
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
	w.bench = NewHeldOutSet(w.board, table, NewTargets(base.Target, w.board.Rules()))
	show := w.task("reading held-out games")
	damaged, reason, err := w.archive.Each(ctx, held, func(done int, id int64, g replay.Encoded) error {
		show(done, len(held))
		return w.bench.Add(id, g.Game)
	})
	if err == nil && w.bench.Games() < FewestGames {
		err = fmt.Errorf("fit: %d of the games in the window of %s %s held out, want at least %d: "+
			"hold out a larger share than %v, or play more games",
			w.bench.Games(), w.archive.Dir, noun.Form(w.bench.Games(), "is", "are"),
			FewestGames, w.archive.Share)
		if reason != nil {
			err = fmt.Errorf("%w (%s refused, the first because: %w)", err,
				noun.Count(damaged, "game was", "games were"), reason)
		}
	}
	return damaged, err
}

// candidate trains, measures and saves a candidate, for each budget. If training diverges, the larger
// budgets fail too.
func (w *work) candidate(ctx context.Context, at int) (list []Trained, err error) {
	c := w.Candidates[at]
	s, damaged, err := w.enrol(ctx, at)
	if err != nil {
		return nil, err
	}
	defer func() { err = s.close(err) }()
	folder, err := os.MkdirTemp("", "fit")
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	var kept state
	var network *backend.Backend
	for i, b := range w.Budgets {
		if i > 0 {
			if err := s.restore(kept); err != nil {
				return nil, err
			}
		}
		t := Trained{Name: c.Name, Settings: c.Settings, Parameters: c.Config.Network.Parameters(),
			BudgetSteps: b.Steps, BudgetSeconds: b.Processor.Seconds()}
		keep := func() (err error) {
			if i+1 < len(w.Budgets) {
				kept, err = s.keep(filepath.Join(folder, "state"))
			}
			return err
		}
		network, err = w.budget(ctx, c, b, s, keep, damaged, &t)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		if t.Failed != "" {
			return w.fail(list, c), nil
		}
	}
	w.networks = append(w.networks, player.Network{Name: c.Name, Network: network, Search: mcts.Play()})
	last := &list[len(list)-1]
	last.Evaluations, last.Ratio, err = w.speed(ctx, network)
	return list, err
}

// fail adds a failed row for each larger budget of a candidate that failed with a smaller budget.
func (w *work) fail(list []Trained, c Candidate) []Trained {
	for _, b := range w.Budgets[len(list):] {
		list = append(list, Trained{Name: c.Name, Settings: c.Settings, Failed: list[len(list)-1].Failed,
			Parameters: c.Config.Network.Parameters(), BudgetSteps: b.Steps,
			BudgetSeconds: b.Processor.Seconds()})
	}
	return list
}

// enrol returns a student for a candidate, and the number of games that it cannot use.
func (w *work) enrol(ctx context.Context, at int) (*student, int, error) {
	c := w.Candidates[at].Config
	games, err := w.window(ctx, at)
	if err != nil {
		return nil, 0, err
	}
	now, _ := w.clock()
	s, err := crew.Await(ctx, crew.Grace, func() (*student, error) {
		return newStudent(w.board, c, games.fork(c), now)
	})
	return s, games.damaged, err
}

// progressUnits is the resolution of the progress of a budget.
const progressUnits = 1000

// budget spends a budget of a candidate, and measures and saves its averaged weights. If training
// diverges, the result says so and there is no network.
func (w *work) budget(ctx context.Context, c Candidate, b Budget, s *student, keep func() error,
	damaged int, t *Trained) (*backend.Backend, error) {
	show := w.task(w.taskName("training", c, b))
	err := s.learn(ctx, b, keep, func(share float64) { show(int(share*progressUnits), progressUnits) })
	if errors.Is(err, crew.ErrLeft) {
		return nil, err
	}
	t.count(s, damaged)
	if errors.Is(err, train.ErrDiverged) {
		t.Failed = err.Error()
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	weights := s.trainer.Averaged()
	network, err := crew.Await(ctx, crew.Grace, func() (*backend.Backend, error) {
		return backend.Open(weights, backend.Options{Device: backend.CPU})
	})
	if err != nil {
		return nil, err
	}
	m, err := w.bench.Measure(ctx, network, w.task(w.taskName("measuring", c, b)))
	if errors.Is(err, net.ErrNotFinite) {
		t.Failed = err.Error()
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w.describe(t, c, b, m)
	return network, w.save(t, c, b, weights)
}

// taskName returns the name of a task with its candidate, and with the budget if there are several
// budgets.
func (w *work) taskName(task string, c Candidate, b Budget) string {
	text := task + " " + c.Name
	if len(w.Budgets) > 1 {
		text += " for " + b.Label()
	}
	return text
}

// save writes the averaged weights of a candidate and its config beside them.
func (w *work) save(t *Trained, c Candidate, b Budget, weights *net.Weights) error {
	if w.Save == "" {
		return nil
	}
	weights.Search = c.Config.Play.Tuning()
	path := w.weightsPath(c, b)
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
	return durable.WriteBytes(w.configPath(c), text)
}
