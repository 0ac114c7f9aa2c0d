// Package gate holds the terms on which a new network replaces the best one, as plain data. The matches
// are played by package arena.
package gate

import (
	"fmt"

	"epaminondas/internal/match/rating/sprt"
)

// maxOpeningPlies bounds the openings: longer ones are games.
const maxOpeningPlies = 1000

// Config says how a new network is measured against the best so far.
type Config struct {
	// Games is the most that are played for one candidate, an even number; 0 for
	// no gate.
	Games int `toml:"games"`
	// Terms are those of the sequential test. It accepts the candidate if that is
	// Elo1 points better rather than Elo0.
	sprt.Terms
	// OpeningPlies is the number of random plies that each pair of games begins with.
	OpeningPlies int `toml:"opening_plies"`
	// Simulations is the size of each search.
	Simulations int `toml:"simulations"`
}

// Default returns a gate that lets a network pass that is no better in
// about 1 of 20 trials, after 90 games on average, and one that is 150 Elo
// better in 99 of 100, after 55. Small differences would cost thousands of
// games, which self-play can use better.
func Default() Config {
	return Config{Games: 120, Terms: sprt.Terms{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.1}, OpeningPlies: 6, Simulations: 32}
}

// Validate reports the first unusable setting.
func (c Config) Validate() error {
	switch {
	case c.Games < 0 || c.Games%2 != 0:
		return fmt.Errorf("gate: games is %d, want an even number, since every opening is played with both colours, or 0 for no gate", c.Games)
	case c.OpeningPlies < 0 || c.OpeningPlies > maxOpeningPlies:
		return fmt.Errorf("gate: opening_plies is %d, want 0 to %d", c.OpeningPlies, maxOpeningPlies)
	case c.Simulations < 1:
		return fmt.Errorf("gate: simulations is %d, want at least 1", c.Simulations)
	}
	if err := c.Terms.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}
