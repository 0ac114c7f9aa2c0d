package doctor

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// gathered is the number of random games.
const gathered = 8

// material is the input of the measurements: positions of random games. They have about as many
// moves and stones as the positions of a fresh network.
type material struct {
	games   []*replay.Game // with uniform policies, as after a full search of each position
	samples []train.Sample
}

// meanPlies returns the mean length of the games.
func (m material) meanPlies() float64 {
	plies := 0
	for _, g := range m.games {
		plies += len(g.Moves)
	}
	return float64(plies) / float64(len(m.games))
}

// meanMoves returns the mean number of moves in a position.
func (m material) meanMoves() float64 {
	moves := 0
	for i := range m.samples {
		moves += len(m.samples[i].Moves)
	}
	return float64(moves) / float64(len(m.samples))
}

// gather plays random games.
func gather(ctx context.Context, actor *selfplay.Actor) (material, error) {
	var m material
	var next uint64
	pool := &selfplay.Pool{
		Actor: actor,
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			next++
			return next - 1, selfplay.Random, next <= gathered
		},
		Keep: func(_ context.Context, g *replay.Game) error { return m.add(g, actor.Board) },
	}
	if err := pool.Run(ctx); err != nil {
		return m, err
	}
	if len(m.samples) == 0 {
		return m, fmt.Errorf("doctor: no position with a legal move in %s on %s",
			noun.Count(len(m.games), "random game"),
			actor.Board.Rules().Name())
	}
	return m, nil
}

// add adds the positions of a game.
func (m *material) add(g *replay.Game, board *game.Board) error {
	state, err := board.ParseState(g.Start)
	if err != nil {
		return err
	}
	first := len(m.samples)
	moves := state.AppendMoves(nil)
	for ply, move := range g.Moves {
		s := train.Sample{
			State: state, Moves: moves, Policy: uniform(len(moves)), Weight: 1, Value: [3]float32{0.25, 0.5,
				0.25},
			HasPlies: true, PliesLeft: len(g.Moves) - ply,
		}
		state.Play(move)
		moves = state.AppendMoves(nil)
		s.ReplyState, s.Reply, s.ReplyPolicy = state, moves, uniform(len(moves))
		m.samples = append(m.samples, s)
		if ply >= g.RandomPlies {
			g.Searches = append(g.Searches, replay.SearchRecord{Ply: ply, Weight: 1, Moves: s.Moves,
				Policy: s.Policy})
		}
	}
	for i := range m.samples[first:] {
		s := &m.samples[first+i]
		s.HasFinal, s.Final = true, [2]game.Bits{state.Stones(game.White), state.Stones(game.Black)}
	}
	m.games = append(m.games, g)
	return nil
}

// uniform returns n equal probabilities.
func uniform(n int) []float32 {
	policy := make([]float32, n)
	for i := range policy {
		policy[i] = 1 / float32(n)
	}
	return policy
}
