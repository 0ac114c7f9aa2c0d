package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"epaminondas/internal/training/runs"
)

// Offer is a checkpoint that workers play, or played.
type Offer struct {
	File      string // in the folder checkpoints
	Step      int64
	SHA256    string // of the file, in hexadecimal
	Offered   time.Time
	Withdrawn time.Time // zero while workers play it
}

// OfferNetwork makes a checkpoint the network of the workers, in place of the last one, and returns
// the offer. A checkpoint may be offered again.
func OfferNetwork(ctx context.Context, r *runs.Run, c runs.Checkpoint, now time.Time) (Offer, error) {
	fail := func(err error) (Offer, error) {
		return Offer{}, fmt.Errorf("ledger: offer %s to workers: %w", c.File, err)
	}
	sum, err := r.Digest(ctx, c)
	if err != nil {
		return fail(err)
	}
	err = r.Transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx,
			`UPDATE fleet_networks SET withdrawn = ? WHERE withdrawn IS NULL AND file <> ?`,
			now.UnixMilli(), c.File); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
INSERT INTO fleet_networks (file, step, sha256, offered) VALUES (?, ?, ?, ?)
ON CONFLICT (file) DO UPDATE SET withdrawn = NULL, sha256 = excluded.sha256`,
			c.File, c.Step, sum, now.UnixMilli())
		return err
	})
	if err != nil {
		return fail(err)
	}
	return Offer{File: c.File, Step: c.Step, SHA256: sum, Offered: now}, nil
}

// Offers returns all checkpoints that workers play or played, by step.
func Offers(ctx context.Context, r *runs.Run) ([]Offer, error) {
	var list []Offer
	err := r.Rows(ctx, func() { list = nil }, func(rows *sql.Rows) error {
		var o Offer
		var offered int64
		var withdrawn sql.NullInt64
		err := rows.Scan(&o.File, &o.Step, &o.SHA256, &offered, &withdrawn)
		o.Offered = time.UnixMilli(offered)
		if withdrawn.Valid {
			o.Withdrawn = time.UnixMilli(withdrawn.Int64)
		}
		list = append(list, o)
		return err
	}, `SELECT file, step, sha256, offered, withdrawn FROM fleet_networks ORDER BY step, file`)
	if err != nil {
		return nil, fmt.Errorf("ledger: list the networks of workers in %s: %w", r.Database(), err)
	}
	return list, nil
}
