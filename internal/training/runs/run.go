// Package runs stores a training run in a folder:
//
//	run.toml          the resolved config
//	run.db            SQLite: games (package replay), checkpoints, matches, metrics
//	init.safetensors  a copy of the checkpoint that the run began with, if any
//	checkpoints/      averaged weights of each checkpoint, and training states of some
//	report.json       strength of the finished player
//	evaluation.lines  what the classical engine learned from it, if the config asks for that
//
// Everything that a run has acknowledged is on the disk, and the run resumes from it.
package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// ErrNoRun means that a folder has no run.
var ErrNoRun = errors.New("no run")

// ErrInUse means that another process trains the run.
var ErrInUse = errors.New("the run is in use by another process")

// Run is an open run folder.
type Run struct {
	Dir string
	// Config has the settings of the stage that the run is in: see [Run.Enter].
	Config config.Config
	Games  *replay.Store // the games of self-play

	whole config.Config // the settings in run.toml, with all stages
	stage int           // counted from 0

	db   *sql.DB
	lock *sqlite.FileLock // nil unless this process may train
	file os.FileInfo      // of the database when it was opened

	files *sqlite.ReadOnly // nil if this process may write

	identity string
	wait     *sqlite.LockWait
}

// The names in a run folder.
const (
	configName      = config.FileName
	databaseName    = "run.db"
	checkpointsName = "checkpoints"
	reportName      = "report.json"
	linesName       = "evaluation.lines"
	initName        = "init.safetensors"
	lockName        = "train.lock"
)

// Create begins a run in dir, or resumes the existing run. To resume, the config must be the same,
// except for the budget and the use of the machine. Until the run is closed, no other process can
// create or resume it, but other processes may open it and add games. The error wraps [ErrInUse] if
// another process trains the run, and [ErrLost] if the folder has checkpoints but not their
// database. An operation on the run fails if another process locks the database for 30 seconds.
func Create(ctx context.Context, dir string, c config.Config) (*Run, error) {
	return CreateWaiting(ctx, dir, c, nil)
}

// CreateWaiting is [Create] for a run that waits without end for a locked database. It passes a
// message about the wait to tell.
func CreateWaiting(ctx context.Context, dir string, c config.Config, tell func(text string)) (*Run, error) {
	if !utf8.ValidString(dir) {
		return nil, fmt.Errorf("run: the folder is %q, which is not valid UTF-8, so reports could not "+
			"name it: want another name", dir)
	}
	weights, err := adoptInit(&c, dir)
	if err != nil {
		return nil, err
	}
	if err := adoptGames(ctx, &c, dir); err != nil {
		return nil, err
	}
	if err := durable.MkdirAll(filepath.Join(dir, checkpointsName)); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	lock, err := lockFolder(ctx, dir)
	if err != nil {
		return nil, err
	}
	err = checkLost(ctx, dir)
	if err == nil {
		err = settle(dir, c, weights)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	begun, err := readConfig(dir)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	r, err := open(ctx, dir, begun, tell)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	r.lock = lock
	return r, nil
}

// settle writes the config of a run and the content of its init. It returns an error if the run
// began with a different config.
func settle(dir string, given config.Config, init []byte) error {
	existing, err := readConfig(dir)
	if err != nil && !errors.Is(err, ErrNoRun) {
		return err
	}
	if err == nil {
		if changes := config.InWords(config.Differences(existing, given)); len(changes) > 0 {
			return fmt.Errorf("run: %s was started with other settings (%s): give the same settings, or "+
				"another folder with --run", dir, strings.Join(changes, "; "))
		}
		given.Init = existing.Init // a copy in a different place is the same checkpoint
	}
	if init != nil { // written before the config, because a run with this config cannot begin without it
		if err := durable.WriteBytes(filepath.Join(dir, initName), init); err != nil {
			return fmt.Errorf("run: %w", err)
		}
	}
	text, err := given.Text()
	if err != nil {
		return err
	}
	if err := durable.WriteBytes(filepath.Join(dir, configName), text); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// lockFolder stops other processes from training in a folder until the lock is closed.
func lockFolder(ctx context.Context, dir string) (*sqlite.FileLock, error) {
	return Lock(ctx, dir, lockName)
}

// Lock prevents other processes from locking the same file in a folder. The lock lasts until it is
// closed, or until the process ends in any way. The error wraps [ErrInUse] if another process has
// the lock.
func Lock(ctx context.Context, dir, name string) (*sqlite.FileLock, error) {
	lock, err := sqlite.LockFile(ctx, filepath.Join(dir, name))
	if err == nil {
		return lock, nil
	}
	switch {
	case sqlite.IsBusy(err):
		err = ErrInUse
	case ctx.Err() == nil && !errors.Is(err, durable.ErrNoLocks):
		err = fmt.Errorf("%w; if %s is damaged, remove the file while no process uses the folder", err, name)
	}
	return nil, fmt.Errorf("run: lock %s: %w", dir, err)
}

// Open opens the run in dir. The error wraps [ErrNoRun] if dir has no run. It wraps [ErrLost] if
// the folder has checkpoints without their database, and [ErrRules] if the rules of the run's games
// differ from its config.
func Open(ctx context.Context, dir string) (*Run, error) { return OpenWaiting(ctx, dir, nil) }

// OpenWaiting is [Open] for a run that waits without end for a locked database. It passes a message
// about the wait to tell.
func OpenWaiting(ctx context.Context, dir string, tell func(text string)) (*Run, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	if err := checkLost(ctx, dir); err != nil {
		return nil, err
	}
	return open(ctx, dir, c, tell)
}

// open opens a run, given its config. The database must not be lost.
func open(ctx context.Context, dir string, c config.Config, tell func(text string)) (*Run, error) {
	r := &Run{Dir: dir, Config: c, whole: c, wait: sqlite.NewLockWait(tell)}
	if err := r.openDatabase(ctx); err != nil {
		return nil, err
	}
	if err := r.enterNewest(ctx); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Close closes the run. See [OpenReadOnly] for its error after a read.
func (r *Run) Close() error {
	if r.files != nil {
		return errors.Join(r.files.Confirm(), r.files.Close())
	}
	err := errors.Join(r.Games.Close(), r.db.Close())
	if r.lock != nil {
		err = errors.Join(err, r.lock.Close())
	}
	return err
}

// Database returns the path of the run's database.
func (r *Run) Database() string { return filepath.Join(r.Dir, databaseName) }

// ConfigPath returns the path of the config of the run in dir.
func ConfigPath(dir string) string { return filepath.Join(dir, configName) }

// Files returns the paths of the files that describe the run in dir: its config, database and report.
func Files(dir string) []string {
	return []string{ConfigPath(dir), filepath.Join(dir, databaseName), ReportPath(dir)}
}

// LinesPath returns the path of the evaluation by lines of the run in dir.
func LinesPath(dir string) string { return filepath.Join(dir, linesName) }

// ReportPath returns the path of the report of the run in dir.
func ReportPath(dir string) string { return filepath.Join(dir, reportName) }

// readConfig reads the config of the run in dir.
func readConfig(dir string) (config.Config, error) {
	path := filepath.Join(dir, configName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Config{}, fmt.Errorf("run: %w in %s: the folder has no %s", ErrNoRun, dir, configName)
	}
	if err != nil {
		return config.Config{}, fmt.Errorf("run: %w", err)
	}
	begun, err := config.Parse(text)
	if err != nil {
		return config.Config{}, fmt.Errorf("run: %s: %w\nIf the file is damaged, remove it: train writes it "+
			"again if you give the settings of the run", path, err)
	}
	return begun, nil
}
