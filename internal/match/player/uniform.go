package player

import (
	"context"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
)

// uniformKind returns the kind of uniform.
func uniformKind() kind {
	return kind{
		name: "uniform", about: "search without an evaluation; knows only exact proofs of near wins",
		limit: limit{nodes: 200}, limits: limitsBy("sims", "nodes", "time"),
		ready: func(s Spec, _ *game.Board, own searchLimit) (Factory, error) {
			return factoryOf(s.text, own, 1, func(context.Context) (engine.Engine, error) {
				return treesearch.New(mcts.Play(), uniform{})
			}), nil
		},
	}
}

// uniform is an evaluator without knowledge.
type uniform struct{ mcts.Uniform }

// Close does nothing.
func (uniform) Close() error { return nil }
