package runs

import (
	"context"
	"database/sql"
	"fmt"
)

// Older returns the checkpoints that may be opponents of the checkpoint with a given file. They
// were registered earlier, and have fewer steps, but at least half as many. Each file occurs once,
// in the order of registration, and the field Sampler is empty. Checkpoints whose files were left
// behind are no opponents. Rows of the registry do not change, so the result stays the same.
func (r *Run) Older(ctx context.Context, file string) ([]Checkpoint, error) {
	var list []Checkpoint
	err := r.Rows(ctx, func() { list = nil }, func(rows *sql.Rows) error {
		var c Checkpoint
		err := rows.Scan(&c.ID, &c.Step, &c.File)
		list = append(list, c)
		if err != nil {
			return err
		}
		return checkFile(c.ID, c.File)
	}, `
WITH newer AS (SELECT id, step FROM checkpoints WHERE file = ? ORDER BY id LIMIT 1)
SELECT min(c.id), c.step, c.file FROM checkpoints c, newer
WHERE c.id < newer.id AND c.step < newer.step AND 2 * c.step >= newer.step
	AND c.file NOT IN (SELECT name FROM files_left_behind)
GROUP BY c.file ORDER BY min(c.id)`, file)
	if err != nil {
		return nil, fmt.Errorf("run: list the opponents of %s in %s: %w", file, r.Database(), err)
	}
	return list, nil
}
