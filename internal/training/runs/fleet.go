package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"epaminondas/internal/base/sqlite"
)

// fleetSchema has the tables for games from other machines.
const fleetSchema = `
CREATE TABLE IF NOT EXISTS fleet_workers (
	key            TEXT    PRIMARY KEY,          -- public
	name           TEXT    NOT NULL UNIQUE,
	quota          INTEGER NOT NULL,             -- bytes a second
	invited        INTEGER NOT NULL,             -- seconds since 1970
	revoked        INTEGER,                      -- likewise; NULL while it may send
	seen           INTEGER NOT NULL DEFAULT 0,   -- milliseconds since 1970; 0 for never
	cores          INTEGER NOT NULL DEFAULT 0,
	games_per_hour REAL    NOT NULL DEFAULT 0,
	step           INTEGER NOT NULL DEFAULT -1,  -- of the network that it plays; -1 for none
	spooled        INTEGER NOT NULL DEFAULT 0,   -- games without a receipt
	state          TEXT    NOT NULL DEFAULT '',  -- playing, or why it is not
	stored         INTEGER NOT NULL DEFAULT 0    -- games
) STRICT;
CREATE TABLE IF NOT EXISTS fleet_spools (
	worker TEXT    NOT NULL,
	spool  TEXT    NOT NULL,
	next   INTEGER NOT NULL,                     -- all games below are stored or refused
	PRIMARY KEY (worker, spool)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fleet_refusals (
	id     INTEGER PRIMARY KEY,
	worker TEXT    NOT NULL,
	spool  TEXT    NOT NULL,
	number INTEGER NOT NULL,
	reason TEXT    NOT NULL,
	detail TEXT    NOT NULL,
	record BLOB,                                 -- NULL if the worker has too many of them
	made   INTEGER NOT NULL DEFAULT (unixepoch()),
	UNIQUE (worker, spool, number)
) STRICT;
CREATE INDEX IF NOT EXISTS fleet_refusals_reason ON fleet_refusals (worker, reason);
CREATE TABLE IF NOT EXISTS fleet_refused (     -- counts the rows of fleet_refusals
	worker TEXT    NOT NULL,
	reason TEXT    NOT NULL,
	games  INTEGER NOT NULL,
	PRIMARY KEY (worker, reason)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS fleet_refusals_added AFTER INSERT ON fleet_refusals BEGIN
	INSERT OR IGNORE INTO fleet_refused VALUES (new.worker, new.reason, 0);
	UPDATE fleet_refused SET games = games + 1 WHERE worker = new.worker AND reason = new.reason;
END;
CREATE TRIGGER IF NOT EXISTS fleet_refusals_removed AFTER DELETE ON fleet_refusals BEGIN
	UPDATE fleet_refused SET games = games - 1 WHERE worker = old.worker AND reason = old.reason;
END;
INSERT INTO fleet_refused SELECT worker, reason, count(*) FROM fleet_refusals
	WHERE NOT EXISTS (SELECT 1 FROM fleet_refused) GROUP BY worker, reason;
CREATE TABLE IF NOT EXISTS fleet_faults (
	worker  TEXT    NOT NULL,
	reason  TEXT    NOT NULL,
	batches INTEGER NOT NULL,                    -- refused as a whole
	PRIMARY KEY (worker, reason)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fleet_networks (
	file      TEXT    PRIMARY KEY,               -- in the folder checkpoints
	step      INTEGER NOT NULL,
	sha256    TEXT    NOT NULL,
	offered   INTEGER NOT NULL,                  -- milliseconds since 1970
	withdrawn INTEGER                            -- likewise; NULL while workers play it
) STRICT, WITHOUT ROWID;
`

// fleetKey is the key of [Run.FleetID] in the table meta.
const fleetKey = "fleet"

// FleetID returns the name of the run's fleet. The first call stores the given name.
func (r *Run) FleetID(ctx context.Context, proposed string) (id string, err error) {
	err = r.transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES (?, ?)`, fleetKey,
			proposed); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, fleetKey).Scan(&id)
	})
	if err != nil {
		return "", fmt.Errorf("run: name the fleet of %s: %w", r.Database(), err)
	}
	return id, nil
}

// Worker is a machine that may play for a run.
type Worker struct {
	Key     string
	Name    string
	Quota   int64     // bytes a second
	Invited time.Time // to the second
	Revoked time.Time // to the second; zero while it may send
	WorkerStatus

	Stored         int64            // games
	Refused        map[string]int64 // games by reason
	RefusedBatches map[string]int64 // batches that were refused as a whole, by reason
}

// WorkerStatus is the last report of a worker.
type WorkerStatus struct {
	Seen         time.Time // by the clock of the hub; zero for never
	Cores        int
	GamesPerHour float64
	Step         int64  // of the network that it plays; -1 for none
	Spooled      int64  // games without a receipt
	State        string // playing, or why it is not
}

// ErrNamed means that the run already has a worker of this name.
var ErrNamed = errors.New("the run has a worker of this name already")

// Invite adds a worker, which may then send games.
func (r *Run) Invite(ctx context.Context, w Worker) error {
	err := r.wait.Retry(ctx, func() error {
		_, err := r.db.ExecContext(ctx,
			`INSERT INTO fleet_workers (key, name, quota, invited) VALUES (?, ?, ?, ?)`,
			w.Key, w.Name, w.Quota, w.Invited.Unix())
		return err
	})
	if sqlite.IsDuplicate(err) {
		err = ErrNamed
	}
	if err != nil {
		return fmt.Errorf("run: invite %q to %s: %w", w.Name, r.Dir, err)
	}
	return nil
}

// ErrNoWorker means that the run has no worker of this name.
var ErrNoWorker = errors.New("the run has no worker of this name")

// Revoke forbids a worker to send more games. Its stored games stay.
func (r *Run) Revoke(ctx context.Context, name string, now time.Time) error {
	var rows int64
	err := r.wait.Retry(ctx, func() error {
		result, err := r.db.ExecContext(ctx,
			`UPDATE fleet_workers SET revoked = coalesce(revoked, ?) WHERE name = ?`, now.Unix(), name)
		if err != nil {
			return err
		}
		rows, err = result.RowsAffected()
		return err
	})
	if err == nil && rows == 0 {
		err = ErrNoWorker
	}
	if err != nil {
		return fmt.Errorf("run: revoke %q of %s: %w", name, r.Dir, err)
	}
	return nil
}

// Workers returns the workers of the run by name.
func (r *Run) Workers(ctx context.Context) (list []Worker, err error) {
	err = r.wait.Retry(ctx, func() error {
		list, err = readWorkers(ctx, r.db, true)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("run: list the workers of %s: %w", r.Dir, err)
	}
	return list, nil
}

// TellWorkers stores the reports of workers, by key.
func (r *Run) TellWorkers(ctx context.Context, status map[string]WorkerStatus) error {
	err := r.transact(ctx, func(tx *sql.Tx) error {
		for key, s := range status {
			_, err := tx.ExecContext(ctx, `
UPDATE fleet_workers SET seen = ?, cores = ?, games_per_hour = ?, step = ?, spooled = ?, state = ?
			WHERE key = ?`,
				s.Seen.UnixMilli(), s.Cores, s.GamesPerHour, s.Step, s.Spooled, s.State, key)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("run: store the reports of workers in %s: %w", r.Dir, err)
	}
	return nil
}
