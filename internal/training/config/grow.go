package config

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Grow has the settings of a run that first learns from the games of an older run. The network may
// have a different shape than the older run's network. Self-play begins when the loss on held-out
// games stops falling.
type Grow struct {
	From string `toml:"from"` // folder of the older run at the start; empty for no such phase
	// Run is the identity of the older run; optional in a config, always set in run.toml.
	Run string `toml:"run"`
	// Positions is the largest number of positions that the run copies; 0 for replay.max. It copies
	// the newest games.
	Positions int     `toml:"positions"`
	HeldOut   float64 `toml:"held_out"` // largest share of the games that only measure; (0, 1)
	// MeasureSteps is the least number of steps between two measurements.
	MeasureSteps int64 `toml:"measure_steps"`
	// Patience is the number of measurements in a row without a lower loss after which self-play
	// begins.
	Patience int     `toml:"patience"`
	Share    float64 `toml:"share"` // largest share of the run's budget for this phase; (0, 1]
}

// DefaultGrow returns the settings of a run that does not learn from an older run.
func DefaultGrow() Grow {
	return Grow{HeldOut: 0.05, MeasureSteps: 200, Patience: 3, Share: 0.33}
}

// String returns the folder of the older run as given.
func (g Grow) String() string {
	if g.From == "" {
		return "none"
	}
	return fmt.Sprintf("%s (run %s)", g.From, g.Run)
}

// Validate returns an error for the first invalid setting.
func (g Grow) Validate() error {
	switch {
	case !utf8.ValidString(g.From):
		return fmt.Errorf("grow: from is %q, which is not valid UTF-8, so %s could not keep it: rename "+
			"the folder", g.From, FileName)
	case g.From == "" && g.Run != "":
		return errors.New("grow: run is set, but from is not: set both or neither")
	case g.Positions < 0:
		return fmt.Errorf("grow: positions is %d, want 0 for replay.max, or more", g.Positions)
	case !(g.HeldOut > 0 && g.HeldOut < 1):
		return fmt.Errorf("grow: held_out is %v, want more than 0 and less than 1", g.HeldOut)
	case g.MeasureSteps < 1:
		return fmt.Errorf("grow: measure_steps is %d, want at least 1", g.MeasureSteps)
	case g.Patience < 1:
		return fmt.Errorf("grow: patience is %d, want at least 1", g.Patience)
	case !(g.Share > 0 && g.Share <= 1):
		return fmt.Errorf("grow: share is %v, want more than 0, at most 1", g.Share)
	}
	return nil
}

// growable returns an error for settings that leave no time to learn from an older run.
func (c Config) growable() error {
	if c.Grow.From != "" && c.Train.Cooldown >= 1 {
		return errors.New("train: cooldown is 1, want less than 1: a run with grow.from learns from the older " +
			"run before its cooldown")
	}
	return nil
}

// Bound returns the latest end of learning from an older run, as a share of the run's budget. The
// cooldown begins later.
func (c Config) Bound() float64 { return min(c.Grow.Share, 1-c.Train.Cooldown) }
