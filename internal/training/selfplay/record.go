package selfplay

import (
	"slices"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// record appends the result of a search for the next move of g: always the value, and the policy of
// a full search.
func record(g *replay.Game, r *mcts.Result, full bool, weight float64) {
	s := replay.SearchRecord{Ply: len(g.Moves), Value: r.Value, Weight: float32(weight)}
	if full {
		s.Moves, s.Policy = slices.Clone(r.Moves), slices.Clone(r.Policy)
	}
	g.Searches = append(g.Searches, s)
}

// finish writes the result of a finished game into its record.
func finish(g *replay.Game, state *game.State) {
	outcome, reason := state.Outcome()
	g.Outcome, g.Reason = outcome, reason
}

// proven returns the outcome of a position with a proof for the side to move.
func proven(p mcts.Proof, turn game.Colour) game.Outcome {
	if p == mcts.Win {
		return game.Win(turn)
	}
	return game.Win(turn.Other())
}
