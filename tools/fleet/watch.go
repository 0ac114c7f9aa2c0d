package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// watchEvery is the time between two looks at spools and run. It bounds the precision of [times].
const watchEvery = 50 * time.Millisecond

// spread has the least, the median, the 95th percentile and the largest of some times, in seconds.
type spread struct {
	Count  int     `json:"count"`
	Least  float64 `json:"least"`
	Median float64 `json:"median"`
	Most95 float64 `json:"95_percent"`
	Most   float64 `json:"largest"`
}

func spreadOf(list []time.Duration) spread {
	if len(list) == 0 {
		return spread{}
	}
	slices.Sort(list)
	at := func(share float64) float64 {
		return math.Round(list[int(share*float64(len(list)-1))].Seconds()*1000) / 1000
	}
	return spread{len(list), at(0), at(0.5), at(0.95), at(1)}
}

// times are the times between two events of a fleet, in seconds.
type times struct {
	ToRun     spread `json:"game_spooled_to_stored"`
	ToTrainer spread `json:"game_spooled_to_seen_by_trainer"` // which tells this every two seconds
	ToGame    spread `json:"checkpoint_to_first_game_stored"`
}

// gameID is the identity of a game.
type gameID struct{ seed, number int64 }

// watcher looks at the spools of the workers and at the run. It notes when a game is on a worker's
// disk, when it is stored, and when the trainer has seen it.
type watcher struct {
	field *field
	done  chan struct{}
	tails map[string]*tail // by file

	spooled map[gameID]time.Time // not stored yet
	stored  map[int64]time.Time  // by id of the row: spooled, but not seen by the trainer yet
	last    int64                // id of the newest row
	made    map[string]time.Time // checkpoints without a game, by file
	newest  int64                // id of the newest checkpoint

	toRun, toTrainer, toGame []time.Duration
}

// tail is the part of a games file that the watcher has read.
type tail struct {
	id     spoolID
	offset int64
	next   int64 // number of the next game
}

// watch starts a watcher, which works until ctx ends.
func (f *field) watch(ctx context.Context) *watcher {
	w := &watcher{field: f, done: make(chan struct{}), tails: map[string]*tail{},
		spooled: map[gameID]time.Time{}, stored: map[int64]time.Time{}, made: map[string]time.Time{}}
	go func() {
		defer close(w.done)
		db, err := f.open()
		if err != nil {
			return
		}
		defer db.Close()
		w.begin(ctx, db)
		for ctx.Err() == nil {
			w.look(ctx, db, time.Now())
			pause(ctx, watchEvery)
		}
	}()
	return w
}

// result waits for the end of the watcher and returns what it saw.
func (w *watcher) result() times {
	<-w.done
	return times{spreadOf(w.toRun), spreadOf(w.toTrainer), spreadOf(w.toGame)}
}

// begin skips what is there already.
func (w *watcher) begin(ctx context.Context, db *sql.DB) {
	_ = db.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM games`).Scan(&w.last)
	_ = db.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM checkpoints`).Scan(&w.newest)
	w.lookAtSpools(time.Time{})
	clear(w.spooled)
}

// look looks once. It ignores errors, because a database without its writer may be locked: the next
// look sees the same.
func (w *watcher) look(ctx context.Context, db *sql.DB, now time.Time) {
	w.lookAtSpools(now)
	w.each(ctx, db, `SELECT id, 0, 0, file FROM checkpoints WHERE id > ?`, w.newest,
		func(id int64, _ gameID, file string) {
			w.made[file], w.newest = now, id
		})
	w.each(ctx, db, `SELECT id, seed, number, model FROM games WHERE id > ?`, w.last,
		func(id int64, g gameID, model string) {
			w.last = id
			if began, ok := w.made[model]; ok {
				w.toGame = append(w.toGame, now.Sub(began))
				delete(w.made, model)
			}
			if began, ok := w.spooled[g]; ok {
				w.toRun = append(w.toRun, now.Sub(began))
				w.stored[id] = began
				delete(w.spooled, g)
			}
		})
	var seen int64
	if db.QueryRowContext(ctx, `SELECT newest FROM flow`).Scan(&seen) != nil {
		return
	}
	for id, began := range w.stored {
		if id <= seen {
			w.toTrainer = append(w.toTrainer, now.Sub(began))
			delete(w.stored, id)
		}
	}
}

// each calls do with the rows of a query: an id, a game and a name.
func (w *watcher) each(ctx context.Context, db *sql.DB, query string, after int64,
	do func(id int64, g gameID, name string)) {
	rows, err := db.QueryContext(ctx, query+` ORDER BY id LIMIT 2000`, after)
	if err != nil {
		return
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var g gameID
		var name string
		if rows.Scan(&id, &g.seed, &g.number, &name) != nil {
			return
		}
		do(id, g, name)
	}
}

// lookAtSpools notes the games that are new on the disks of the workers.
func (w *watcher) lookAtSpools(now time.Time) {
	for _, worker := range w.field.workers {
		files, _ := filepath.Glob(filepath.Join(worker.spool, "U*-*", "*.games"))
		for _, file := range files {
			t := w.tails[file]
			if t == nil {
				t = newTail(file)
				w.tails[file] = t
			}
			seed := w.field.seed(t.id)
			for range t.frames(file) {
				w.spooled[gameID{seed, t.next}] = now
				t.next++
			}
		}
	}
}

// fileHeader is the length of the header of a games file.
const fileHeader = 20

func newTail(file string) *tail {
	key, spool, _ := strings.Cut(filepath.Base(filepath.Dir(file)), "-")
	first, _ := strconv.ParseInt(strings.TrimSuffix(filepath.Base(file), ".games"), 16, 64)
	return &tail{id: spoolID{key, spool}, offset: fileHeader, next: first}
}

// frames counts the whole games that came to a file since the last call.
func (t *tail) frames(path string) (n int) {
	file, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer file.Close()
	if _, err := file.Seek(t.offset, io.SeekStart); err != nil {
		return 0
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return 0
	}
	for in := bytes.NewBuffer(content); in.Len() >= 8; n++ {
		length := int(binary.LittleEndian.Uint32(in.Bytes())) + 8
		if length > in.Len() {
			break
		}
		in.Next(length)
		t.offset += int64(length)
	}
	return n
}
