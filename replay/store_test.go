package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/game"
)

// newStore opens a store in a new folder of the test.
func newStore(tb testing.TB) *Store {
	tb.Helper()
	return openStore(tb, filepath.Join(tb.TempDir(), "run.db"))
}

func openStore(tb testing.TB, path string) *Store {
	tb.Helper()
	st, err := Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { st.Close() })
	return st
}

func TestStoreReadsBack(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "a run?100%#1.db") // has special characters of URIs
	st := openStore(t, path)
	var played []*Game
	for _, rules := range boards {
		played = append(played, games(game.MustBoard(rules), uint64(len(rules)), 30)...)
	}
	positions := 0
	for i, g := range played {
		g.Number = uint64(i)
		id, err := st.Append(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		if id != int64(i+1) {
			t.Fatalf("game %d has id %d", i, id)
		}
		positions += g.Positions()
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	st = openStore(t, path)
	i := 40
	err := st.Each(ctx, 41, func(id int64, g *Game) error {
		if id != int64(i+1) {
			t.Fatalf("id %d after %d", id, i)
		}
		sameGame(t, played[i], g)
		i++
		return nil
	})
	if err != nil || i != len(played) {
		t.Fatalf("read up to %d of %d games, error %v", i, len(played), err)
	}
	g, err := st.Load(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, played[2], g)
	if _, err := st.Load(ctx, 1000); err == nil {
		t.Fatal("loaded a game that is not there")
	}
	count, err1 := st.Count(ctx)
	sum, err2 := st.Positions(ctx)
	last, err3 := st.Last(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if want := int64(len(played)); count != want || last != want || sum != int64(positions) {
		t.Fatalf("%d games, last %d, %d positions, want %d, %d, %d", count, last, sum, want, want, positions)
	}
}

// TestColumns reads the table with SQL, as a user of sqlite3 does.
func TestColumns(t *testing.T) {
	st := newStore(t)
	g := finished(game.MustBoard(boards[0]))
	g.Seed = 1 << 63
	before := time.Now().Unix()
	if _, err := st.Append(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	var text string
	var created int64
	row := st.db.QueryRow(
		`SELECT concat_ws('|', id, seed, number, model, rules, plies, positions, outcome, reason, start), created FROM games`)
	if err := row.Scan(&text, &created); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(
		"1|-9223372036854775808|1|random|epaminondas:4x6x1,max_plies=40,limit=draw|%d|%d|%v|%s|bbbb/..../..../..../..../wwww w",
		len(g.Moves), g.Positions(), g.Outcome, g.Reason)
	if text != want {
		t.Errorf("row\n%s, want\n%s", text, want)
	}
	if created < before || created > time.Now().Unix() {
		t.Errorf("created %d, want about %d", created, before)
	}
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "2",
		"integrity_check": "ok"} {
		if err := st.db.QueryRow("PRAGMA " + name).Scan(&text); err != nil || text != want {
			t.Errorf("%s is %q, want %q (error %v)", name, text, want, err)
		}
	}
	if numbers := numbersOf(t, st, 1<<63); !slices.Equal(numbers, []uint64{1}) {
		t.Errorf("numbers %v", numbers)
	}
}

// numbersOf returns the numbers of the games with a seed, ascending.
func numbersOf(t *testing.T, st *Store, seed uint64) (numbers []uint64) {
	t.Helper()
	err := st.Each(t.Context(), 1, func(_ int64, g *Game) error {
		if g.Seed == seed {
			numbers = append(numbers, g.Number)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(numbers)
	return numbers
}

func TestAppendRefuses(t *testing.T) {
	ctx := context.Background()
	st := newStore(t)
	g := finished(game.MustBoard(boards[0]))
	if _, err := st.Append(ctx, g); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Append(ctx, g); !errors.Is(err, ErrDuplicate) {
		t.Errorf("the same game again: error %v", err)
	}
	g.Number++
	g.Moves[0] = 0xFFFF
	if _, err := st.Append(ctx, g); err == nil || errors.Is(err, ErrDuplicate) {
		t.Errorf("an illegal game: error %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := st.Append(cancelled, finished(game.MustBoard(boards[0])))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: error %v", err)
	}
	if count, err := st.Count(ctx); err != nil || count != 1 {
		t.Errorf("%d games, error %v", count, err)
	}
}

// TestLockedStore cancels an append that waits for another connection's long transaction.
func TestLockedStore(t *testing.T) {
	st := newStore(t)
	other := openStore(t, st.path)
	tx, err := other.db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	g := finished(game.MustBoard(boards[0]))
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := st.Append(ctx, g); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Fatalf("noticed after %v", took)
	}
	time.AfterFunc(300*time.Millisecond, func() { tx.Rollback() })
	if _, err := st.Append(context.Background(), g); err != nil {
		t.Fatalf("after the other let go: %v", err)
	}
}

func TestConcurrentAppends(t *testing.T) {
	ctx := context.Background()
	st := newStore(t)
	b := game.MustBoard(boards[0])
	var writers sync.WaitGroup
	for seed := range uint64(4) {
		writers.Go(func() {
			for _, g := range games(b, seed, 20) {
				g.Seed = seed
				if _, err := st.Append(ctx, g); err != nil {
					t.Error(err)
				}
			}
		})
	}
	// A reader that continues after the last id must see every game once.
	seen := map[[2]uint64]bool{}
	follow := func(from int64) int64 {
		err := st.Each(ctx, from, func(id int64, g *Game) error {
			seen[[2]uint64{g.Seed, g.Number}] = true
			from = id + 1
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		return from
	}
	next := int64(1)
	for len(seen) < 40 && !t.Failed() {
		next = follow(next)
	}
	writers.Wait()
	next = follow(next)
	if len(seen) != 80 || next != 81 {
		t.Fatalf("a reader saw %d games up to id %d, want 80", len(seen), next-1)
	}
}

func TestNextNumber(t *testing.T) {
	ctx := context.Background()
	st := newStore(t)
	g := finished(game.MustBoard(boards[0]))
	for _, at := range [][2]uint64{{1, 7}, {1, 2}, {2, 40}, {1, 9}} { // ids 1 to 4
		g.Seed, g.Number = at[0], at[1]
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		seed uint64
		last int64
		want uint64
	}{{1, 4, 10}, {1, 3, 8}, {1, 0, 0}, {2, 4, 41}, {3, 4, 0}} {
		if next, err := st.NextNumber(ctx, test.seed, test.last); err != nil || next != test.want {
			t.Errorf("next number of seed %d up to id %d: %d, want %d (error %v)", test.seed, test.last,
				next, test.want, err)
		}
	}
}

func TestEachPassesErrors(t *testing.T) {
	ctx := context.Background()
	st := newStore(t)
	for _, g := range games(game.MustBoard(boards[0]), 1, 3) {
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	enough := errors.New("enough")
	calls := 0
	err := st.Each(ctx, 1, func(int64, *Game) error {
		calls++
		if calls == 2 {
			return enough
		}
		return nil
	})
	if err != enough || calls != 2 {
		t.Errorf("%d calls, error %v", calls, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	err = st.Each(ctx, 1, func(int64, *Game) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled on the way: error %v", err)
	}
	ctx = context.Background()
	if _, err := st.db.Exec(
		`UPDATE games SET record = CAST(substr(record, 1, length(record)-1) AS BLOB) WHERE id = 2`); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Load(ctx, 2); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "game 2 of") {
		t.Errorf("a damaged record: error %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	sound := filepath.Join(folder, "sound.db")
	st := openStore(t, sound)
	for _, g := range games(game.MustBoard(boards[2]), 1, 20) {
		if _, err := st.Append(context.Background(), g); err != nil {
			t.Fatal(err)
		}
	}
	st.Close()
	whole, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	sqlite := func(path, statement string) []byte {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		db.Close()
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	newer := filepath.Join(folder, "newer.db")
	if err := os.WriteFile(newer, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		content []byte
		want    error  // if not nil
		text    string // in the message
	}{
		"text":          {[]byte(strings.Repeat("no database ", 50)), ErrForeign, "not a SQLite database"},
		"short":         {whole[:50], ErrForeign, "not a SQLite database"},
		"cut":           {whole[:len(whole)-4096], nil, "malformed"},
		"cut in a page": {whole[:len(whole)/2+100], nil, "malformed"},
		"foreign": {sqlite(filepath.Join(folder, "f.db"), `CREATE TABLE games (id INTEGER)`),
			ErrForeign, "another program"},
		"newer": {sqlite(newer, `UPDATE meta SET value = '2'`), ErrVersion,
			`unknown version "2" of the games, but this program reads version 1`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.db")
			if err := os.WriteFile(path, test.content, 0o644); err != nil {
				t.Fatal(err)
			}
			st, err := Open(path)
			if err == nil {
				st.Close()
				t.Fatal("opened")
			}
			if test.want != nil && !errors.Is(err, test.want) ||
				!strings.Contains(err.Error(), test.text) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want %q in it", err, test.text)
			}
			after, err := os.ReadFile(path)
			if err != nil || !reflect.DeepEqual(after, test.content) {
				t.Errorf("the file changed, error %v", err)
			}
		})
	}
	if _, err := Open(folder); err == nil {
		t.Error("opened a folder")
	}
	if _, err := Open(filepath.Join(folder, "missing", "run.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing folder: error %v", err)
	}
}

func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	st := newStore(b)
	g := games(game.MustBoard("epaminondas:8x8,max_plies=150"), 1, 1)[0]
	for b.Loop() {
		g.Number++
		if _, err := st.Append(ctx, g); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
