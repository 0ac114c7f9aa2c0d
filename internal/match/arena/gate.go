package arena

import (
	"context"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/result"
	"epaminondas/mcts"
)

// Trial is a match of a candidate against the best network.
type Trial struct {
	Board           *game.Board
	Candidate, Best NamedNetwork
	Search          mcts.Config // for both players; its noise is not used
	Seed            uint64
	Parallel        int            // concurrent games
	Progress        func(Standing) // see [Tournament]
	// Gate calls Throttle before every opening that it tries, in the goroutine of its caller.
	// During the games Throttle is called as in [Tournament]. May be nil.
	Throttle func()
}

// NamedNetwork is a source of evaluators of a network, and the network's name.
type NamedNetwork struct {
	Name       string
	Evaluators backend.Evaluators
}

// Gate plays the candidate, as A, against the best network until the sequential test decides or the
// games run out. The result's Test holds the decision, which is undecided if the games ran out. If
// ctx ends, Gate returns the games so far together with the error.
func Gate(ctx context.Context, c result.GateConfig, t Trial) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	openings, balanced, err := matchOpenings(ctx, t.Board, c.Games/2, c.OpeningPlies,
		rand.New(rand.NewPCG(t.Seed, 0)), t.Throttle)
	if err != nil {
		return nil, err
	}
	test := c.SPRT
	limit := mcts.Limit{Simulations: c.Simulations}
	players := []player.Factory{
		player.NetFactory(t.Candidate.Name, t.Candidate.Evaluators, t.Board, t.Search, limit),
		player.NetFactory(t.Best.Name, t.Best.Evaluators, t.Board, t.Search, limit),
	}
	Distinct(players)
	standings, err := (&Tournament{
		Board:    t.Board,
		Players:  players,
		Pairings: Duel(),
		Openings: openings,
		Balanced: balanced,
		Parallel: t.Parallel,
		Seed:     t.Seed,
		SPRT:     &test,
		Progress: t.Progress,
		Throttle: t.Throttle,
	}).Play(ctx)
	if standings == nil {
		return nil, err
	}
	return standings.Results[0], err
}
