package ugi

import (
	"fmt"

	"epaminondas/game"
)

// Settings are the values of the engine's options.
type Settings struct {
	Rules       game.Rules    // including MaxPlies
	Model       string        // checkpoint file; "" means alpha-beta search
	Eval        string        // of alpha-beta search: Features, or what lines.Open reads
	Threads     int           // goroutines of a search with a model or of a perft, >= 1
	Sims        int           // simulations of a go without a limit, with a model, >= 1
	Nodes       int           // positions of a go without a limit, without a model, >= 1
	Seed        uint64        // seed of all random numbers
	Temperature float64       // 0 plays the best move; above 0 draws from policy^(1/Temperature)
	MultiPV     int           // lines of information about the best moves, >= 1
	Notation    game.Notation // of moves, in input and output
}

// Features is the value of [Settings.Eval] for counted features.
const Features = "features"

// Default returns the initial settings of the engine.
func Default() (Settings, error) {
	rules, err := game.ParseRules("epaminondas")
	if err != nil {
		return Settings{}, fmt.Errorf("ugi: default rules: %w", err)
	}
	return Settings{Rules: rules, Eval: Features, Threads: 1, Sims: 400, Nodes: 20_000, Seed: 1, MultiPV: 1,
		Notation: game.RearNotation}, nil
}

// defaultNodes returns the limit of a go command without limits.
func (s *Settings) defaultNodes() int {
	if s.Model == "" {
		return s.Nodes
	}
	return s.Sims
}

// temperedLines is the number of best moves from which a temperature draws, if the search does not
// report all moves.
const temperedLines = 16

// lines returns the number of best moves that a search must report.
func (s *Settings) lines() int {
	if s.Temperature > 0 {
		return max(s.MultiPV, temperedLines)
	}
	return s.MultiPV
}
