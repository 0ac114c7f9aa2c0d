package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"epaminondas/internal/training/runs"
)

// Queries of the numbers of refused games and batches by worker and reason. Reading a table of counts
// takes the same short time for any number of games. Runs of earlier versions of the program lack
// these tables.
const (
	countedBatches  = `SELECT worker, reason, batches FROM fleet_faults`
	countedRefusals = `SELECT worker, reason, games FROM fleet_refused WHERE games > 0`
	listedRefusals  = `SELECT worker, reason, count(*) FROM fleet_refusals GROUP BY worker, reason`
)

// tables is a run or a view of a run.
type tables interface {
	Rows(ctx context.Context, reset func(), do func(*sql.Rows) error, query string, arguments ...any) error
}

// readWorkers returns the workers. counted says whether the run has the tables of counts.
func readWorkers(ctx context.Context, t tables, counted bool) ([]Worker, error) {
	var list []Worker
	var at map[string]int
	err := t.Rows(ctx, func() { list, at = nil, map[string]int{} }, func(rows *sql.Rows) error {
		w := Worker{Refused: map[string]int64{}, RefusedBatches: map[string]int64{}}
		var invited, seen int64
		var revoked sql.NullInt64
		err := rows.Scan(&w.Key, &w.Name, &w.Quota, &invited, &revoked, &seen, &w.Cores, &w.GamesPerHour,
			&w.Step, &w.Spooled, &w.State, &w.Stored)
		w.Invited = time.Unix(invited, 0)
		if revoked.Valid {
			w.Revoked = time.Unix(revoked.Int64, 0)
		}
		if seen > 0 {
			w.Seen = time.UnixMilli(seen)
		}
		at[w.Key] = len(list)
		list = append(list, w)
		return err
	}, `SELECT key, name, quota, invited, revoked, seen, cores, games_per_hour, step, spooled, state, stored
		FROM fleet_workers ORDER BY name`)
	if err != nil {
		return nil, err
	}
	refusals := listedRefusals
	if counted {
		refusals = countedRefusals
	}
	err = eachCount(ctx, t, refusals, func(key, reason string, games int64) {
		if i, ok := at[key]; ok {
			list[i].Refused[reason] = games
		}
	})
	if err != nil || !counted {
		return list, err
	}
	err = eachCount(ctx, t, countedBatches, func(key, reason string, batches int64) {
		if i, ok := at[key]; ok {
			list[i].RefusedBatches[reason] = batches
		}
	})
	return list, err
}

// eachCount calls add for each row of a query of numbers by worker and reason. It may call add
// twice for a row, because a query can be repeated.
func eachCount(ctx context.Context, t tables, query string,
	add func(worker, reason string, n int64)) error {
	return t.Rows(ctx, func() {}, func(rows *sql.Rows) error {
		var worker, reason string
		var n int64
		if err := rows.Scan(&worker, &reason, &n); err != nil {
			return err
		}
		add(worker, reason, n)
		return nil
	}, query)
}

// Fault names a reason for which the ingester refuses whole batches of a worker.
type Fault struct{ Worker, Reason string }

// RefuseBatches counts batches that were refused as a whole.
func RefuseBatches(ctx context.Context, r *runs.Run, batches map[Fault]int64) error {
	err := r.Transact(ctx, func(tx *sql.Tx) error {
		for fault, n := range batches {
			_, err := tx.ExecContext(ctx, `
INSERT INTO fleet_faults VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET batches = batches + excluded.batches`,
				fault.Worker, fault.Reason, n)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("ledger: count refused batches in %s: %w", r.Database(), err)
	}
	return nil
}
