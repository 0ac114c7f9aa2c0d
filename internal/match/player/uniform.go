package player

import (
	"context"

	"epaminondas/game"
	"epaminondas/mcts"
)

// uniformKind returns the kind of uniform.
func uniformKind() kind {
	return kind{
		name: "uniform", about: "search without an evaluation; knows only exact proofs of near wins",
		limit: limit{nodes: 200}, limits: limitsBy("sims", "nodes", "time"),
		ready: func(s Spec, _ *game.Board, own searchLimit) (Contestant, error) {
			return uniformContestant(s.text, own), nil
		},
	}
}

// uniformContestant makes players that search without any knowledge.
func uniformContestant(name string, limit searchLimit) Contestant {
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		return newSearcher(name, mcts.Play(), []mcts.Evaluator{mcts.Uniform{}}, limit)
	}}
}
