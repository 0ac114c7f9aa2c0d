package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"epaminondas/internal/base/sqlite"
	"epaminondas/replay"
)

// leftSchema has the checkpoints whose files a copy of a run has left behind. Their rows stay in the
// registry, with their figures and matches.
const leftSchema = `
CREATE TABLE IF NOT EXISTS files_left_behind (
	name TEXT PRIMARY KEY -- in the folder checkpoints
) STRICT;
`

// Needs are the parts of a run that training needs to continue.
type Needs struct {
	Checkpoints []Checkpoint // with both files, as far as they exist; oldest first
	FirstGame   int64        // id of the oldest game
}

// errLeft returns the error of a checkpoint whose file was left behind. It counts as missing.
func errLeft(file string) error {
	return fmt.Errorf("run: the file of checkpoint %s was left behind when the run was packed: only a pack "+
		"with --all has it: %w", file, fs.ErrNotExist)
}

// CopyDatabase writes a copy of the run's database to a new file, as it is now. The copy has the games
// that are needed, and registers all other checkpoints as left behind. It is one file without a log.
func (r *Run) CopyDatabase(ctx context.Context, path string, needs *Needs) error {
	err := r.wait.Retry(ctx, func() error {
		_, err := r.db.ExecContext(ctx, `VACUUM INTO ?`, path)
		return err
	})
	if err == nil {
		err = leaveBehind(ctx, path, needs)
	}
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("run: copy %s: %w", r.Database(), err)
	}
	return nil
}

// leaveBehind makes a copy of a database smaller, as [Run.CopyDatabase] describes.
func leaveBehind(ctx context.Context, path string, needs *Needs) error {
	games, err := replay.Open(path)
	if err != nil {
		return err
	}
	db, err := sqlite.Open(path)
	if err != nil {
		return errors.Join(err, games.Close())
	}
	err = leaveFiles(ctx, db, needs)
	if err == nil && needs.FirstGame > 0 {
		err = games.LeaveBehind(ctx, needs.FirstGame)
	}
	if err = errors.Join(err, db.Close(), games.Close()); err != nil {
		return err
	}
	if size(path+sqlite.LogEnding) > 0 { // SQLite empties it when the last connection closes
		return fmt.Errorf("the log %s was not moved into the copy", path+sqlite.LogEnding)
	}
	return nil
}

// leaveFiles registers all checkpoints that are not needed as left behind.
func leaveFiles(ctx context.Context, db *sql.DB, needs *Needs) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx,
		`INSERT OR IGNORE INTO files_left_behind SELECT file FROM checkpoints ORDER BY id`); err != nil {
		return err
	}
	for _, c := range needs.Checkpoints {
		if _, err := tx.ExecContext(ctx, `DELETE FROM files_left_behind WHERE name = ?`, c.File); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// CheckpointFiles returns the names of the files of a checkpoint that exist in the folder checkpoints:
// the weights, and the training state if the checkpoint keeps it.
func (r *Run) CheckpointFiles(c Checkpoint) (names []string, err error) {
	for _, path := range r.filesOf(c) {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && path != r.Path(c):
			continue
		case err != nil:
			return nil, fmt.Errorf("run: %w", err)
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("run: %s is not a regular file", path)
		}
		names = append(names, info.Name())
	}
	return names, nil
}
