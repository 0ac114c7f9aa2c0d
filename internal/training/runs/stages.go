package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/internal/training/config"
)

// stageSchema has the stages of the checkpoints. A checkpoint without a row is of the first stage.
const stageSchema = `
CREATE TABLE IF NOT EXISTS stages (
	checkpoint INTEGER PRIMARY KEY REFERENCES checkpoints,
	stage      INTEGER NOT NULL,                -- in which training continues from it, from 0 on
	plateau    TEXT    NOT NULL                 -- how near the early end of the stage is, as JSON
) STRICT;
`

// addStage stores the stage of a checkpoint. A checkpoint that begins a stage on another board also
// becomes the best one, because checkpoints of two boards cannot play a match. It loses its archive,
// which has positions of the other board.
func (r *Run) addStage(ctx context.Context, tx *sql.Tx, c Checkpoint) error {
	if len(r.whole.Stages) == 0 {
		return nil
	}
	var before int
	err := tx.QueryRowContext(ctx, `
SELECT coalesce((SELECT stage FROM checkpoints LEFT JOIN stages ON checkpoint = id
	WHERE id < ? OR stage IS NOT NULL ORDER BY id DESC LIMIT 1), 0)`, c.ID).Scan(&before)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO stages VALUES (?, ?, ?)`, c.ID,
		c.Stage, string(c.Plateau)); err != nil {
		return err
	}
	if r.Board(before) == r.Board(c.Stage) {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM archives WHERE file = ?`, c.File); err != nil {
		return err
	}
	return setBest(ctx, tx, c.ID)
}

// checkStage returns an error if a run has no such stage. A database from a stranger may have any
// number.
func (r *Run) checkStage(c Checkpoint) error {
	if c.Stage < 0 || c.Stage >= r.whole.StageCount() {
		return fmt.Errorf("checkpoint %d is of stage %d, but the run has %d", c.ID, c.Stage+1,
			r.whole.StageCount())
	}
	return nil
}

// enterNewest enters the stage of the newest checkpoint.
func (r *Run) enterNewest(ctx context.Context) error {
	if len(r.whole.Stages) == 0 {
		return nil
	}
	var c Checkpoint
	err := r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `
SELECT id, coalesce(stage, 0) FROM checkpoints LEFT JOIN stages ON checkpoint = id
ORDER BY id DESC LIMIT 1`).Scan(&c.ID, &c.Stage)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err == nil {
		err = r.checkStage(c)
	}
	if err != nil {
		return fmt.Errorf("run: read the stage of %s: %w", r.Database(), err)
	}
	r.Enter(c.Stage)
	return nil
}

// Enter changes Config to the settings of a stage, counted from 0. [Create] and [Open] enter the stage
// of the newest checkpoint. A checkpoint of [Run.Playing] may be of a later stage, which another
// process has begun.
func (r *Run) Enter(stage int) { r.Config, r.stage = r.whole.At(stage), stage }

// Stage returns the stage that the run is in, counted from 0.
func (r *Run) Stage() int { return r.stage }

// Whole returns the settings of the run with all its stages.
func (r *Run) Whole() config.Config { return r.whole }

// LastBoard returns the name of the rules in the last stage, which are those of the whole run.
func (r *Run) LastBoard() string { return r.Board(r.whole.StageCount() - 1) }

// Board returns the name of the rules in a stage.
func (r *Run) Board(stage int) string {
	rules, err := r.whole.At(stage).Rules.Parse()
	if err != nil {
		panic(fmt.Sprintf("run: the rules of a valid config: %v", err)) // a bug of ours
	}
	return rules.Name()
}
