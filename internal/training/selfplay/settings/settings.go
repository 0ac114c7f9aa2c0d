// Package settings says how self-play games are played, as plain data. Package selfplay plays them.
package settings

import (
	"fmt"
	"runtime"
)

// Config says how self-play games are played. The costs and benefits of each technique are those
// measured for KataGo (Wu 2019, arXiv:1902.10565).
type Config struct {
	// Workers is the number of games played at once; 0 means one for each CPU.
	Workers int `toml:"workers"`
	// RandomPlies: a game begins with 0 to RandomPlies moves drawn at random, so that games differ.
	RandomPlies int `toml:"random_plies"`
	// ScatterShare is the share of games that begin from stones scattered over the board instead of
	// from the start, 0 to 1.
	ScatterShare float64 `toml:"scatter_share"`
	// ScatterPlies stops a game from scattered stones after so many searched moves, undecided. Its
	// positions then learn from the values of the searches alone. 0 plays such games to the end.
	ScatterPlies int `toml:"scatter_plies"`
	// Repetitions ends a game as a draw when a position occurs for so many times, where the rules
	// make the game at the ply limit a draw. 0 plays on to the limit.
	Repetitions int `toml:"repetitions"`

	// FullSimulations is the budget of a full search, whose policy is learnt from.
	FullSimulations int `toml:"full_simulations"`
	// FastSimulations is the budget of the other searches, which only carry the game on.
	FastSimulations int `toml:"fast_simulations"`
	// FastConsidered is the number of root candidates of a fast Gumbel search; 0 means as in a full
	// one.
	FastConsidered int `toml:"fast_considered"`
	// FullShare is the probability that a move gets a full search (playout-cap randomisation), 0 to
	// 1.
	FullShare float64 `toml:"full_share"`

	// CachePositions is how many evaluations each worker remembers, rounded up to a power of two; 0
	// means none. It changes no result. It pays on boards so small that positions come again: of
	// 4x6 a third to a half, of 8x8 and more one in a thousand or none. A position takes 96 bytes
	// and 4 for each of its moves.
	CachePositions int `toml:"cache_positions"`

	// SettledValue: a game is settled once the searches of both sides have agreed for SettledPlies
	// moves in a row that the same side is ahead by at least this value, 0 to 1; 1 switches it off.
	SettledValue float64 `toml:"settled_value"`
	SettledPlies int     `toml:"settled_plies"`
	// SettledSimulations is the budget of every search once the game is settled.
	SettledSimulations int `toml:"settled_simulations"`
	// SettledWeight is the weight of a settled position in training, 0 to 1.
	SettledWeight float64 `toml:"settled_weight"`
}

// Default returns settings that suit an 8x8 board.
func Default() Config {
	return Config{
		RandomPlies:        8,
		Repetitions:        3,
		FullSimulations:    64,
		FastSimulations:    12,
		FastConsidered:     4,
		FullShare:          0.25,
		SettledValue:       0.95,
		SettledPlies:       4,
		SettledSimulations: 8,
		SettledWeight:      0.25,
	}
}

// Validate reports the first unusable setting.
func (c Config) Validate() error {
	for _, n := range []struct {
		key              string
		value, low, high int
	}{
		{"workers", c.Workers, 0, 1 << 20},
		{"random_plies", c.RandomPlies, 0, 1 << 20},
		{"scatter_plies", c.ScatterPlies, 0, 1 << 16},
		{"repetitions", c.Repetitions, 0, 1 << 16},
		{"full_simulations", c.FullSimulations, 1, 1 << 20},
		{"fast_simulations", c.FastSimulations, 1, 1 << 20},
		{"fast_considered", c.FastConsidered, 0, 1 << 20},
		{"cache_positions", c.CachePositions, 0, 1 << 17},
		{"settled_plies", c.SettledPlies, 1, 1 << 20},
		{"settled_simulations", c.SettledSimulations, 1, 1 << 20},
	} {
		if n.value < n.low || n.value > n.high {
			return fmt.Errorf("selfplay: %s is %d, want %d to %d", n.key, n.value, n.low, n.high)
		}
	}
	if c.Repetitions == 1 {
		return fmt.Errorf("selfplay: repetitions is 1, want 0 for none or at least 2: every position " +
			"occurs once")
	}
	for _, s := range []struct {
		key   string
		value float64
	}{
		{"scatter_share", c.ScatterShare},
		{"full_share", c.FullShare},
		{"settled_value", c.SettledValue},
		{"settled_weight", c.SettledWeight},
	} {
		if !(s.value >= 0 && s.value <= 1) {
			return fmt.Errorf("selfplay: %s is %g, want 0 to 1", s.key, s.value)
		}
	}
	return nil
}

// WorkerCount returns the number of games that a pool plays at once.
func (c Config) WorkerCount() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}
