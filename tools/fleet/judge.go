package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	_ "modernc.org/sqlite"
)

// spoolID is the key of a worker and the ID of one of its spools.
type spoolID struct{ key, spool string }

// note records the number of games on a worker's disk. At the end all these games must be in the
// run.
func (f *field) note(w *worker) {
	folders, _ := filepath.Glob(filepath.Join(w.spool, "U*-*"))
	for _, folder := range folders {
		key, spool, _ := strings.Cut(filepath.Base(folder), "-")
		files, _ := filepath.Glob(filepath.Join(folder, "*.games"))
		for _, file := range files {
			first, err := strconv.ParseUint(strings.TrimSuffix(filepath.Base(file), ".games"), 16, 64)
			if err != nil {
				continue
			}
			id := spoolID{key, spool}
			f.held[id] = max(f.held[id], first+frames(file))
		}
	}
}

// frames counts the whole games in a games file.
func frames(file string) (n uint64) {
	content, err := os.ReadFile(file)
	if err != nil || len(content) < 20 {
		return 0
	}
	for rest := content[20:]; len(rest) >= 8; n++ {
		length := int(binary.LittleEndian.Uint32(rest)) + 8
		if length > len(rest) {
			break
		}
		rest = rest[length:]
	}
	return n
}

// seed returns the seed of a spool's games: see package fleet.
func (f *field) seed(id spoolID) int64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "epaminondas fleet seed\n%s\n%s\n%s\n", f.fleet, id.key, id.spool))
	return int64(binary.LittleEndian.Uint64(sum[:]))
}

// open opens the run's database to read.
func (f *field) open() (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(f.run, "run.db")+"?mode=ro&_pragma=busy_timeout(5000)")
}

// step returns the step of the newest checkpoint, -1 if it cannot be read.
func (f *field) step() (step int64) {
	db, err := f.open()
	if err != nil {
		return -1
	}
	defer db.Close()
	if db.QueryRow(`SELECT step FROM checkpoints ORDER BY id DESC LIMIT 1`).Scan(&step) != nil {
		return -1
	}
	return step
}

// missing returns the spools with games that are neither stored nor refused.
func (f *field) missing(ctx context.Context) (list []string, err error) {
	db, err := f.open()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	for id, games := range f.held {
		var decided uint64
		err := db.QueryRowContext(ctx, `
SELECT count(*) FROM (SELECT number FROM games WHERE seed = ?1 AND number < ?2
UNION SELECT number FROM fleet_refusals WHERE worker = ?3 AND spool = ?4 AND number < ?2)`,
			f.seed(id), int64(games), id.key, id.spool).Scan(&decided)
		if err != nil {
			return nil, err
		}
		if decided < games {
			list = append(list, fmt.Sprintf("%s of %s: %d of %d", id.spool, id.key[:6], decided, games))
		}
	}
	return list, nil
}

// verdict is the output of the test.
type verdict struct {
	Network   string             `json:"network"`
	Harms     map[string]int     `json:"harms"`
	Starts    map[string]int     `json:"starts"`
	Spools    int                `json:"spools"`
	OnDisks   uint64             `json:"games_on_disks_when_killed"`
	Stored    int                `json:"games_stored"`
	Twice     int                `json:"games_stored_twice"`
	Both      int                `json:"games_stored_and_refused"`
	Refused   int                `json:"games_refused"`
	Step      int64              `json:"step"`
	Times     times              `json:"seconds"`
	Processor map[string]float64 `json:"processor_seconds"`
}

// both counts the games that are stored and also refused for something else than a conflict with the
// stored game. The receipts do not tell such games apart, so only this count shows them.
func (f *field) both(ctx context.Context, db *sql.DB) (n int, err error) {
	rows, err := db.QueryContext(ctx, `SELECT DISTINCT worker, spool FROM fleet_refusals`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var ids []spoolID
	for rows.Next() {
		var id spoolID
		if err := rows.Scan(&id.key, &id.spool); err != nil {
			return 0, err
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	for _, id := range ids {
		var games int
		err := db.QueryRowContext(ctx, `
SELECT count(*) FROM fleet_refusals AS r JOIN games AS g ON g.seed = ?1 AND g.number = r.number
WHERE r.worker = ?2 AND r.spool = ?3 AND r.reason <> 'conflict'`, f.seed(id), id.key, id.spool).Scan(&games)
		if err != nil {
			return 0, err
		}
		n += games
	}
	return n, nil
}

// judge checks that every game was stored exactly once. It fails if a game is lost, stored twice or
// refused.
func (f *field) judge(ctx context.Context, t times, used map[string]float64, out io.Writer) error {
	db, err := f.open()
	if err != nil {
		return err
	}
	defer db.Close()
	v := verdict{Network: "proxies", Harms: f.harms, Times: t, Processor: used,
		Starts: map[string]int{"trainer": f.trainer.starts, "hub": f.hub.starts,
			"ingester": f.ingester.starts}, Step: f.step()}
	if f.inside {
		v.Network = "a namespace for each worker"
	}
	for _, w := range f.workers {
		v.Starts["workers"] += w.starts
	}
	v.Spools = len(f.held)
	for _, games := range slices.Collect(maps.Values(f.held)) {
		v.OnDisks += games
	}
	err = errors.Join(
		db.QueryRowContext(ctx, `SELECT count(*) FROM games`).Scan(&v.Stored),
		db.QueryRowContext(ctx, `SELECT count(*) - count(DISTINCT seed || ' ' || number) FROM games`).Scan(
			&v.Twice),
		db.QueryRowContext(ctx, `SELECT count(*) FROM fleet_refusals`).Scan(&v.Refused),
	)
	if err == nil {
		v.Both, err = f.both(ctx, db)
	}
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	if v.Twice > 0 || v.Refused > 0 || v.Both > 0 {
		return fmt.Errorf("%d games are stored twice, %d refused, %d of them stored too; the folder is %s",
			v.Twice, v.Refused, v.Both, f.dir)
	}
	return nil
}
