// Package selfplay produces the games for training. In a pool, each worker plays whole games
// against itself by search, and records the result of every search. A game is a function of the
// seed, its number and its model, with the archive and the older opponent of the model. The number
// of workers does not affect it.
package selfplay

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Model is the player: its name in the records, its source of evaluators, and what its games need.
// Models with one name are the same.
type Model struct {
	Name       string
	Evaluators backend.Evaluators // opens one for each worker; nil means random moves without a search
	// Archive has positions of earlier games, from which some games begin. It may be empty.
	Archive []game.State
	// Older is the opponent of some games, a network. It may be nil: then there are no such games.
	Older *Model
}

// Random plays random moves. Uniform searches with a uniform prior.
var (
	Random  = Model{Name: "random"}
	Uniform = Model{Name: "uniform", Evaluators: uniform{}}
)

// uniform is the source of evaluators of [Uniform].
type uniform struct{ mcts.Uniform }

// Open implements [backend.Evaluators].
func (u uniform) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) { return u, nil }

// Close does nothing.
func (uniform) Close() error { return nil }

// Player plays games against itself.
type Player struct {
	Board  *game.Board
	Config Config
	Search mcts.Config
	Seed   uint64
}

// opponent draws the opponent of a game with model m: m.Older and its side, or nil if m plays both
// sides. In games with an even number the opponent has Black.
func (p *Player) opponent(m Model, number uint64, rng *rand.Rand) (older *Model, side game.Colour) {
	if p.Config.OlderShare == 0 || rng.Float64() >= p.Config.OlderShare || m.Older == nil {
		return nil, game.White
	}
	if number%2 == 0 {
		return m.Older, game.Black
	}
	return m.Older, game.White
}

// playRandomly plays a game to its end with random moves.
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
