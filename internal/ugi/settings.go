package ugi

import (
	"fmt"

	"epaminondas/game"
)

// Settings are the values of the engine's options.
type Settings struct {
	Rules       game.Rules    // with MaxPlies in it
	Model       string        // checkpoint file; "" searches with a uniform prior
	Threads     int           // goroutines of a search or a perft, >= 1
	Sims        int           // simulations of a go without a limit, >= 1
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
	return Settings{Rules: rules, Threads: 1, Sims: 400, Seed: 1, MultiPV: 1, Notation: game.RearNotation}, nil
}
