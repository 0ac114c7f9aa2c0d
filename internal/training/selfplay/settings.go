package selfplay

import (
	"fmt"
	"runtime"
)

// Config has the settings of self-play games. KataGo measured the costs and benefits of each
// technique (Wu 2019, arXiv:1902.10565).
type Config struct {
	// Workers is the number of games at once. 0 means one for each CPU. -1 is for a trainer that
	// plays no games itself and gets them from other processes.
	Workers int `toml:"workers"`
	// RandomPlies is the largest number of random moves from the start of the board. The actual
	// number is random too, so that games differ.
	RandomPlies int `toml:"random_plies"`
	// ScatterShare is the share of games that begin from stones scattered over the board, 0 to 1. No
	// random moves follow.
	ScatterShare float64 `toml:"scatter_share"`
	// ScatterPlies is the number of searched moves after which a game from scattered stones stops,
	// undecided. The targets of its positions come from the searches alone. 0 plays such games to
	// the end.
	ScatterPlies int `toml:"scatter_plies"`
	// ArchiveShare is the share of games that begin from a position of earlier games, 0 to 1
	// (Go-Exploit, arXiv:2302.12359). The trainer draws an archive of such positions for each
	// checkpoint. Games that begin before there is an archive begin at the start of the board. The
	// sum of ArchiveShare and ScatterShare is at most 1.
	ArchiveShare float64 `toml:"archive_share"`
	// OlderShare is the share of games against an older checkpoint of the run, 0 to 1. Each
	// checkpoint has one such opponent. As long as there is no older checkpoint, the newest one
	// plays both sides. Training uses only the positions of the newer checkpoint.
	OlderShare float64 `toml:"older_share"`
	// Repetitions is the number of occurrences of a position that ends a game as a draw. It counts
	// only under rules that make the game at the ply limit a draw. With 0 the game continues to the
	// limit.
	Repetitions int `toml:"repetitions"`

	// FullSimulations is the budget of a full search. Training uses the policy of full searches.
	FullSimulations int `toml:"full_simulations"`
	// FastSimulations is the budget of the other searches, which only choose a move.
	FastSimulations int `toml:"fast_simulations"`
	// FastConsidered is the number of root candidates of a fast Gumbel search; 0 means as many as
	// in a full search.
	FastConsidered int `toml:"fast_considered"`
	// FullShare is the probability that a move gets a full search (playout-cap randomisation), 0 to
	// 1.
	FullShare float64 `toml:"full_share"`

	// CachePositions is the number of evaluations in each worker's cache, rounded up to a power of
	// two; 0 means no cache. The cache changes no result. It is worth its memory only on small
	// boards, where positions repeat. On 4x6 it finds a third to a half of the positions, on 8x8
	// and larger boards one in a thousand or none. A position takes 96 bytes, and 4 bytes more for
	// each of its moves.
	CachePositions int `toml:"cache_positions"`

	// SettledValue is the value, 0 to 1, at which a game counts as settled. For SettledPlies moves
	// in a row, the searches of both sides must put the same side ahead by at least this value. 1
	// switches it off.
	SettledValue float64 `toml:"settled_value"`
	SettledPlies int     `toml:"settled_plies"`
	// SettledSimulations is the budget of every search in a settled game.
	SettledSimulations int `toml:"settled_simulations"`
	// SettledWeight is the weight of a settled position in training, 0 to 1.
	SettledWeight float64 `toml:"settled_weight"`
}

// NoWorkers is the number of workers of a trainer that plays no games itself.
const NoWorkers = -1

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

// Validate returns an error for the first invalid setting.
func (c Config) Validate() error {
	for _, n := range []struct {
		key              string
		value, low, high int
	}{
		{"workers", c.Workers, NoWorkers, 1 << 20},
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
		{"archive_share", c.ArchiveShare},
		{"older_share", c.OlderShare},
		{"full_share", c.FullShare},
		{"settled_value", c.SettledValue},
		{"settled_weight", c.SettledWeight},
	} {
		if !(s.value >= 0 && s.value <= 1) {
			return fmt.Errorf("selfplay: %s is %g, want 0 to 1", s.key, s.value)
		}
	}
	if c.ScatterShare+c.ArchiveShare > 1+1e-9 { // decimal fractions are not exact
		return fmt.Errorf("selfplay: archive_share is %g, want at most %.4g, because scatter_share is %g",
			c.ArchiveShare, 1-c.ScatterShare, c.ScatterShare)
	}
	return nil
}

// WithoutRun returns the settings for a process that cannot read the folder of a run, such as a
// worker of a fleet. The process has no archive and no older checkpoint.
func (c Config) WithoutRun() Config {
	c.ArchiveShare, c.OlderShare = 0, 0
	return c
}

// WorkerCount returns the number of games that a pool plays at once. With [NoWorkers] it is 0, and
// no pool can run.
func (c Config) WorkerCount() int {
	if c.Workers == NoWorkers {
		return 0
	}
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}
