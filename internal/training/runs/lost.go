package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/sqlite"
	"epaminondas/replay"
)

// ErrLost means that a folder has the checkpoints of a run, but the run's database is gone, empty
// or older than the checkpoints.
var ErrLost = errors.New("the run's database is lost")

// checkLost returns an error that wraps [ErrLost] if training in dir would take an existing run for
// a new one and delete its checkpoints. It changes nothing in the folder.
func checkLost(ctx context.Context, dir string) error {
	found, err := readLeftovers(dir)
	if err != nil {
		return err
	}
	database := filepath.Join(dir, databaseName)
	log := size(database+sqlite.LogEnding) > 0
	if size(database) <= 0 && size(database+sqlite.JournalEnding) <= 0 { // SQLite rolls back a journal
		what := "the folder has no " + databaseName
		if size(database) == 0 {
			what = databaseName + " is empty"
		}
		if log || len(found.weights)+len(found.states) > 0 || size(filepath.Join(dir, reportName)) > 0 {
			return lost(dir, what, found, log)
		}
		return nil
	}
	if !found.trained() {
		return nil // a run that was killed at its start
	}
	registered, err := readRegistry(ctx, database)
	if err != nil {
		return nil // opening the database will report the reason
	}
	return found.compare(dir, registered)
}

// compare returns an error that wraps [ErrLost] if a registry lacks checkpoints in the folder. One
// may be missing: a process may be killed after it writes the file and before it registers the
// checkpoint.
func (l leftovers) compare(dir string, registered []string) error {
	known := make(map[string]bool, len(registered))
	for _, name := range registered {
		known[name] = true
	}
	var missing []string
	for _, name := range l.weights {
		if !known[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 || len(registered) > 0 && len(missing) == 1 || !l.trained() {
		return nil
	}
	what := fmt.Sprintf("%s lists %s and lacks %d of those in the folder, such as %s: the database is "+
		"older than these files, or has lost its log %s",
		databaseName, noun.Count(len(known), "checkpoint"), len(missing), missing[len(missing)-1],
		databaseName+sqlite.LogEnding)
	return lost(dir, what, l, false)
}

// lost returns the error about a folder, with the repair.
func lost(dir, what string, found leftovers, log bool) error {
	text := fmt.Sprintf("%s, but %s has %v", what, filepath.Join(dir, checkpointsName), found)
	if log {
		text += fmt.Sprintf(", and %s has games", databaseName+sqlite.LogEnding)
	}
	text += fmt.Sprintf(". Nothing was changed. Put %s back from a copy, together with its %s if there "+
		"is one.", databaseName, databaseName+sqlite.LogEnding)
	if n := len(found.weights); n > 0 {
		newest := filepath.Join(dir, checkpointsName, found.weights[n-1])
		text += fmt.Sprintf(" Without a copy the games are gone, but each checkpoint still plays, and "+
			"another run can begin from one: train --config FILE --run OTHER --init %s.", newest)
	}
	return fmt.Errorf("run: %s: %w: %s To start a new run here, move the folder %s away first", dir, ErrLost,
		text, checkpointsName)
}

// size returns the size of a file in bytes, -1 if it does not exist.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// readRegistry returns the file names in the registry of a database, without writing. It returns
// none if the database lacks the tables of this package.
func readRegistry(ctx context.Context, database string) (names []string, err error) {
	const attempts = 3 // a process may start to write during a read
	for range attempts {
		if names, err = lookUpRegistry(ctx, database); !errors.Is(err, sqlite.ErrMoved) {
			break
		}
	}
	return names, err
}

func lookUpRegistry(ctx context.Context, database string) (names []string, err error) {
	files, err := replay.OpenReadOnly(ctx, database)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.Confirm(), files.Close()) }()
	var tables int
	if err := files.DB.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema WHERE name = 'checkpoints'`).Scan(&tables); err != nil ||
		tables == 0 {
		return nil, err
	}
	err = sqlite.EachRow(ctx, files.DB, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		names = append(names, name)
		return err
	}, `SELECT file FROM checkpoints ORDER BY id`)
	return names, err
}

// ErrGone means that the database of an open run is no longer in its folder.
var ErrGone = errors.New("the database was removed while the run had it open")

// Present returns an error that wraps [ErrGone] if the run's database or its log is no longer the
// file that the run opened. Everything written to it would be lost at the end of the process.
func (r *Run) Present() error {
	info, err := os.Stat(r.Database())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("run: %w: %s does not exist", ErrGone, r.Database())
	case err != nil:
		return fmt.Errorf("run: %w", err)
	case !os.SameFile(info, r.file):
		return fmt.Errorf("run: %w: %s is not the file that the run opened", ErrGone, r.Database())
	case size(r.Database()+sqlite.LogEnding) < 0:
		return fmt.Errorf("run: %w: %s does not exist", ErrGone, r.Database()+sqlite.LogEnding)
	}
	return nil
}

// Rescue handles an error about a database that is gone: see [ErrGone]. This process still has it
// open, so Rescue writes a copy. The error that it returns also names the copy, and the work that
// stops. Rescue returns other errors unchanged.
func (r *Run) Rescue(ctx context.Context, failed error, stops string) error {
	if !errors.Is(failed, ErrGone) {
		return failed
	}
	path, err := r.Backup(context.WithoutCancel(ctx))
	if err != nil {
		return fmt.Errorf("%w. %s. The program could not write a copy of the database (%w): "+
			"put the database back from your own copy",
			failed, stops, err)
	}
	return fmt.Errorf("%w. %s. A copy of the database with all games is %s: move it to %s and remove %s-wal "+
		"and %s-shm, then give the same command again",
		failed, stops, path, r.Database(), r.Database(), r.Database())
}

// Backup writes the data that the open run still sees into a new file in the run's folder, and
// returns its path. Use it after [ErrGone].
func (r *Run) Backup(ctx context.Context) (string, error) {
	path := unused(r.Database() + ".salvaged-")
	if _, err := r.db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return "", fmt.Errorf("run: save a copy of the database of %s: %w", r.Dir, err)
	}
	if err := durable.SyncFolder(r.Dir); err != nil {
		return "", fmt.Errorf("run: save a copy of the database of %s: %w", r.Dir, err)
	}
	return path, nil
}

// unused appends a number to a path and returns it. The number is the smallest one, from 1 on, for
// which no file has this path.
func unused(path string) string {
	for i := 1; ; i++ {
		if numbered := path + strconv.Itoa(i); size(numbered) < 0 {
			return numbered
		}
	}
}

// Fold moves the write-ahead log into the database file, as far as readers allow. Then this file alone
// has all data up to now.
func (r *Run) Fold(ctx context.Context) error {
	if err := sqlite.FoldLog(ctx, r.db); err != nil {
		return fmt.Errorf("run: move the log of %s into it: %w", r.Database(), err)
	}
	return nil
}
