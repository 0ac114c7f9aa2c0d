// Package selfplay produces the games for training. In a pool, each worker plays whole games
// against itself by search, and records the result of every search. A game depends only on the
// seed, its number and its player, including the archive and the older opponent of the player. The
// number of workers does not matter.
package selfplay

import (
	"context"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
)

// Player plays a game against itself, or against an older player. Name is its name in the records.
// Players with the same name are the same player.
type Player struct {
	Name       string
	Evaluators backend.Evaluators // one evaluator for each worker; nil for random moves without a search
	// Archive has positions of earlier games, from which some games begin. It may be empty.
	Archive []game.State
	// Older is the opponent of some games, a network. If it is nil, there are no such games.
	Older *Player
}

// Random plays random moves. Uniform searches with a uniform prior.
var (
	Random  = Player{Name: "random"}
	Uniform = Player{Name: "uniform", Evaluators: uniform{}}
)

// uniform is the source of evaluators of [Uniform].
type uniform struct{ mcts.Uniform }

// Open implements [backend.Evaluators].
func (u uniform) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) { return u, nil }

// Close does nothing.
func (uniform) Close() error { return nil }
