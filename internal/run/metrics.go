package run

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Metric is a named figure of a cycle.
type Metric struct {
	Name  string
	Value float64
}

// AddMetrics records the figures of the cycle that ended at a step; those of an earlier try at the same step
// are replaced.
func (r *Run) AddMetrics(ctx context.Context, step int64, elapsed time.Duration, metrics []Metric) error {
	err := r.transact(ctx, func(tx *sql.Tx) error {
		for _, m := range metrics {
			if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO metrics (step, name, value, elapsed) VALUES (?, ?, ?, ?)`, step, m.Name, m.Value, elapsed.Seconds()); err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("run: add metrics: %w", err)
	}
	return nil
}
