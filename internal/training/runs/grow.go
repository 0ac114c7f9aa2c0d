package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"epaminondas/internal/training/config"
)

// adoptGames completes grow.run for a new run or the run in dir. It returns an error if the games
// cannot be used.
func adoptGames(ctx context.Context, c *config.Config, dir string) error {
	if c.Grow.From == "" {
		return nil
	}
	if err := c.Grow.Validate(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	if begun, err := readConfig(dir); err == nil && (c.Grow.Run == "" || c.Grow.Run == begun.Grow.Run) {
		_, gone := os.Stat(c.Grow.From)
		if begun.Grow.From == c.Grow.From ||
			errors.Is(gone, fs.ErrNotExist) && samePlace(begun.Grow.From, c.Grow.From) {
			c.Grow.Run = begun.Grow.Run // the older run may be gone, or on another machine
			return nil
		}
	}
	identity, err := older(ctx, *c, dir)
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	c.Grow.Run = identity
	return nil
}

// CheckOlder returns an error if a run in dir cannot use the games of the config's older run. The
// games may have different rules, or it may be the same run.
func CheckOlder(ctx context.Context, c config.Config, dir string) error {
	_, err := older(ctx, c, dir)
	return err
}

// older returns the identity of the older run.
func older(ctx context.Context, c config.Config, dir string) (identity string, err error) {
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
	if err := checkSameRules(c, other); err != nil {
		return fail(err)
	}
	identity, err = identityIn(ctx, other, from)
	if err != nil {
		return fail(err)
	}
	if c.Grow.Run != "" && c.Grow.Run != identity {
		return fail(fmt.Errorf("the folder has the run %s, want the run %s", identity, c.Grow.Run))
	}
	return identity, nil
}

// checkSameRules returns an error if two configs have different rules.
func checkSameRules(c, other config.Config) error {
	mine, err := c.Rules.Parse()
	if err != nil {
		return err
	}
	theirs, err := other.Rules.Parse()
	if err != nil {
		return err
	}
	if mine.Name() != theirs.Name() {
		return fmt.Errorf("the games have the rules %q, but this run has %q: a run can learn only from "+
			"games with the same rules; --init can use the weights of another board", theirs.Name(), mine.Name())
	}
	return nil
}

// identityIn returns the identity of the run in dir, which has the config c.
func identityIn(ctx context.Context, c config.Config, dir string) (identity string, err error) {
	err = Look(ctx, dir, func(v *View) error {
		identity, err = v.identity(ctx)
		return err
	})
	if err == nil && identity == "" { // an earlier version of the program made it
		identity = c.Identity()
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
