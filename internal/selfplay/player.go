// Package selfplay produces the games that a network learns from: a pool of workers in which each
// worker plays whole games against itself by search, and records for every move what the search
// thought. A game is a function of the seed, its number and the model that plays it; how many
// workers there are changes nothing but the time it takes.
package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Model is who plays: its name in the records, and how it scores positions. Models of one name are the same.
type Model struct {
	Name string
	// NewEvaluator returns an evaluator for the use of one worker, which must see nothing of a position but its
	// stones and its turn; nil means that moves are drawn at random, without a search.
	NewEvaluator func() mcts.Evaluator
}

// Random moves at random; Uniform searches with a prior that prefers no move.
var (
	Random  = Model{Name: "random"}
	Uniform = Model{Name: "uniform", NewEvaluator: func() mcts.Evaluator { return mcts.Uniform{} }}
)

// Player plays games by itself.
type Player struct {
	Board  *game.Board
	Config Config
	Search mcts.Config
	Seed   uint64
}

// evaluator returns an evaluator of m with the cache that the config asks for, or nil if m has none.
func (p *Player) evaluator(m Model) mcts.Evaluator {
	if m.NewEvaluator == nil {
		return nil
	}
	eval := m.NewEvaluator()
	if p.Config.CachePositions == 0 {
		return eval
	}
	return newCache(eval, p.Config.CachePositions)
}

// play plays the game with the given number; eval is an evaluator of the model, nil if it has none. It is cancelled by
// ctx; a game cut short is not returned.
func (p *Player) play(ctx context.Context, number uint64, model string, eval mcts.Evaluator) (*replay.Game, error) {
	rng := rand.New(rand.NewPCG(p.Seed, number))
	start, moves := p.Config.opening(p.Board, rng)
	g := &replay.Game{
		Rules:       p.Board.Rules().Name(),
		Seed:        p.Seed,
		Number:      number,
		Model:       model,
		Start:       start.String(),
		RandomPlies: len(moves),
		Moves:       moves,
	}
	state := start
	for _, m := range moves {
		state.Play(m)
	}
	var err error
	if eval == nil {
		err = playRandomly(ctx, g, state, rng)
	} else {
		err = p.playSearching(ctx, g, state, eval, rng)
	}
	if err != nil {
		return nil, fmt.Errorf("selfplay: game %d: %w", number, err)
	}
	return g, nil
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

// playSearching plays a game by search, until it is over or exactly proven.
func (p *Player) playSearching(ctx context.Context, g *replay.Game, state game.State, eval mcts.Evaluator, rng *rand.Rand) error {
	search, err := mcts.New(p.Search, eval, rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())))
	if err != nil {
		return err
	}
	agreed := agreement{config: p.Config}
	for {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			finish(g, &state)
			return nil
		}
		full := rng.Float64() < p.Config.FullShare
		result, err := search.Run(ctx, &state, p.limit(full, agreed.settled()))
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err // the search was cut short
		}
		record(g, result, full, agreed.weight())
		if result.Proof != mcts.Unknown {
			g.Outcome, g.Reason = proven(result.Proof, state.Turn()), replay.ReasonProof
			return nil
		}
		agreed.observe(state.Turn(), result.Value)
		m := result.Moves[result.Best]
		g.Moves = append(g.Moves, m)
		state.Play(m)
	}
}
