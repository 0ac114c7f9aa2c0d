package replay

import (
	"fmt"
	"math"
)

// WindowConfig is the size of the window of newest data for training. Its unit is the position with
// a full search.
//
// With N positions in all, the window holds
//
//	Min * (1 + Growth * ((N/Min)^Exponent - 1) / Exponent)
//
// (KataGo, arXiv:1902.10565, appendix C; the exponent is from its SelfplayTraining.md). It begins
// at Min with slope Growth and then grows more slowly than N. So games of weak early networks leave
// the window soon, and strong games stay long.
type WindowConfig struct {
	Min      int     `toml:"min"`      // positions before training starts, and the least size of the window
	Max      int     `toml:"max"`      // the most positions that the window holds, which limits the memory; 0 for no limit
	Growth   float64 `toml:"growth"`   // growth of the window for each new position, at N = Min; (0, 1]
	Exponent float64 `toml:"exponent"` // (0, 1]; 1 grows in proportion to N

	// GameWeight is the largest total weight of the positions of one game. So a long game without
	// progress does not outweigh many short games. 0 is no limit.
	GameWeight float64 `toml:"game_weight"`
}

// DefaultWindow returns a window with KataGo's shape, in a size for a run on one computer.
func DefaultWindow() WindowConfig {
	return WindowConfig{Min: 10_000, Max: 1_000_000, Growth: 0.4, Exponent: 0.65}
}

// Validate reports the first field out of its range.
func (c WindowConfig) Validate() error {
	switch {
	case c.Min < 1:
		return fmt.Errorf("replay: min is %d, want 1 or more", c.Min)
	case c.Max != 0 && c.Max < c.Min:
		return fmt.Errorf("replay: max is %d, want 0 or at least min, which is %d", c.Max, c.Min)
	case !(c.Growth > 0 && c.Growth <= 1):
		return fmt.Errorf("replay: growth is %v, want more than 0, at most 1", c.Growth)
	case !(c.Exponent > 0 && c.Exponent <= 1):
		return fmt.Errorf("replay: exponent is %v, want more than 0, at most 1", c.Exponent)
	case !(c.GameWeight >= 0 && c.GameWeight <= MaxPlies):
		return fmt.Errorf("replay: game_weight is %v, want 0 for no bound, or up to %d", c.GameWeight,
			MaxPlies)
	}
	return nil
}

// Size returns the number of positions that the window may hold if total positions exist. It is at
// least Min. If total is at least Min, it is at most total.
func (c WindowConfig) Size(total int) int {
	if total <= c.Min {
		return c.Min
	}
	low := float64(c.Min)
	size := int(math.Round(low * (1 + c.Growth*(math.Pow(float64(total)/low, c.Exponent)-1)/c.Exponent)))
	if c.Max > 0 {
		size = min(size, c.Max)
	}
	return min(size, total)
}
