package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/models"
)

// alphabetaKind returns the kind of the classical engine.
func alphabetaKind() kind {
	weights := option{
		key: "weights", value: "FILE", about: "file of evaluation weights, from arena tune",
		set: func(s *Spec, key, value string) error {
			return s.setEvaluation(key, value, false)
		},
	}
	eval := option{
		key: "eval", value: "lines", about: "learned evaluation of the board's lines; or FILE, from train lines",
		set: func(s *Spec, key, value string) error {
			return s.setEvaluation(key, value, true)
		},
	}
	return kind{
		name: "alphabeta", about: "classical search with an evaluation",
		limit: limit{nodes: 20_000}, limits: limitsBy("nodes", "depth", "time"),
		options: []option{levelOption(), weights, eval},
		ready:   classicalFactory,
	}
}

// setEvaluation sets the file of an evaluation.
func (s *Spec) setEvaluation(key, value string, byLines bool) error {
	switch {
	case value == "" && byLines:
		return wrong(key, value, errors.New("want lines or a file"))
	case value == "":
		return wrong(key, value, errors.New("want a file"))
	case s.file != "" || s.byLines:
		return wrong(key, value, errors.New("but the player can have only one of weights and eval"))
	}
	if s.byLines = byLines; !byLines || value != lines.Included {
		s.file = value
	}
	return nil
}

// classicalFactory makes players that search with alpha-beta. They use the weights of a file or,
// without one, the default weights.
func classicalFactory(s Spec, b *game.Board, own searchLimit) (Factory, error) {
	weights, tableMiB := alphabeta.DefaultWeights(b.Rules()), alphabeta.DefaultTableMiB
	open := func() (*alphabeta.Engine, error) { return alphabeta.Open(b, weights, tableMiB) }
	switch {
	case s.byLines:
		evaluation, err := lines.Open(cmp.Or(s.file, lines.Included), b, models.Lines)
		if err != nil {
			return Factory{}, fmt.Errorf("player %q: %w", s.text, err)
		}
		open = func() (*alphabeta.Engine, error) { return alphabeta.OpenLines(evaluation, tableMiB) }
	case s.file != "":
		var err error
		if weights, err = alphabeta.LoadWeights(s.file); err != nil {
			return Factory{}, fmt.Errorf("player %q: %w", s.text, err)
		}
	}
	if l, err := engine.LevelOf(b.Rules(), own.limit.level); err == nil {
		tableMiB = l.TableMiB()
	}
	return factoryOf(s.text, own, 1, func(context.Context) (engine.Engine, error) {
		e, err := open()
		if err != nil {
			return nil, fmt.Errorf("player: make %s: %w", s.text, err)
		}
		return e, nil
	}), nil
}
