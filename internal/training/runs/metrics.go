package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Metric is a named figure of a cycle.
type Metric struct {
	Name  string
	Value float64
}

// addMetrics records the figures of the cycle that ends with a checkpoint. They replace the figures
// of an earlier checkpoint of the same step.
func addMetrics(ctx context.Context, tx *sql.Tx, c Checkpoint, metrics []Metric) error {
	for _, m := range metrics {
		_, err := tx.ExecContext(ctx,
			`INSERT OR REPLACE INTO metrics (step, name, value, elapsed) VALUES (?, ?, ?, ?)`,
			c.Step, m.Name, m.Value, c.Elapsed.Seconds())
		if err != nil {
			return fmt.Errorf("metric %s: %w", m.Name, err)
		}
	}
	return nil
}

// Metric returns a figure recorded at a step; 0 if there is none.
func (r *Run) Metric(ctx context.Context, step int64, name string) (value float64, err error) {
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `SELECT value FROM metrics WHERE step = ? AND name = ?`, step,
			name).Scan(&value)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("run: read metric %s of step %d in %s: %w", name, step, r.Database(), err)
	}
	return value, nil
}
