package runs

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"epaminondas/internal/training/config"
	"epaminondas/net"
)

// ErrSwapped means that a file of a run is sound, but is not the file that the run wrote under its
// name.
var ErrSwapped = errors.New("this is not the file that the run wrote")

// identityKey is the key in the table meta for [Run.Identity].
const identityKey = "run_identity"

// identify reads the identity of the run, and creates it if there is none. The identity is stored
// because it must not change, although later versions of the program may know more settings.
func (r *Run) identify(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO meta VALUES (?, ?)`, identityKey,
		r.whole.Identity()); err != nil {
		return err
	}
	return tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, identityKey).Scan(&r.identity)
}

// Identity identifies the run in its checkpoints. Runs with the same settings and the same seed
// have the same identity.
func (r *Run) Identity() string { return r.identity }

// identity returns the identity of the run, or nothing if an earlier version of the program made it.
func (v *View) identity(ctx context.Context) (identity string, err error) {
	err = v.files.DB.QueryRowContext(ctx, `SELECT coalesce((SELECT value FROM meta WHERE key = ?), '')`,
		identityKey).Scan(&identity)
	if err != nil {
		return "", fmt.Errorf("run: read the identity of %s: %w", v.Dir, err)
	}
	return identity, nil
}

// filesOf returns the paths of the two files of a checkpoint.
func (r *Run) filesOf(c Checkpoint) []string { return []string{r.Path(c), r.StatePath(c)} }

// digestFiles returns the SHA-256 of a checkpoint's files by name. It leaves out missing files. It
// reads megabytes, so call it before a transaction and not within it.
func (r *Run) digestFiles(c Checkpoint) (map[string]string, error) {
	digests := map[string]string{}
	for _, path := range r.filesOf(c) {
		sum, err := digestFile(path)
		switch {
		case err == nil:
			digests[filepath.Base(path)] = sum
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return digests, nil
}

// digestFile returns the SHA-256 of a file in hexadecimal.
func digestFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// addDigests records the result of [Run.digestFiles]. It replaces earlier files of the same names.
func (r *Run) addDigests(ctx context.Context, tx *sql.Tx, c Checkpoint, digests map[string]string) error {
	for _, path := range r.filesOf(c) {
		name := filepath.Base(path)
		for _, table := range []string{"files", "files_left_behind"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE name = ?`, name); err != nil {
				return err
			}
		}
		if sum := digests[name]; sum != "" {
			if _, err := tx.ExecContext(ctx, `INSERT INTO files (name, sha256) VALUES (?, ?)`, name,
				sum); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckDigest returns an error that wraps [ErrSwapped] if a file in the folder checkpoints is not
// the registered one. It accepts files without a digest, which an earlier version of the program
// registered.
func (r *Run) CheckDigest(ctx context.Context, path string) error {
	return r.checkSum(ctx, path, func() (string, error) { return digestFile(path) })
}

// Digest returns the SHA-256 of the weights file of a checkpoint, in hexadecimal. It returns the same
// errors as [Run.CheckDigest].
func (r *Run) Digest(ctx context.Context, c Checkpoint) (string, error) {
	sum, err := digestFile(r.Path(c))
	if err != nil {
		return "", err
	}
	return sum, r.checkSum(ctx, r.Path(c), func() (string, error) { return sum, nil })
}

// checkSum is CheckDigest with a function that returns the SHA-256 of the file. It calls the function
// only if a digest is registered.
func (r *Run) checkSum(ctx context.Context, path string, sum func() (string, error)) error {
	var want string
	err := r.wait.Retry(ctx, func() (err error) {
		want, err = registeredSum(ctx, r.db, path)
		return err
	})
	if err != nil {
		return err
	}
	return compareSums(path, want, sum)
}

// registeredSum returns the registered SHA-256 of a file in the folder checkpoints. It returns ""
// if none is registered.
func registeredSum(ctx context.Context, db *sql.DB, path string) (want string, err error) {
	err = db.QueryRowContext(ctx, `SELECT sha256 FROM files WHERE name = ?`, filepath.Base(path)).Scan(&want)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("run: %s: %w", path, err)
	}
	return want, nil
}

// compareSums returns an error if a file does not have the SHA-256 want. If want is "", any file is
// right.
func compareSums(path, want string, sum func() (string, error)) error {
	if want == "" {
		return nil
	}
	got, err := sum()
	if err == nil && got != want {
		err = fmt.Errorf("%w: the SHA-256 is %s, want %s", ErrSwapped, got, want)
	}
	if err != nil {
		return fmt.Errorf("run: %s: %w", path, err)
	}
	return nil
}

// LoadWeights reads the weights file of a checkpoint. The error wraps [ErrSwapped] if the file is
// sound but belongs to another run, other rules or another step. It wraps [net.ErrCorrupt] if the
// file is damaged.
func (r *Run) LoadWeights(ctx context.Context, c Checkpoint) (*net.Checkpoint, error) {
	if c.Left {
		return nil, errLeft(c.File)
	}
	loaded, err := loadWeights(r.Path(c), r.identity, r.whole, c.Step)
	if err != nil {
		return nil, err
	}
	if err := r.CheckDigest(ctx, r.Path(c)); err != nil {
		return nil, err
	}
	return loaded, nil
}

// LoadWeights is [Run.LoadWeights].
func (v *View) LoadWeights(ctx context.Context, m Marker) (*net.Checkpoint, error) {
	c, err := readConfig(v.Dir)
	if err != nil {
		return nil, err
	}
	identity, err := v.identity(ctx)
	if err != nil {
		return nil, err
	}
	path := CheckpointPath(v.Dir, m.File)
	loaded, err := loadWeights(path, identity, c, m.Step)
	if err != nil {
		return nil, err
	}
	var want string
	known, err := v.Has(ctx, "files")
	if err == nil && known {
		want, err = registeredSum(ctx, v.files.DB, path)
	}
	if err == nil {
		err = compareSums(path, want, func() (string, error) { return digestFile(path) })
	}
	if err != nil {
		return nil, err
	}
	return loaded, nil
}

// loadWeights reads a weights file. It returns an error if the file names another run, rules of none of
// the run's stages, or another step.
func loadWeights(path, run string, c config.Config, step int64) (*net.Checkpoint, error) {
	loaded, err := net.LoadCheckpoint(path)
	if err != nil {
		return nil, err
	}
	boards, err := c.Boards()
	if err != nil {
		return nil, err
	}
	swapped := func(what string, got, want any) error {
		return fmt.Errorf("run: %s: %w: the file has %s %v, want %v", path, ErrSwapped, what, got, want)
	}
	switch meta := loaded.Meta; {
	case meta.Run != "" && run != "" && meta.Run != run:
		return nil, swapped(fmt.Sprintf("step %d of the run", meta.Step), meta.Run, run)
	case meta.Rules != "" && !slices.Contains(boards, meta.Rules):
		return nil, swapped("the rules", meta.Rules, strings.Join(boards, " or "))
	case meta.Rules != "" && meta.Step != step:
		return nil, swapped("step", meta.Step, step)
	}
	return loaded, nil
}

// foreign reports whether a weights file names another run.
func (r *Run) foreign(path string) bool {
	loaded, err := net.LoadCheckpoint(path)
	return err == nil && loaded.Meta.Run != "" && loaded.Meta.Run != r.identity
}
