package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/internal/training/config"
)

// Playing returns the checkpoint that plays the games of the run, as train.follow says: the newest,
// or the best. The field Sampler is empty. Stage is the stage of the newest checkpoint, because its
// settings hold for the games. ok is false before the first checkpoint. Playing costs
// one query, so it may be called often.
func (r *Run) Playing(ctx context.Context) (c Checkpoint, ok bool, err error) {
	const fields = `
SELECT id, step, file, coalesce((SELECT stage FROM stages ORDER BY checkpoint DESC LIMIT 1), 0)
FROM checkpoints `
	query := fields + `ORDER BY id DESC LIMIT 1`
	if r.Config.Train.Follow == config.FollowBest { // the first is best until another passes the gate
		query = fields + `
WHERE id = coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '` + bestKey + `'),
	(SELECT min(id) FROM checkpoints))`
	}
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, query).Scan(&c.ID, &c.Step, &c.File, &c.Stage)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Checkpoint{}, false, nil
	}
	if err == nil {
		err = errors.Join(checkFile(c.ID, c.File), r.checkStage(c))
	}
	if err != nil {
		return Checkpoint{}, false, fmt.Errorf("run: read which checkpoint plays in %s: %w",
			r.Database(), err)
	}
	return c, true, nil
}
