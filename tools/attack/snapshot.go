package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the database driver
)

// mostMissing is greater than the number of games that a command plays at once.
const mostMissing = 100

// A snapshot is the content of a run's database. It comes from SQL alone, without the attacked
// code.
type snapshot struct {
	games       []row             // by id
	checkpoints []row             // likewise
	next        map[int64]int64   // number of games by seed
	files       map[string]string // the registered SHA-256 by name
	others      []row             // repeating columns of the matches and metrics
}

// A row is a row of a table.
type row struct {
	id   int64
	step int64  // of a checkpoint
	file string // likewise
	text string // all columns that repeat
}

// readSnapshot reads a copy of the database of a run that no process has open. So it does not start
// a recovery in the run itself. A missing database gives an empty snapshot.
func readSnapshot(dir, scratch string) (*snapshot, error) {
	if err := os.MkdirAll(scratch, 0o755); err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	for _, name := range []string{"run.db", "run.db-wal", "run.db-journal"} {
		if err := copyFile(filepath.Join(dir, name), filepath.Join(scratch, name)); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	path := filepath.Join(scratch, "run.db")
	s := &snapshot{next: map[int64]int64{}, files: map[string]string{}}
	if look(path).size == 0 {
		return s, nil
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: url.PathEscape(path)}).String())
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := s.read(db); err != nil {
		return nil, faultf("the database of %s: %v", dir, err)
	}
	return s, nil
}

func (s *snapshot) read(db *sql.DB) error {
	if err := each(db, `PRAGMA integrity_check`, func(columns []any) error {
		if columns[0] != "ok" {
			return fmt.Errorf("SQLite finds: %v", columns[0])
		}
		return nil
	}); err != nil {
		return err
	}
	tables := map[any]bool{}
	if err := each(db, `SELECT name FROM sqlite_schema`, func(columns []any) error {
		tables[columns[0]] = true
		return nil
	}); err != nil {
		return err
	}
	if tables["games"] {
		if err := s.readGames(db); err != nil {
			return err
		}
	}
	if !tables["checkpoints"] {
		return nil
	}
	if err := each(db, `SELECT id, step, file, phase, branch, games, sampler FROM checkpoints ORDER BY id`,
		func(c []any) error {
			s.checkpoints = append(s.checkpoints,
				row{id: c[0].(int64), step: c[1].(int64), file: c[2].(string), text: fmt.Sprintf("%s", c)})
			return nil
		}); err != nil {
		return err
	}
	if err := each(db, `SELECT name, sha256 FROM files`, func(c []any) error {
		s.files[c[0].(string)] = c[1].(string)
		return nil
	}); err != nil {
		return err
	}
	return each(db, repeats, func(c []any) error {
		s.others = append(s.others, row{text: fmt.Sprint(c)})
		return nil
	})
}

// repeats selects the columns of matches and metrics that a serial run repeats, without times.
const repeats = `
SELECT 'match', id, candidate, best, wins, draws, losses, verdict FROM matches UNION ALL
SELECT 'metric', step, name, value, 0, 0, 0, '' FROM metrics
	WHERE name NOT LIKE 'processor%' AND name NOT LIKE '%per_second' AND name NOT LIKE '%per_hour' ORDER BY 1, 2, 3`

// readGames reads the games. A number comes once for each seed. Some may be missing, because later games
// may overtake a long one, but only as many as games can be in play.
func (s *snapshot) readGames(db *sql.DB) error {
	return each(db, `SELECT id, seed, number, model, plies, outcome, record FROM games ORDER BY id`,
		func(c []any) error {
			id, seed, number := c[0].(int64), c[1].(int64), c[2].(int64)
			if missing := number - s.next[seed]; missing > mostMissing {
				return fmt.Errorf("game %d has number %d of seed %d, but %d earlier ones are missing",
					id, number, seed, missing)
			}
			s.next[seed]++
			s.games = append(s.games, row{id: id, text: fmt.Sprintf("%v %s", c[:6], sum(c[6].([]byte)))})
			return nil
		})
}

// each calls do for each row of a query's result.
func each(db *sql.DB, query string, do func(columns []any) error) error {
	rows, err := db.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		columns, to := make([]any, len(names)), make([]any, len(names))
		for i := range columns {
			to[i] = &columns[i]
		}
		if err := rows.Scan(to...); err != nil {
			return err
		}
		if err := do(columns); err != nil {
			return err
		}
	}
	return rows.Err()
}

// follows returns a fault if anything of an earlier snapshot is missing or different.
func (s *snapshot) follows(earlier *snapshot) error {
	if earlier == nil {
		return nil
	}
	for _, table := range []struct {
		name        string
		then, today []row
	}{{"game", earlier.games, s.games}, {"checkpoint", earlier.checkpoints, s.checkpoints}} {
		if len(table.today) < len(table.then) {
			return faultf("%d rows of %ss were there before, now %d", len(table.then), table.name,
				len(table.today))
		}
		for i, r := range table.then {
			if table.today[i] != r {
				return faultf("%s %d was %s, now it is %s", table.name, r.id, r.text, table.today[i].text)
			}
		}
	}
	return nil
}

// opens returns a fault if a registered checkpoint is missing or different on the disk. It also
// returns a fault if the newest one has no training state, or if more than one checkpoint is not
// registered.
func (s *snapshot) opens(dir string) error {
	folder := filepath.Join(dir, "checkpoints")
	for i, c := range s.checkpoints {
		names := []string{c.file}
		if i == len(s.checkpoints)-1 {
			names = append(names, strings.TrimSuffix(c.file, ".safetensors")+".state")
		}
		for _, name := range names {
			got, err := digest(filepath.Join(folder, name))
			if err != nil {
				return faultf("checkpoint %d is registered, but %v", c.id, err)
			}
			if got != s.files[name] {
				return faultf("%s has the SHA-256 %s, registered is %q", name, got, s.files[name])
			}
		}
	}
	found, err := filepath.Glob(filepath.Join(folder, "step-*.safetensors"))
	if err != nil {
		return err
	}
	if unknown := len(found) - len(s.checkpoints); unknown > 1 {
		return faultf("%s has %d checkpoints that are not registered, want 1 at most", folder, unknown)
	}
	return nil
}

// digest returns the SHA-256 of a file.
func digest(path string) (string, error) {
	content, err := os.ReadFile(path)
	return sum(content), err
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}
