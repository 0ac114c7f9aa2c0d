package runs

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"epaminondas/replay"
)

// ErrRules means that the rules in a run's config differ from the rules of its games.
var ErrRules = errors.New("the games of the run have other rules")

// rulesKey is the key in the table meta for the rules of the games.
const rulesKey = "rules"

// checkRules returns an error that wraps [ErrRules] if the rules in the config have changed since
// the run began. So no process adds games that the run cannot use. A run of an earlier version of
// the program did not store its rules, so the rules of its first game count.
func (r *Run) checkRules(ctx context.Context, tx *sql.Tx) error {
	rules, err := r.whole.Rules.Parse()
	if err != nil {
		return err
	}
	first, err := r.firstRules(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES (?, ?)`, rulesKey,
		cmp.Or(first, rules.Name())); err != nil {
		return err
	}
	var begun string
	if err := tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`,
		rulesKey).Scan(&begun); err != nil {
		return err
	}
	return r.compareRules(begun, rules.Name())
}

// firstRules returns the name of the rules of the first game. It returns "" if there are no games, or
// if the run has stages, because the first stage may have another board.
func (r *Run) firstRules(ctx context.Context, q replay.Querier) (string, error) {
	if len(r.whole.Stages) > 0 {
		return "", nil
	}
	return replay.FirstRules(ctx, q)
}

// compareRules returns an error if the rules at the beginning of the run differ from the rules of
// the config.
func (r *Run) compareRules(begun, now string) error {
	if begun != now {
		return fmt.Errorf("%w: the games have %q, but %s has %q; restore the section [rules] of %s, or use "+
			"another folder", ErrRules, begun, configName, now, filepath.Join(r.Dir, configName))
	}
	return nil
}
