package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// View reads a run folder and never writes in it. Another process may train there. Close a view
// soon, for the same reasons as a [sqlite.ReadOnly].
type View struct {
	Dir   string
	Games *replay.View

	files   *sqlite.ReadOnly
	version int // of the tables
}

// OpenView opens a view of the run in dir. The error wraps [ErrNoRun] if there is no run.
func OpenView(ctx context.Context, dir string) (*View, error) {
	files, err := replay.OpenReadOnly(ctx, filepath.Join(dir, databaseName))
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("%w in %s: %w", ErrNoRun, dir, err)
		}
		return nil, fmt.Errorf("run: %w", err)
	}
	v := &View{Dir: dir, Games: replay.NewView(files), files: files}
	if err := v.checkVersion(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("run: read %s: %w", dir, err), files.Close())
	}
	return v, nil
}

// Look calls do with a view of the run in dir. It calls do again if a writer opened the database in
// the meantime or kept it locked.
func Look(ctx context.Context, dir string, do func(*View) error) error {
	return again(func() error {
		view, err := OpenView(ctx, dir)
		if err != nil {
			return err
		}
		return errors.Join(do(view), view.Close())
	})
}

// checkVersion reads the version of the tables. It refuses tables of a newer version of the
// program.
func (v *View) checkVersion(ctx context.Context) error {
	if err := v.files.DB.QueryRowContext(ctx, `SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?`,
		schemaKey).Scan(&v.version); err != nil {
		return err
	}
	return checkVersion(v.version)
}

// Close ends the view. The error wraps [sqlite.ErrMoved] if the results are not reliable.
func (v *View) Close() error { return errors.Join(v.files.Confirm(), v.files.Close()) }

// Has reports whether the database has a table. Runs of earlier versions of the program lack some.
func (v *View) Has(ctx context.Context, table string) (bool, error) {
	var n int
	err := v.files.DB.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?`, table).Scan(&n)
	return n > 0, err
}

// Rows is [Run.Rows]. A view never repeats a query: see [Look].
func (v *View) Rows(ctx context.Context, reset func(), do func(*sql.Rows) error, query string,
	arguments ...any) error {
	reset()
	return sqlite.EachRow(ctx, v.files.DB, do, query, arguments...)
}

// Marker is a checkpoint in a view.
type Marker struct {
	ID      int64
	Step    int64
	Phase   Phase
	Branch  int
	File    string
	Games   int64         // id of the newest game in its window
	Elapsed time.Duration // time at work so far
	Created time.Time     // to the second

	Processor Processor // processor time so far
}

// Markers returns the checkpoints with ids above after, oldest first. Each file occurs only once,
// as in [Run.Checkpoints].
func (v *View) Markers(ctx context.Context, after int64) ([]Marker, error) {
	return v.markers(ctx, `WHERE id > ? ORDER BY id`, after)
}

// NewestMarkers returns the n newest checkpoints, oldest first.
func (v *View) NewestMarkers(ctx context.Context, n int) ([]Marker, error) {
	list, err := v.markers(ctx, `ORDER BY id DESC LIMIT ?`, n)
	slices.Reverse(list)
	return list, err
}

// Marker returns the checkpoint with an id; ok is false if there is none.
func (v *View) Marker(ctx context.Context, id int64) (m Marker, ok bool, err error) {
	list, err := v.markers(ctx, `WHERE id = ?`, id)
	if err != nil || len(list) == 0 {
		return m, false, err
	}
	return list[0], true, nil
}

// markers returns the checkpoints that the end of a query selects.
func (v *View) markers(ctx context.Context, selection string, argument any) ([]Marker, error) {
	times := "processor, offered"
	if v.version == 1 {
		times = "NULL, NULL"
	}
	var list []Marker
	err := sqlite.EachRow(ctx, v.files.DB, func(rows *sql.Rows) error {
		var m Marker
		var elapsed float64
		var created string
		var used, offered sql.NullFloat64
		err := rows.Scan(&m.ID, &m.Step, &m.Phase, &m.Branch, &m.File, &m.Games, &elapsed, &created, &used,
			&offered)
		if err == nil {
			m.Created, err = time.Parse(time.RFC3339, created)
		}
		m.Elapsed, m.Processor = seconds(elapsed), newProcessor(used, offered)
		list = append(list, m)
		if err != nil {
			return err
		}
		return checkFile(m.ID, m.File)
	}, `SELECT id, step, phase, branch, file, games, elapsed, created, `+times+` FROM checkpoints `+selection,
		argument)
	if err != nil {
		return nil, fmt.Errorf("run: list checkpoints of %s: %w", v.Dir, err)
	}
	return newestRows(list, func(m Marker) string { return m.File }), nil
}

// Metrics returns the figures recorded at a step, by name.
func (v *View) Metrics(ctx context.Context, step int64) (map[string]float64, error) {
	metrics := map[string]float64{}
	err := sqlite.EachRow(ctx, v.files.DB, func(rows *sql.Rows) error {
		var name string
		var value float64
		err := rows.Scan(&name, &value)
		metrics[name] = value
		return err
	}, `SELECT name, value FROM metrics WHERE step = ?`, step)
	if err != nil {
		return nil, fmt.Errorf("run: read metrics of %s: %w", v.Dir, err)
	}
	return metrics, nil
}

// GateMatch is a gate match in a view.
type GateMatch struct {
	ID, Candidate, Best int64 // Candidate and Best are ids of checkpoints that Markers returns
	Wins, Draws, Losses int   // of the candidate
	Decision            string
	Detail              json.RawMessage // the whole match
}

// Verdicts returns the gate matches with ids above after, oldest first.
func (v *View) Verdicts(ctx context.Context, after int64) ([]GateMatch, error) {
	var list []GateMatch
	err := sqlite.EachRow(ctx, v.files.DB, func(rows *sql.Rows) error {
		var m GateMatch
		err := rows.Scan(&m.ID, &m.Candidate, &m.Best, &m.Wins, &m.Draws, &m.Losses, &m.Decision,
			(*[]byte)(&m.Detail))
		list = append(list, m)
		return err
	}, `SELECT id, candidate, best, wins, draws, losses, verdict, detail FROM matches WHERE id > ? ORDER BY id`, after)
	var newest map[int64]int64
	if err == nil && len(list) > 0 {
		newest, err = superseded(ctx, v.files.DB)
	}
	if err != nil {
		return nil, fmt.Errorf("run: list matches of %s: %w", v.Dir, err)
	}
	for i, m := range list {
		list[i].Candidate, list[i].Best = current(newest, m.Candidate), current(newest, m.Best)
	}
	return list, nil
}

// Best is [Run.Best].
func (v *View) Best(ctx context.Context) (id int64, ok bool, err error) {
	if id, ok, err = best(ctx, v.files.DB); err != nil {
		return 0, false, fmt.Errorf("run: read %s: %w", v.Dir, err)
	}
	return id, ok, nil
}

// Settings returns the config of the run in dir, and the start of its last training session.
func Settings(dir string) (config.Config, time.Time, error) {
	c, err := readConfig(dir)
	if err != nil {
		return c, time.Time{}, err
	}
	info, err := os.Stat(filepath.Join(dir, configName))
	if err != nil {
		return c, time.Time{}, fmt.Errorf("run: %w", err)
	}
	return c, info.ModTime(), nil
}

// InTraining reports whether a process trains the run in dir. It writes nothing. A process that
// starts training at the same moment has to wait for some microseconds.
func InTraining(ctx context.Context, dir string) (bool, error) {
	path := filepath.Join(dir, lockName)
	if info, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	locked, err := sqlite.FileLocked(ctx, path)
	if err != nil {
		return false, fmt.Errorf("run: check the lock of %s: %w", dir, err)
	}
	return locked, nil
}
