package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/replay"
)

// schemaVersion is the version of the tables below, stored in the database's table meta. Raise it
// when they change. Version 1 had no processor time; see [Run.migrate].
const (
	schemaVersion = 2
	schemaKey     = "run_schema"
	bestKey       = "best_checkpoint"
)

// The tables of a run, without the tables of package replay, which creates the file.
const schema = `
CREATE TABLE IF NOT EXISTS checkpoints (
	id        INTEGER PRIMARY KEY,
	step      INTEGER NOT NULL,                 -- training steps so far
	phase     TEXT    NOT NULL CHECK (phase IN ('constant', 'cooldown', 'final')),
	budget    TEXT    NOT NULL,                 -- what the learning-rate schedule was to end with
	branch    INTEGER NOT NULL,                 -- how often the run had gone on from before a cooldown
	file      TEXT    NOT NULL,                 -- in the folder checkpoints
	games     INTEGER NOT NULL,                 -- id of the newest game it could learn from
	elapsed   REAL    NOT NULL,                 -- seconds at work so far
	processor REAL,             -- seconds of processor time so far; NULL if they were not counted
	offered   REAL,             -- seconds at work times the cores that the run asked for; or NULL
	sampler   BLOB    NOT NULL,                 -- what the sampler resumes from
	created   TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE TABLE IF NOT EXISTS matches (
	id        INTEGER PRIMARY KEY,
	candidate INTEGER NOT NULL REFERENCES checkpoints,
	best      INTEGER NOT NULL REFERENCES checkpoints,
	wins      INTEGER NOT NULL,                 -- of the candidate
	draws     INTEGER NOT NULL,
	losses    INTEGER NOT NULL,
	verdict   TEXT    NOT NULL,                 -- accepted, rejected or undecided
	detail    TEXT    NOT NULL,                 -- the whole match as JSON
	created   TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE TABLE IF NOT EXISTS metrics (
	step      INTEGER NOT NULL,
	name      TEXT    NOT NULL,
	value     REAL    NOT NULL,
	elapsed   REAL    NOT NULL,                 -- seconds at work so far
	PRIMARY KEY (step, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
	name      TEXT PRIMARY KEY,                 -- in the folder checkpoints
	sha256    TEXT NOT NULL                     -- of the file as it was registered
) STRICT;
`

// allTables has the tables of all parts of this package.
const allTables = schema + archiveSchema + flowSchema + fleetSchema + growSchema + stageSchema + leftSchema

// DatabaseCure tells a person how to save the rest of a damaged database.
const DatabaseCure = "only SQLite can mend that: run \"sqlite3 run.db .recover | sqlite3 recovered.db\", " +
	"then move recovered.db to run.db and remove run.db-wal and run.db-shm"

// openDatabase opens the database of a run and creates its tables. If SQLite reports damage, the
// error includes the repair.
func (r *Run) openDatabase(ctx context.Context) error {
	err := r.openTables(ctx)
	if sqlite.IsDamaged(err) {
		return fmt.Errorf("%w; %s", err, DatabaseCure)
	}
	return err
}

func (r *Run) openTables(ctx context.Context) error {
	var err error
	if r.Games, err = replay.OpenWaiting(ctx, r.Database(), r.wait); err != nil {
		return err
	}
	if r.file, err = os.Stat(r.Database()); err != nil {
		return errors.Join(fmt.Errorf("run: %w", err), r.Games.Close())
	}
	if r.db, err = sqlite.Open(r.Database()); err != nil {
		return errors.Join(fmt.Errorf("run: open %s: %w", r.Database(), err), r.Games.Close())
	}
	if err := r.prepare(ctx); err != nil {
		return errors.Join(fmt.Errorf("run: open %s: %w", r.Database(), err), r.Close())
	}
	return nil
}

// prepare creates the tables, unless a newer version of the program has created them.
func (r *Run) prepare(ctx context.Context) error {
	return r.Transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, allTables); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES (?, ?)`, schemaKey,
			fmt.Sprint(schemaVersion)); err != nil {
			return err
		}
		var version int
		if err := tx.QueryRowContext(ctx, `SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?`,
			schemaKey).Scan(&version); err != nil {
			return err
		}
		if err := checkVersion(version); err != nil {
			return err
		}
		if err := r.migrate(ctx, tx, version); err != nil {
			return err
		}
		if err := r.checkRules(ctx, tx); err != nil {
			return err
		}
		return r.identify(ctx, tx)
	})
}

// checkVersion refuses tables of an unknown version.
func checkVersion(version int) error {
	if version < 1 || version > schemaVersion {
		return fmt.Errorf("the version of its tables is %d, this program supports 1 to %d", version,
			schemaVersion)
	}
	return nil
}

// migrate updates the tables of an earlier version. The new columns contain NULL.
func (r *Run) migrate(ctx context.Context, tx *sql.Tx, version int) error {
	if version == schemaVersion {
		return nil
	}
	for _, change := range []string{
		`ALTER TABLE checkpoints ADD COLUMN processor REAL`,
		`ALTER TABLE checkpoints ADD COLUMN offered REAL`,
	} {
		if _, err := tx.ExecContext(ctx, change); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `UPDATE meta SET value = ? WHERE key = ?`, fmt.Sprint(schemaVersion),
		schemaKey)
	return err
}

// Transact makes a change to the database completely or not at all. It may undo a change and then
// call change again. Package ledger uses Transact and [Run.Rows] for the fleet's tables.
func (r *Run) Transact(ctx context.Context, change func(tx *sql.Tx) error) error {
	return r.wait.Retry(ctx, func() error { return r.attempt(ctx, change) })
}

func (r *Run) attempt(ctx context.Context, change func(tx *sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := change(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Rows calls reset, then do for each row of a query's result. If another process has locked the
// database, Rows calls reset and do again.
func (r *Run) Rows(ctx context.Context, reset func(), do func(*sql.Rows) error, query string,
	arguments ...any) error {
	return r.wait.Retry(ctx, func() error {
		reset()
		return sqlite.EachRow(ctx, r.db, do, query, arguments...)
	})
}

// Tell replaces the function that gets messages about another process's lock on the database.
func (r *Run) Tell(tell func(text string)) { r.wait.Tell(tell) }

// LimitLockWait limits the wait for another process's lock on the database, from now on.
func (r *Run) LimitLockWait(limit time.Duration) { r.wait.SetLimit(limit) }
