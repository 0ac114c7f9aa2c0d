package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unicode/utf8"
)

// Grow has the settings of a run that first learns from the games of an older run. The network may
// have another shape. Self-play begins when the loss on held-out games stops falling.
type Grow struct {
	From string `toml:"from"` // folder of the older run at the start; empty for no such phase
	// Run is the identity of the older run; optional in a config, always set in run.toml.
	Run string `toml:"run"`
	// Positions is the most positions that the run copies, the newest games first; 0 for replay.max.
	Positions int     `toml:"positions"`
	HeldOut   float64 `toml:"held_out"` // largest share of the games that only measure; (0, 1)
	// MeasureSteps is the least number of steps between two measurements.
	MeasureSteps int64 `toml:"measure_steps"`
	// Patience is the number of measurements in a row without a lower loss after which self-play
	// begins.
	Patience int     `toml:"patience"`
	Share    float64 `toml:"share"` // largest share of the run's budget for this phase; (0, 1]
}

// DefaultGrow returns the settings of a run without an older run.
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

func (g Grow) validate() error {
	switch {
	case !utf8.ValidString(g.From):
		return fmt.Errorf("grow: from is %q, which is not valid UTF-8, so %s could not keep it: rename "+
			"the folder", g.From, configName)
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
		return errors.New("train: cooldown is 1, want less: a run with grow.from learns from the older " +
			"run before its cooldown")
	}
	return nil
}

// Bound returns the share of the run's budget at which learning from an older run ends at the
// latest. The cooldown begins later.
func (c Config) Bound() float64 { return min(c.Grow.Share, 1-c.Train.Cooldown) }

// adoptGames completes grow.run for a new run or the run in dir. It returns an error if the games
// cannot be used.
func (c *Config) adoptGames(ctx context.Context, dir string) error {
	if c.Grow.From == "" {
		return nil
	}
	if err := c.Grow.validate(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	if begun, err := readConfig(dir); err == nil && begun.Grow.From == c.Grow.From &&
		(c.Grow.Run == "" || c.Grow.Run == begun.Grow.Run) {
		c.Grow.Run = begun.Grow.Run // the older run may be gone
		return nil
	}
	identity, err := c.older(ctx, dir)
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	c.Grow.Run = identity
	return nil
}

// CheckOlder returns an error if a run in dir cannot use the games of the config's older run: they
// have other rules, or it is the same run.
func (c Config) CheckOlder(ctx context.Context, dir string) error {
	_, err := c.older(ctx, dir)
	return err
}

// older returns the identity of the older run.
func (c Config) older(ctx context.Context, dir string) (identity string, err error) {
	from := c.Grow.From
	fail := func(err error) (string, error) { return "", fmt.Errorf("grow: games of %s: %w", from, err) }
	other, err := readConfig(from)
	if err != nil {
		return fail(err)
	}
	same, err := sameFolder(from, dir)
	if err != nil {
		return fail(err)
	}
	if same {
		return fail(errors.New("this is the folder of the run itself: give another folder with --run, or " +
			"another run"))
	}
	if err := c.checkSameRules(other); err != nil {
		return fail(err)
	}
	identity, err = other.identityIn(ctx, from)
	if err != nil {
		return fail(err)
	}
	if c.Grow.Run != "" && c.Grow.Run != identity {
		return fail(fmt.Errorf("it is the run %s, want %s", identity, c.Grow.Run))
	}
	return identity, nil
}

// checkSameRules returns an error if two configs have different rules.
func (c Config) checkSameRules(other Config) error {
	mine, err := c.Rules.Parse()
	if err != nil {
		return err
	}
	theirs, err := other.Rules.Parse()
	if err != nil {
		return err
	}
	if mine.Name() != theirs.Name() {
		return fmt.Errorf("they have the rules %q, but this run has %q: only games with the same rules "+
			"can be learned; --init can use the weights of another board", theirs.Name(), mine.Name())
	}
	return nil
}

// identityIn returns the identity of the run in dir, which has the config c.
func (c Config) identityIn(ctx context.Context, dir string) (identity string, err error) {
	err = Look(ctx, dir, func(v *View) error {
		identity, err = v.identity(ctx)
		return err
	})
	if err == nil && identity == "" { // an earlier version of the program made it
		identity = c.identity()
	}
	return identity, err
}

// sameFolder reports whether two paths are the same folder. The second may not exist.
func sameFolder(a, b string) (bool, error) {
	first, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	second, err := os.Stat(b)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(first, second), err
}
