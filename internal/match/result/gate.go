package result

import (
	"fmt"
)

// maxOpeningPlies limits the length of openings, because longer ones would be whole games.
const maxOpeningPlies = 1000

// GateConfig has the settings of a match between a new network and the best one.
type GateConfig struct {
	// Games is the maximal number of games for one candidate, an even number. 0 means no gate.
	Games int `toml:"games"`
	// The sequential test accepts the candidate if it is Elo1 rather than Elo0 points better.
	SPRT
	// OpeningPlies is the number of random plies at the start of each pair of games. With 0 the match uses
	// the balanced openings of the program, or 6 random plies if it has too few.
	OpeningPlies int `toml:"opening_plies"`
	// Simulations is the number of simulations a move.
	Simulations int `toml:"simulations"`
}

// DefaultGate returns a gate with the following power. It accepts a network that is no better in about
// 1 of 20 trials, after 90 games on average. It accepts a network that is 150 Elo better in 99 of
// 100 trials, after 55 games. A gate for small differences would need thousands of games, and
// self-play makes better use of that time.
func DefaultGate() GateConfig {
	return GateConfig{Games: 120, SPRT: SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.1},
		Simulations: 32}
}

// Validate returns an error for the first invalid setting.
func (c GateConfig) Validate() error {
	switch {
	case c.Games < 0 || c.Games%2 != 0:
		return fmt.Errorf(
			"gate: games is %d, want an even number, since every opening is played with both colours, or 0 for no gate",
			c.Games)
	case c.OpeningPlies < 0 || c.OpeningPlies > maxOpeningPlies:
		return fmt.Errorf("gate: opening_plies is %d, want 0 to %d", c.OpeningPlies, maxOpeningPlies)
	case c.Simulations < 1:
		return fmt.Errorf("gate: simulations is %d, want at least 1", c.Simulations)
	}
	if err := c.SPRT.Validate(); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	return nil
}
