package player

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
)

// alphabetaKind returns the kind of the classical engine.
func alphabetaKind() kind {
	weights := option{
		key: "weights", value: "FILE", about: "file of evaluation weights, from arena tune",
		set: func(s *Spec, key, value string) error {
			if s.file = value; value == "" {
				return wrong(key, value, errors.New("want a file"))
			}
			return nil
		},
	}
	return kind{
		name: "alphabeta", about: "classical search with an evaluation",
		limit: limit{nodes: 20_000}, limits: limitsBy("nodes", "depth", "time"),
		options: []option{levelOption(), weights},
		ready:   classicalFactory,
	}
}

// classicalFactory makes players that search with alpha-beta. They use the weights of a file or,
// without one, the default weights.
func classicalFactory(s Spec, b *game.Board, own searchLimit) (Factory, error) {
	weights, tableMiB := alphabeta.DefaultWeights(b.Rules()), alphabeta.DefaultTableMiB
	if s.file != "" {
		var err error
		if weights, err = alphabeta.LoadWeights(s.file); err != nil {
			return Factory{}, fmt.Errorf("player %q: %w", s.text, err)
		}
	}
	if l, err := engine.LevelOf(own.limit.level); err == nil {
		tableMiB = l.TableMiB()
	}
	return factoryOf(s.text, own, 1, func(context.Context) (engine.Engine, error) {
		e, err := alphabeta.Open(b, weights, tableMiB)
		if err != nil {
			return nil, fmt.Errorf("player: make %s: %w", s.text, err)
		}
		return e, nil
	}), nil
}
