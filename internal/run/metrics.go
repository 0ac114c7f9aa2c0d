package run

import (
	"context"
	"database/sql"
	"fmt"
)

// Metric is a named figure of a cycle.
type Metric struct {
	Name  string
	Value float64
}

// addMetrics records the figures of the cycle that a checkpoint ends; those of an earlier checkpoint of the same step are
// replaced.
func addMetrics(ctx context.Context, tx *sql.Tx, c Checkpoint, metrics []Metric) error {
	for _, m := range metrics {
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO metrics (step, name, value, elapsed) VALUES (?, ?, ?, ?)`,
			c.Step, m.Name, m.Value, c.Elapsed.Seconds())
		if err != nil {
			return fmt.Errorf("metric %s: %w", m.Name, err)
		}
	}
	return nil
}
