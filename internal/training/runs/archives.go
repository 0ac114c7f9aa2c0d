package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// archiveSchema has the archives of the checkpoints. A checkpoint without a row has an empty archive.
const archiveSchema = `
CREATE TABLE IF NOT EXISTS archives (
	file      TEXT PRIMARY KEY, -- of the checkpoint, in the folder checkpoints
	positions TEXT NOT NULL,    -- where games with this checkpoint may begin, one a line
	sha256    TEXT NOT NULL     -- of positions
) STRICT;
`

// addArchive stores the archive of a checkpoint. A file that is registered again keeps its archive,
// because games may have begun from it.
func addArchive(ctx context.Context, tx *sql.Tx, c Checkpoint) error {
	if c.Archive == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO archives VALUES (?, ?, ?)`, c.File, c.Archive,
		digest([]byte(c.Archive)))
	return err
}

// ErrArchive means that an archive is not the archive that the run stored.
var ErrArchive = errors.New("the archive has changed")

// Archive returns the archive of the checkpoint with a file: positions from which its games may
// begin, one a line. It is empty if the checkpoint has none. The error wraps [ErrArchive] if the
// archive is damaged.
func (r *Run) Archive(ctx context.Context, file string) (positions string, err error) {
	var sum string
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `SELECT positions, sha256 FROM archives WHERE file = ?`,
			file).Scan(&positions, &sum)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if got := digest([]byte(positions)); err == nil && got != sum {
		err = fmt.Errorf("%w: the SHA-256 of the archive is %s, want %s", ErrArchive, got, sum)
	}
	if err != nil {
		return "", fmt.Errorf("run: read the archive of %s in %s: %w", file, r.Database(), err)
	}
	return positions, nil
}
