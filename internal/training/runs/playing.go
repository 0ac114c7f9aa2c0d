package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/internal/training/config"
)

// Playing returns the checkpoint that plays the games of the run, as train.follow says: the newest,
// or the best. The field Sampler is empty. ok is false before the first checkpoint. Playing costs
// one query, so it may be called often.
func (r *Run) Playing(ctx context.Context) (c Checkpoint, ok bool, err error) {
	query := `SELECT id, step, file FROM checkpoints ORDER BY id DESC LIMIT 1`
	if r.Config.Train.Follow == config.FollowBest { // the first is best until another passes the gate
		query = `
SELECT id, step, file FROM checkpoints
WHERE id = coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '` + bestKey + `'),
	(SELECT min(id) FROM checkpoints))`
	}
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, query).Scan(&c.ID, &c.Step, &c.File)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Checkpoint{}, false, nil
	}
	if err == nil {
		err = checkFile(c.ID, c.File)
	}
	if err != nil {
		return Checkpoint{}, false, fmt.Errorf("run: read which checkpoint plays in %s: %w",
			r.Database(), err)
	}
	return c, true, nil
}
