package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"epaminondas/internal/base/durable"
)

// Hold opens the run in dir and stops other processes from training it until it is closed. It does
// not change the config. It returns the same errors as [Create] and [Open].
func Hold(ctx context.Context, dir string) (*Run, error) {
	if _, err := readConfig(dir); err != nil {
		return nil, err
	}
	lock, err := lockFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	r, err := Open(ctx, dir)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	r.lock = lock
	return r, nil
}

// Integrity returns the faults that SQLite finds in the database, none if it is sound.
func (r *Run) Integrity(ctx context.Context) (wrong []string, err error) {
	err = r.Rows(ctx, func() { wrong = nil }, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		if line != "ok" {
			wrong = append(wrong, line)
		}
		return err
	}, `PRAGMA integrity_check(10)`)
	if err != nil {
		return nil, fmt.Errorf("run: check %s: %w", r.Database(), err)
	}
	return wrong, nil
}

// Accepted returns the ids of the checkpoints that the gate accepted, the newest first. The ids are of
// checkpoints that [Run.Checkpoints] returns.
func (r *Run) Accepted(ctx context.Context) (ids []int64, err error) {
	err = r.Rows(ctx, func() { ids = nil }, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT candidate FROM matches WHERE verdict = 'accepted' ORDER BY id DESC`)
	var newest map[int64]int64
	if err == nil {
		err = r.wait.Retry(ctx, func() error {
			newest, err = superseded(ctx, r.db)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("run: list the accepted checkpoints in %s: %w", r.Database(), err)
	}
	for i, id := range ids {
		ids[i] = current(newest, id)
	}
	return ids, nil
}

// SetBest replaces the best checkpoint, for example if its file is damaged.
func (r *Run) SetBest(ctx context.Context, id int64) error {
	if err := r.Transact(ctx, func(tx *sql.Tx) error { return setBest(ctx, tx, id) }); err != nil {
		return fmt.Errorf("run: name the best checkpoint in %s: %w", r.Database(), err)
	}
	return nil
}

// Redigest records the current digests of a checkpoint's files.
func (r *Run) Redigest(ctx context.Context, c Checkpoint) error {
	digests, err := r.digestFiles(c)
	if err == nil {
		err = r.Transact(ctx, func(tx *sql.Tx) error { return r.addDigests(ctx, tx, c, digests) })
	}
	if err != nil {
		return fmt.Errorf("run: store the digests of %s: %w", c.File, err)
	}
	return nil
}

// SetAside renames a file in the folder checkpoints, so that training neither reads nor removes it.
// It returns the new name.
func (r *Run) SetAside(path string) (name string, err error) {
	aside := unused(path + ".set-aside-")
	if err := durable.Rename(path, aside); err != nil {
		return "", fmt.Errorf("run: set aside: %w", err)
	}
	return filepath.Base(aside), nil
}

// ForeignFiles returns the names in the folder checkpoints that training does not use.
func (r *Run) ForeignFiles() (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(r.Dir, checkpointsName))
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	for _, entry := range entries {
		if name := entry.Name(); !checkpointPattern.MatchString(name) && !temporaryPattern.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}
