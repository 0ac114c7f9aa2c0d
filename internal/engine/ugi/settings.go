package ugi

import (
	"fmt"

	"epaminondas/game"
)

// Settings are the values of the engine's options.
type Settings struct {
	Rules       game.Rules    // with MaxPlies in it
	Model       string        // checkpoint file; "" searches with alpha-beta instead
	Threads     int           // goroutines of a search with a model or of a perft, >= 1
	Sims        int           // simulations of a go without a limit, with a model, >= 1
	Nodes       int           // positions of a go without a limit, without a model, >= 1
	Seed        uint64        // of everything random
	Temperature float64       // 0 plays the best move, else draws from policy^(1/Temperature)
	MultiPV     int           // lines of information about the best moves, >= 1
	Notation    game.Notation // of moves, read and written
}

// Default returns the settings the engine starts with.
func Default() (Settings, error) {
	rules, err := game.ParseRules("epaminondas")
	if err != nil {
		return Settings{}, fmt.Errorf("ugi: default rules: %w", err)
	}
	return Settings{Rules: rules, Threads: 1, Sims: 400, Nodes: 20_000, Seed: 1, MultiPV: 1, Notation: game.RearNotation}, nil
}

// defaultNodes is the limit of a go that has none.
func (s *Settings) defaultNodes() int {
	if s.Model == "" {
		return s.Nodes
	}
	return s.Sims
}

// temperedLines is how many of the best moves a temperature chooses from, if the
// search does not tell of all.
const temperedLines = 16

// lines is how many of the best moves a search is to tell of.
func (s *Settings) lines() int {
	if s.Temperature > 0 {
		return max(s.MultiPV, temperedLines)
	}
	return s.MultiPV
}
