package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// plateau looks for the early end of a stage: see [config.Stage]. From time to time it compares the
// newest checkpoint with the best one so far. Both predict the outcomes of games that are newer than
// both, so neither has learned from them. The newest one is better only if the 95% interval of the
// difference of their Brier scores, by game, lies below 0.
type plateau struct {
	Next   float64 `json:"next"`   // share of the budget at which the next measurement may come
	Best   string  `json:"best"`   // file of the best checkpoint of this stage
	Misses int     `json:"misses"` // measurements in a row that did not improve

	newest runs.Checkpoint // waits for enough newer games to be measured
}

const (
	// plateauEvery is the share of the budget between two measurements.
	plateauEvery = 0.02
	// plateauGames is the number of games of a measurement. A serial run takes the games of a cycle.
	plateauGames = 128
)

// readPlateau returns the state at a checkpoint.
func readPlateau(c runs.Checkpoint) (p plateau, err error) {
	if len(c.Plateau) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(c.Plateau, &p); err != nil {
		return p, fmt.Errorf("loop: read the plateau of checkpoint %s: %w: %w", c.File, replay.ErrCorrupt,
			err)
	}
	return p, nil
}

// state returns the state as a checkpoint stores it.
func (p plateau) state() ([]byte, error) {
	if p.Best == "" {
		return nil, nil
	}
	return json.Marshal(p)
}

// patience returns the number of measurements without an improvement that ends the stage, or 0.
func (l *loop) patience() int {
	if stages := l.run.Whole().Stages; l.run.Stage() < len(stages) {
		return stages[l.run.Stage()].Patience
	}
	return 0
}

// lookForPlateau measures the last checkpoint, if this is due and there are enough newer games.
func (l *loop) lookForPlateau(ctx context.Context) error {
	p := &l.plateau
	if l.patience() == 0 || l.progress() < p.Next {
		return nil
	}
	if p.Best == "" { // the first checkpoint of the stage
		p.Best, p.Next = l.lastSaved.File, l.progress()+plateauEvery
		return nil
	}
	if p.newest.File == "" {
		p.newest = l.lastSaved
	}
	if p.newest.File == p.Best {
		p.newest = runs.Checkpoint{}
		return nil
	}
	games, err := l.newerGames(ctx, p.newest)
	if err != nil || games.Games() < learning.FewestGames ||
		!l.config.Train.Serial && games.Games() < plateauGames {
		return err
	}
	return l.measurePlateau(ctx, games)
}

// newerGames returns games on this board that came after a checkpoint, at most plateauGames.
func (l *loop) newerGames(ctx context.Context, c runs.Checkpoint) (*learning.HeldOutSet, error) {
	games := learning.NewHeldOutSet(l.board, nil, l.learner.targets)
	last := l.learner.flow().Newest
	if !l.config.Train.Serial && last < c.Games+plateauGames {
		return games, nil
	}
	enough := errors.New("enough")
	err := l.store.Walk(ctx, c.Games+1, last, func(id int64, g *replay.Game, damage error) error {
		if damage != nil || g.Rules != l.board.Rules().Name() {
			return nil // not a game to measure with
		}
		if err := games.Add(id, g); err != nil || games.Games() < plateauGames {
			return err
		}
		return enough
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return games, err
}

// measurePlateau compares the checkpoint that waits with the best one.
func (l *loop) measurePlateau(ctx context.Context, games *learning.HeldOutSet) error {
	p, newest := &l.plateau, l.plateau.newest
	p.newest, p.Next = runs.Checkpoint{}, l.progress()+plateauEvery
	better, err := l.predictsBetter(ctx, newest, p.Best, games)
	switch {
	case runs.Unusable(err): // the two cannot be compared
		l.notice(fmt.Sprintf("%v: the stage does not end before another measurement", err))
	case err != nil:
		return err
	case !better:
		p.Misses++
		return nil
	}
	p.Best, p.Misses = newest.File, 0
	return nil
}

// predictsBetter reports whether a checkpoint certainly predicts the outcomes of games better than the
// checkpoint with a given file. It does if the file is not in the registry, because training may
// continue from before a damaged checkpoint.
func (l *loop) predictsBetter(ctx context.Context, newest runs.Checkpoint, file string,
	games *learning.HeldOutSet) (bool, error) {
	registry, err := l.run.Checkpoints(ctx)
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(registry, func(c runs.Checkpoint) bool { return c.File == file })
	if i < 0 {
		return true, nil
	}
	mine, err := l.brierScores(ctx, newest, games)
	if err != nil {
		return false, err
	}
	other, err := l.brierScores(ctx, registry[i], games)
	if err != nil {
		return false, err
	}
	d := learning.Difference(mine, other)
	return d == nil || d.High < 0, nil
}

// brierScores returns the sums of a checkpoint's Brier scores, by game.
func (l *loop) brierScores(ctx context.Context, c runs.Checkpoint, games *learning.HeldOutSet) (
	[]learning.Sum, error) {
	loaded, err := l.run.LoadWeights(ctx, c)
	if err != nil {
		return nil, err
	}
	m, err := crew.Await(ctx, crew.Grace, func() (*learning.Measurement, error) {
		network, err := l.open(loaded.Weights)
		if err != nil {
			return nil, err
		}
		return games.Measure(ctx, network, func(done, total int) {
			l.observe(func(o Observer) { o.Doing("games measured to end the stage", done, total) })
		})
	})
	if err != nil {
		l.left = errors.Is(err, crew.ErrLeft)
		return nil, err
	}
	return m.Of(learning.Brier), nil
}
