package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
	_ "modernc.org/sqlite"

	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/replay"
)

// renumbered returns n copies of games with numbers from first on.
func renumbered(ctx context.Context, originals []*replay.Game, first uint64, n int) ([]replay.Encoded,
	error) {
	batch := make([]replay.Encoded, n)
	group, ctx := errgroup.WithContext(ctx)
	for worker := range runtime.NumCPU() {
		group.Go(func() (err error) {
			var encoder replay.Encoder
			defer encoder.Close()
			for i := worker; i < n && err == nil; i += runtime.NumCPU() {
				g := *originals[(first+uint64(i))%uint64(len(originals))]
				g.Number = first + uint64(i)
				batch[i], err = encoder.Encode(&g)
				err = errors.Join(err, ctx.Err())
			}
			return err
		})
	}
	return batch, group.Wait()
}

// copyCheckpoints registers copies of a checkpoint between the first one and the others. They have
// the steps 1, 2 and so on, a file each, and the metrics of the last checkpoint. Every tenth has a
// gate match.
func (w *workshop) copyCheckpoints(ctx context.Context, o options) error {
	r, err := runs.Open(ctx, w.run())
	if err != nil {
		return err
	}
	registry, err := r.Checkpoints(ctx)
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	last := registry[len(registry)-1]
	n := o.checkpoints - len(registry) - 1 // the trainer adds one
	if n < 1 || int64(n) >= registry[1].Step {
		return fmt.Errorf("the run has %d checkpoints up to step %d, too few steps for %d", len(registry),
			last.Step, o.checkpoints)
	}
	sums, err := w.writeCopies(r.Path(last), n)
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", filepath.Join(w.run(), "run.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := makeRoom(ctx, tx, n); err != nil {
		return err
	}
	for i, sum := range sums {
		step := int64(i) + 1
		if err := insertCopy(ctx, tx, step, last.ID+int64(n), sum); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// makeRoom moves the checkpoints after the first one to ids that are larger by n.
func makeRoom(ctx context.Context, tx *sql.Tx, n int) error {
	for _, change := range []string{
		`UPDATE checkpoints SET id = -id WHERE id > 1`,
		`UPDATE checkpoints SET id = -id + ?1 WHERE id < 0`,
		`UPDATE matches SET candidate = candidate + ?1 WHERE candidate > 1`,
		`UPDATE matches SET best = best + ?1 WHERE best > 1`,
		`UPDATE meta SET value = CAST(value AS INTEGER) + ?1
WHERE key = 'best_checkpoint' AND CAST(value AS INTEGER) > 1`,
	} {
		if _, err := tx.ExecContext(ctx, change, n); err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
	}
	return nil
}

// insertCopy registers a copy of the checkpoint with an id, as the checkpoint of a step. Its own id
// is the step plus one.
func insertCopy(ctx context.Context, tx *sql.Tx, step, of int64, sum string) error {
	file := runs.FileName(step, runs.Constant, 0)
	inserts := []string{`
INSERT INTO checkpoints (id, step, phase, budget, branch, file, games, elapsed, processor, offered, sampler)
SELECT ?1 + 1, ?1, 'constant', budget, branch, ?2, games, elapsed, processor, offered, sampler
FROM checkpoints WHERE id = ?3`,
		`INSERT OR REPLACE INTO files (name, sha256) SELECT ?2, ?4 WHERE ?3 > 0`,
		`INSERT INTO metrics (step, name, value, elapsed)
SELECT ?1, name, value, elapsed + 0 * length(?2) FROM metrics
WHERE step = (SELECT step FROM checkpoints WHERE id = ?3)`}
	if step%10 == 0 {
		inserts = append(inserts, `
INSERT INTO matches (candidate, best, wins, draws, losses, verdict, detail)
SELECT ?1 + 1, 1, wins, draws, losses, 'rejected', detail FROM matches ORDER BY id LIMIT 1`)
	}
	for _, insert := range inserts {
		if _, err := tx.ExecContext(ctx, insert, step, file, of, sum); err != nil {
			return fmt.Errorf("%s: %w", insert, err)
		}
	}
	return nil
}

// writeCopies writes the weights of a checkpoint under the names of the steps 1 to n, and returns
// the SHA-256 of each file.
func (w *workshop) writeCopies(path string, n int) (sums []string, err error) {
	c, err := net.LoadCheckpoint(path)
	if err != nil {
		return nil, err
	}
	for step := range int64(n) {
		c.Meta.Step = step + 1
		data, err := net.EncodeCheckpoint(c)
		if err != nil {
			return nil, err
		}
		file := runs.FileName(c.Meta.Step, runs.Constant, 0)
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), file), data, 0o644); err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		sums = append(sums, hex.EncodeToString(sum[:]))
	}
	return sums, nil
}
