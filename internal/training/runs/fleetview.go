package runs

import (
	"context"
	"fmt"
)

// has reports whether a database has a table. Runs of earlier versions of the program lack some.
func (v *View) has(ctx context.Context, table string) (bool, error) {
	var n int
	err := v.files.DB.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?`, table).Scan(&n)
	return n > 0, err
}

// Workers is [Run.Workers]. The result is empty for a run that never had workers.
func (v *View) Workers(ctx context.Context) ([]Worker, error) {
	ok, err := v.has(ctx, "fleet_workers")
	if err != nil || !ok {
		return nil, err
	}
	counted, err := v.has(ctx, "fleet_faults")
	if err != nil {
		return nil, err
	}
	list, err := readWorkers(ctx, v.files.DB, counted)
	if err != nil {
		return nil, fmt.Errorf("run: list the workers of %s: %w", v.Dir, err)
	}
	return list, nil
}

// Flow is [Run.Flow].
func (v *View) Flow(ctx context.Context) (Flow, bool, error) {
	ok, err := v.has(ctx, "flow")
	if err != nil || !ok {
		return Flow{}, false, err
	}
	f, ok, err := readFlow(ctx, v.files.DB)
	if err != nil {
		return f, false, fmt.Errorf("run: read the flow of %s: %w", v.Dir, err)
	}
	return f, ok, nil
}
