// Package selfplay produces the games that a network learns from: a pool of workers in which each
// worker plays whole games against itself by search, and records for every move what the search
// thought. A game is a function of the seed, its number and the model that plays it; how many
// workers there are changes nothing but the time it takes.
package selfplay

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/training/selfplay/settings"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Model is who plays: its name in the records, and how it scores positions. Models of one name are
// the same.
type Model struct {
	Name       string
	Evaluators Evaluators // nil means that moves are drawn at random, without a search
}

// Evaluators is where workers get what evaluates positions, one evaluator for each worker and
// model. An evaluator must see nothing of a position but its stones and its turn, and may fail once
// ctx is done.
type Evaluators interface {
	Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error)
}

// Random moves at random; Uniform searches with a prior that prefers no move.
var (
	Random  = Model{Name: "random"}
	Uniform = Model{Name: "uniform", Evaluators: uniform{}}
)

// uniform is the evaluators of [Uniform].
type uniform struct{ mcts.Uniform }

// Open implements [Evaluators].
func (u uniform) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) { return u, nil }

// Close does nothing.
func (uniform) Close() error { return nil }

// Player plays games by itself.
type Player struct {
	Board  *game.Board
	Config settings.Config
	Search mcts.Config
	Seed   uint64
}

// playRandomly plays a game to its end with moves drawn at random.
func playRandomly(ctx context.Context, g *replay.Game, state game.State, rng *rand.Rand) error {
	var legal []game.Move
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		legal = state.AppendMoves(legal[:0])
		if len(legal) == 0 {
			finish(g, &state)
			return nil
		}
		m := legal[rng.IntN(len(legal))]
		g.Moves = append(g.Moves, m)
		state.Play(m)
	}
}
