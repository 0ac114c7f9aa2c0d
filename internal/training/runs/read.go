package runs

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/replay"
)

// OpenReadOnly opens the run in dir to read it, and writes nothing. So it also opens a run on a
// read-only disk, or a run of another user. Methods that write return an error. OpenReadOnly
// returns the same errors as [Open]. If another process opens the run before Close, the error of
// Close wraps [sqlite.ErrMoved], and everything that was read may be wrong.
func OpenReadOnly(ctx context.Context, dir string) (*Run, error) {
	config, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	if err := checkLost(ctx, dir); err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, Config: config, whole: config, wait: sqlite.NewLockWait(nil)}
	r.files, err = replay.OpenReadOnly(ctx, r.Database())
	if err == nil {
		r.db, r.Games = r.files.DB, replay.NewReadOnlyStore(r.files)
		if err = r.prepareToRead(ctx); err == nil {
			err = r.enterNewest(ctx)
		}
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("run: %w in %s yet, because train has not begun it: %w", ErrNoRun, dir, err)
	case sqlite.IsDamaged(err):
		err = fmt.Errorf("run: open %s: %w; %s", r.Database(), err, DatabaseCure)
	case err != nil:
		err = fmt.Errorf("run: open %s: %w", r.Database(), err)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Read calls do with the run in dir, opened by [OpenReadOnly]. It calls do again if another process
// opened the run in the meantime or kept it locked.
func Read(ctx context.Context, dir string, do func(*Run) error) error {
	return again(func() error {
		r, err := OpenReadOnly(ctx, dir)
		if err != nil {
			return err
		}
		return errors.Join(do(r), r.Close())
	})
}

// again waits for a moment and repeats a read that a writer has disturbed.
func again(read func() error) error {
	const tries, moment = 5, 2 * time.Millisecond
	for try := 1; ; try++ {
		err := read()
		if try == tries || !sqlite.IsDisturbed(err) {
			return err
		}
		time.Sleep(time.Duration(try) * moment)
	}
}

// prepareToRead checks the tables as [Run.prepare] does, and reads the identity. A run of an
// earlier version of the program may lack a table or a column. Then prepareToRead adds an empty one
// in the memory of the connection.
func (r *Run) prepareToRead(ctx context.Context) error {
	version := 0
	err := r.db.QueryRowContext(ctx, `
SELECT coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?), ?)`, schemaKey,
		schemaVersion).Scan(&version)
	if err == nil {
		err = checkVersion(version)
	}
	if err == nil {
		err = r.standIn(ctx, version)
	}
	if err != nil {
		return err
	}
	rules, err := r.whole.Rules.Parse()
	if err != nil {
		return err
	}
	first, err := r.firstRules(ctx, r.db)
	if err != nil {
		return err
	}
	var begun string
	if err := r.db.QueryRowContext(ctx, `
SELECT coalesce((SELECT value FROM meta WHERE key = ?), ?),
	coalesce((SELECT value FROM meta WHERE key = ?), ?)`, rulesKey, cmp.Or(first, rules.Name()), identityKey,
		r.whole.Identity()).Scan(&begun, &r.identity); err != nil {
		return err
	}
	return r.compareRules(begun, rules.Name())
}

// tablePattern matches the statement of a table.
var tablePattern = regexp.MustCompile(`(?s)CREATE TABLE IF NOT EXISTS (\w+) .*?\) STRICT[^;]*;`)

// standIn makes the tables and columns that the database lacks, in memory.
func (r *Run) standIn(ctx context.Context, version int) error {
	tables := map[string]bool{}
	if err := sqlite.EachRow(ctx, r.db, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		tables[name] = true
		return err
	}, `SELECT name FROM sqlite_schema WHERE type = 'table'`); err != nil {
		return err
	}
	missing := []string{`PRAGMA temp_store = MEMORY`}
	if version == 1 && tables["checkpoints"] {
		missing = append(missing, `
CREATE TEMP VIEW checkpoints AS SELECT *, NULL AS processor, NULL AS offered FROM main.checkpoints`)
	}
	all := allTables + replay.LaterSchema
	for _, found := range tablePattern.FindAllStringSubmatch(all, -1) {
		if !tables[found[1]] {
			missing = append(missing, strings.Replace(found[0], "CREATE TABLE", "CREATE TEMP TABLE", 1))
		}
	}
	for _, statement := range missing {
		if _, err := r.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
