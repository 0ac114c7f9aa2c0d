package ledger

import (
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// SpoolID names a spool. A worker numbers the games of a spool from 0 on, and all have the same
// seed.
type SpoolID struct{ Worker, Spool string }

// Arrival is a game that a worker sent, with the decision of the ingester.
type Arrival struct {
	SpoolID
	Seed   uint64 // of the spool
	Number uint64
	Record []byte

	Game   *replay.Game // nil if it is refused
	Reason string       // reason for the refusal, as a word
	Detail string       // reason for the refusal, as a sentence
}

// ReasonConflict refuses a game because another game has the same seed and number.
const ReasonConflict = "conflict"

// recordsKept is the largest number of refused games of a worker with stored records.
const recordsKept = 200

// Take stores accepted games, refused games and receipts in one transaction. It returns the new
// receipt of each spool: every game below this number is stored or refused. A game that arrives
// twice counts once. If the database is gone, Take returns no receipts, because a worker deletes
// its games when it has the receipt. The error then wraps [runs.ErrGone].
func Take(ctx context.Context, r *runs.Run, arrivals []Arrival) (receipts map[SpoolID]uint64, err error) {
	err = r.Transact(ctx, func(tx *sql.Tx) error {
		receipts, err = take(ctx, tx, arrivals)
		return err
	})
	if err == nil {
		err = r.Present()
	}
	if err != nil {
		return nil, fmt.Errorf("ledger: store %s of workers in %s: %w", noun.Count(len(arrivals), "game"),
			r.Database(), err)
	}
	return receipts, nil
}

func take(ctx context.Context, tx *sql.Tx, arrivals []Arrival) (map[SpoolID]uint64, error) {
	var games []replay.Encoded
	var from []int
	for i, a := range arrivals {
		if a.Game != nil {
			games, from = append(games, replay.Encoded{Game: a.Game, Record: a.Record}), append(from, i)
		}
	}
	fates, err := replay.Insert(ctx, tx, games)
	if err != nil {
		return nil, err
	}
	stored := map[string]int{}
	var added, refused []Arrival
	for i, fate := range fates {
		a := arrivals[from[i]]
		switch fate {
		case replay.Added:
			stored[a.Worker]++
			added = append(added, a)
		case replay.Conflict:
			a.Reason, a.Detail = ReasonConflict, replay.ErrConflict.Error()
			refused = append(refused, a)
		}
	}
	for worker, n := range stored {
		if _, err := tx.ExecContext(ctx, `UPDATE fleet_workers SET stored = stored + ? WHERE key = ?`, n,
			worker); err != nil {
			return nil, err
		}
	}
	for _, a := range arrivals {
		if a.Game == nil {
			refused = append(refused, a)
		}
	}
	for _, a := range refused {
		if err := keepAside(ctx, tx, a); err != nil {
			return nil, err
		}
	}
	if err := unrefuse(ctx, tx, added); err != nil {
		return nil, err
	}
	return advance(ctx, tx, arrivals)
}

// keepAside stores a refused game. A game that is already in the run is not refused. It may arrive
// again long after it was stored, or after its worker was revoked.
func keepAside(ctx context.Context, tx *sql.Tx, a Arrival) error {
	if stored, err := replay.Has(ctx, tx, a.Seed, a.Number, a.Record); stored || err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
INSERT OR IGNORE INTO fleet_refusals (worker, spool, number, reason, detail, record) SELECT ?, ?, ?, ?, ?,
	CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM fleet_refusals WHERE worker = ?1 LIMIT ?7)) < ?7
		THEN ?6 END`,
		a.Worker, a.Spool, int64(a.Number), a.Reason, a.Detail, a.Record, recordsKept)
	return err
}

// unrefuse removes the refusals of games that the run now has. A copy of a lost game may still arrive.
func unrefuse(ctx context.Context, tx *sql.Tx, added []Arrival) error {
	refusals := map[string]bool{} // by worker
	for _, a := range added {
		some, known := refusals[a.Worker]
		if !known {
			if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM fleet_refusals WHERE worker = ?)`,
				a.Worker).Scan(&some); err != nil {
				return err
			}
			refusals[a.Worker] = some
		}
		if !some {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM fleet_refusals
WHERE worker = ? AND spool = ? AND number = ? AND (record IS NULL OR record = ?)`,
			a.Worker, a.Spool, int64(a.Number), a.Record); err != nil {
			return err
		}
	}
	return nil
}

// receiptOf is the query of the receipt of a spool, 0 if it has none.
const receiptOf = `SELECT coalesce(max(next), 0) FROM fleet_spools WHERE worker = ? AND spool = ?`

// advance updates the receipts of the spools of the games.
func advance(ctx context.Context, tx *sql.Tx, arrivals []Arrival) (map[SpoolID]uint64, error) {
	receipts := map[SpoolID]uint64{}
	for _, a := range arrivals {
		if _, done := receipts[a.SpoolID]; done {
			continue
		}
		var before int64
		if err := tx.QueryRowContext(ctx, receiptOf, a.Worker, a.Spool).Scan(&before); err != nil {
			return nil, err
		}
		next, err := decided(ctx, tx, a.SpoolID, a.Seed, uint64(before))
		if err != nil {
			return nil, err
		}
		receipts[a.SpoolID] = next
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO fleet_spools VALUES (?, ?, ?)`, a.Worker,
			a.Spool, int64(next)); err != nil {
			return nil, err
		}
	}
	return receipts, nil
}

// decided returns the first number from next on that is neither stored nor refused.
func decided(ctx context.Context, tx *sql.Tx, id SpoolID, seed, next uint64) (uint64, error) {
	for {
		stored, err := replay.Gap(ctx, tx, seed, next)
		if err != nil {
			return next, err
		}
		refused, err := replay.FirstGap(ctx, tx, stored, `SELECT number FROM fleet_refusals
WHERE worker = ?1 AND spool = ?2 AND number >= ?3 ORDER BY number`, id.Worker, id.Spool, int64(stored))
		if err != nil || refused == next {
			return refused, err
		}
		next = refused
	}
}

// Receipt returns the receipt of a spool: every game below this number is stored or refused.
func Receipt(ctx context.Context, r *runs.Run, id SpoolID) (uint64, error) {
	var next int64
	err := r.Rows(ctx, func() {}, func(rows *sql.Rows) error { return rows.Scan(&next) }, receiptOf,
		id.Worker, id.Spool)
	if err != nil {
		return 0, fmt.Errorf("ledger: read a receipt in %s: %w", r.Database(), err)
	}
	return uint64(next), nil
}
