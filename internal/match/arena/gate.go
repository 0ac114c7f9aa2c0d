package arena

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/rating"
	"epaminondas/mcts"
)

// maxOpeningPlies bounds the openings: longer ones are games.
const maxOpeningPlies = 1000

// GateConfig says how a new network is measured against the best so far.
type GateConfig struct {
	// Games is the most that are played for one candidate, an even number; 0 for
	// no gate.
	Games int `toml:"games"`
	// Elo0, Elo1, Alpha and Beta are the sequential test: see [rating.SPRT]. The
	// candidate is accepted if it is Elo1 points better rather than Elo0.
	Elo0  float64 `toml:"elo0"`
	Elo1  float64 `toml:"elo1"`
	Alpha float64 `toml:"alpha"`
	Beta  float64 `toml:"beta"`
	// OpeningPlies is the number of random plies that each pair of games begins with.
	OpeningPlies int `toml:"opening_plies"`
	// Simulations is the size of each search.
	Simulations int `toml:"simulations"`
}

// DefaultGate returns a gate that lets a network pass that is no better in
// about 1 of 20 trials, after 90 games on average, and one that is 150 Elo
// better in 99 of 100, after 55. Small differences would cost thousands of
// games, which self-play can use better.
func DefaultGate() GateConfig {
	return GateConfig{Games: 120, Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.1, OpeningPlies: 6, Simulations: 32}
}

// Validate reports the first unusable setting.
func (c GateConfig) Validate() error {
	switch {
	case c.Games < 0 || c.Games%2 != 0:
		return fmt.Errorf("gate: games is %d, want an even number, since every opening is played with both colours, or 0 for no gate", c.Games)
	case c.OpeningPlies < 0 || c.OpeningPlies > maxOpeningPlies:
		return fmt.Errorf("gate: opening_plies is %d, want 0 to %d", c.OpeningPlies, maxOpeningPlies)
	case c.Simulations < 1:
		return fmt.Errorf("gate: simulations is %d, want at least 1", c.Simulations)
	}
	if err := c.test().Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}

func (c GateConfig) test() rating.SPRT {
	return rating.SPRT{Elo0: c.Elo0, Elo1: c.Elo1, Alpha: c.Alpha, Beta: c.Beta}
}

// Trial is a candidate that wants to be the best network.
type Trial struct {
	Board           *game.Board
	Candidate, Best Model
	Search          mcts.Config // of both; its noise is not used
	Seed            uint64
	Parallel        int            // games at the same time
	Progress        func(Standing) // see [Tournament]
	// Throttle is called before every opening that is tried, by the caller's goroutine, and then as
	// [Tournament] says. May be nil.
	Throttle func()
}

// Model is a network, as what evaluates positions with it, and its name.
type Model struct {
	Name       string
	Evaluators player.Evaluators
}

// Gate plays the candidate, as A, against the best network until the
// sequential test decides or the games run out; the result's Test holds the
// decision, which stays undecided when they did. When ctx ends it returns what
// was played until then, together with the error.
func Gate(ctx context.Context, c GateConfig, t Trial) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	openings, err := drawOpenings(ctx, t.Board, c.Games/2, c.OpeningPlies, rand.New(rand.NewPCG(t.Seed, 0)), t.Throttle)
	if err != nil {
		return nil, err
	}
	test := c.test()
	limit := mcts.Limit{Simulations: c.Simulations}
	players := []player.Contestant{
		player.NetContestant(t.Candidate.Name, t.Candidate.Evaluators, t.Board, t.Search, limit),
		player.NetContestant(t.Best.Name, t.Best.Evaluators, t.Board, t.Search, limit),
	}
	Distinct(players)
	standings, err := (&Tournament{
		Board:    t.Board,
		Players:  players,
		Pairings: Duel(),
		Openings: openings,
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
