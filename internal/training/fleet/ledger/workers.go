package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/runs"
)

// fleetKey is the key of [FleetID] in the table meta.
const fleetKey = "fleet"

// FleetID returns the name of the run's fleet. The first call stores the given name.
func FleetID(ctx context.Context, r *runs.Run, proposed string) (id string, err error) {
	err = r.Transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES (?, ?)`, fleetKey,
			proposed); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, fleetKey).Scan(&id)
	})
	if err != nil {
		return "", fmt.Errorf("ledger: name the fleet of %s: %w", r.Database(), err)
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
	State        string // playing, or why the worker does not play
}

// ErrNamed means that the run already has a worker of this name.
var ErrNamed = errors.New("the run has a worker of this name already")

// Invite adds a worker, which may then send games.
func Invite(ctx context.Context, r *runs.Run, w Worker) error {
	err := r.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO fleet_workers (key, name, quota, invited) VALUES (?, ?, ?, ?)`,
			w.Key, w.Name, w.Quota, w.Invited.Unix())
		return err
	})
	if sqlite.IsDuplicate(err) {
		err = ErrNamed
	}
	if err != nil {
		return fmt.Errorf("ledger: invite %q to %s: %w", w.Name, r.Dir, err)
	}
	return nil
}

// ErrNoWorker means that the run has no worker of this name.
var ErrNoWorker = errors.New("the run has no worker of this name")

// Revoke forbids a worker to send more games. Its stored games stay.
func Revoke(ctx context.Context, r *runs.Run, name string, now time.Time) error {
	var rows int64
	err := r.Transact(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx,
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
		return fmt.Errorf("ledger: revoke %q of %s: %w", name, r.Dir, err)
	}
	return nil
}

// Workers returns the workers of the run by name.
func Workers(ctx context.Context, r *runs.Run) ([]Worker, error) {
	list, err := readWorkers(ctx, r, true)
	if err != nil {
		return nil, fmt.Errorf("ledger: list the workers of %s: %w", r.Dir, err)
	}
	return list, nil
}

// TellWorkers stores the reports of workers, by key.
func TellWorkers(ctx context.Context, r *runs.Run, status map[string]WorkerStatus) error {
	err := r.Transact(ctx, func(tx *sql.Tx) error {
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
		return fmt.Errorf("ledger: store the reports of workers in %s: %w", r.Dir, err)
	}
	return nil
}
