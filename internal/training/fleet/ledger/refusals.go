package ledger

import (
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/training/runs"
)

// Refusal is a game that was refused.
type Refusal struct {
	ID     int64  `json:"id"` // grows from one refusal to the next
	Spool  string `json:"spool"`
	Number uint64 `json:"number"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}

// LastRefusal returns the id of the newest refused game of a worker, 0 if there is none.
func LastRefusal(ctx context.Context, r *runs.Run, worker string) (id int64, err error) {
	err = r.Rows(ctx, func() {}, func(rows *sql.Rows) error { return rows.Scan(&id) },
		`SELECT coalesce(max(id), 0) FROM fleet_refusals WHERE worker = ?`, worker)
	if err != nil {
		return 0, fmt.Errorf("ledger: find the last refused game in %s: %w", r.Database(), err)
	}
	return id, nil
}

// Refusals returns up to limit refused games of a worker with ids above after, the oldest first.
func Refusals(ctx context.Context, r *runs.Run, worker string, after int64, limit int) ([]Refusal, error) {
	var list []Refusal
	err := r.Rows(ctx, func() { list = nil }, func(rows *sql.Rows) error {
		var f Refusal
		var number int64
		err := rows.Scan(&f.ID, &f.Spool, &number, &f.Reason, &f.Detail)
		f.Number = uint64(number)
		list = append(list, f)
		return err
	}, `SELECT id, spool, number, reason, detail FROM fleet_refusals
		WHERE worker = ? AND id > ? ORDER BY id LIMIT ?`, worker, after, limit)
	if err != nil {
		return nil, fmt.Errorf("ledger: list refused games in %s: %w", r.Database(), err)
	}
	return list, nil
}
