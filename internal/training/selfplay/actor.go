package selfplay

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Actor plays the games of self-play.
type Actor struct {
	Board  *game.Board
	Config Config
	Search mcts.Config
	Seed   uint64
}

// opponent decides at random whether m.Older plays one side of a game; nil means that m plays both
// sides. The opponent has Black in games with an even number, and White in the others.
func (a *Actor) opponent(m Player, number uint64, rng *rand.Rand) (older *Player, side game.Colour) {
	if a.Config.OlderShare == 0 || rng.Float64() >= a.Config.OlderShare || m.Older == nil {
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
