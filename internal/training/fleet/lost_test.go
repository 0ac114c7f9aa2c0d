package fleet

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"epaminondas/internal/training/fleet/ledger"
)

// fill appends games to a new spool of a worker.
func fill(t *testing.T, o *office, dir, key string, games int) *Spool {
	t.Helper()
	s, err := OpenSpool(t.Context(), dir, key, 10<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range o.local(o.localPlayer(key, s.ID()), o.localModel(), games) {
		if err := s.Append(g); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The first file of a spool is gone. The worker reports its games as lost, so that the games after them
// get receipts.
func TestLostFirstFile(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	dir := t.TempDir()
	s := fill(t, o, dir, key, segmentGames+3)
	id, first := s.ID(), s.own.segments[0].path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(first); err != nil {
		t.Fatal(err)
	}
	config := quick(pair, key, dir)
	config.Games = 1
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := RunWorker(limited, config, direct{o, key}, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
	next, err := ledger.Receipt(t.Context(), o.run, ledger.SpoolID{Worker: key, Spool: id})
	if err != nil || next != segmentGames+3 {
		t.Errorf("the receipt is up to %d, %v, want %d", next, err, segmentGames+3)
	}
	if _, err := os.Stat(filepath.Dir(first)); err == nil {
		t.Error("the worker keeps games with receipts")
	}
}

// The hub's database goes back to an older state. It has no receipts for games that the worker has
// deleted.
func TestReceiptsGoBack(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	s := fill(t, o, t.TempDir(), key, 5)
	defer s.Close()
	receive := func(receipt uint64) []Lost {
		t.Helper()
		if err := s.Receive(map[string]uint64{s.ID(): receipt}, time.Now()); err != nil {
			t.Fatal(err)
		}
		_, lost := s.Open(1)
		return lost
	}
	if lost := receive(3); len(lost) != 0 {
		t.Errorf("with a receipt it loses %v", lost)
	}
	want := []Lost{{Spool: s.ID(), From: 1, To: 3}}
	for range 2 {
		if lost := receive(1); !slices.Equal(lost, want) {
			t.Errorf("the lost games are %v, want %v", lost, want)
		}
	}
	if lost := receive(4); len(lost) != 0 {
		t.Errorf("with a new receipt it loses %v", lost)
	}
}

// One report refuses only a part of many lost games, and the same report goes on from there.
func TestManyLostGames(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	lost := Heartbeat{Spools: []string{spoolID}, Lost: []Lost{{Spool: spoolID, To: 2*mostLost + 5}}}
	now := time.Now()
	for i, want := range []uint64{mostLost, 2 * mostLost, 2*mostLost + 5, 2*mostLost + 5} {
		orders, err := o.ingester().Answer(t.Context(), key, lost, now.Add(time.Duration(i)*time.Minute))
		if err != nil || orders.Receipts[spoolID] != want {
			t.Errorf("report %d: receipt %d, %v, want %d", i, orders.Receipts[spoolID], err, want)
		}
	}
}

// The folder of a spool may have any name, and files of others.
func TestSpoolInOddFolder(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	dir := filepath.Join(t.TempDir(), "[team] a*?")
	s := fill(t, o, dir, key, 3)
	row := s.own.dir
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := findStranded(dir, "OTHER"); err != nil || found.games != 3 {
		t.Errorf("stranded games %+v, %v, want 3", found, err)
	}
	if err := os.WriteFile(filepath.Join(row, ".DS_Store"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{3, 0} {
		s, err := OpenSpool(t.Context(), dir, key, 10<<20)
		if err != nil {
			t.Fatal(err)
		}
		if s.Games() != want {
			t.Errorf("opening %d finds %d games, want %d", i, s.Games(), want)
		}
		ids, _ := s.Open(9)
		for _, id := range ids {
			if err := s.Receive(map[string]uint64{id: 3}, time.Now()); err != nil {
				t.Error(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A worker that starts again hears of new refusals only.
func TestOldRefusalsAreNoNews(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	now := time.Now()
	ask := func(report Heartbeat) []Refusal {
		t.Helper()
		now = now.Add(time.Minute)
		orders, err := o.ingester().Answer(t.Context(), key, report, now)
		if err != nil {
			t.Fatal(err)
		}
		return orders.Refusals
	}
	if got := ask(Heartbeat{Refusals: -1}); len(got) != 1 || got[0].ID != 0 {
		t.Errorf("without refusals it hears %+v, want the id 0", got)
	}
	ask(Heartbeat{Lost: []Lost{{Spool: spoolID, To: 50}}})
	last := ask(Heartbeat{Refusals: -1})
	if len(last) != 1 || last[0].Detail != "" {
		t.Fatalf("after 50 refusals it hears %+v, want the last id alone", last)
	}
	if got := ask(Heartbeat{Refusals: last[0].ID}); len(got) != 0 {
		t.Errorf("it hears %+v, want nothing", got)
	}
	ask(Heartbeat{Lost: []Lost{{Spool: spoolID, From: 50, To: 51}}, Refusals: last[0].ID})
	if got := ask(Heartbeat{Refusals: last[0].ID}); len(got) != 1 || got[0].Number != 50 {
		t.Errorf("it hears %+v, want game 50", got)
	}
	said := 0
	w := &Worker{refused: -1, tell: func(string) { said++ }, digest: o.ingester().current().digest}
	s := fill(t, o, t.TempDir(), key, 1)
	defer s.Close()
	w.spool = s
	for i, want := range []int{0, 1} {
		orders := Orders{Contract: w.digest, Refusals: []Refusal{{ID: int64(10 + i), Reason: "rules"}}}
		if err := w.obey(t.Context(), orders); err != nil || said != want || w.refused != int64(10+i) {
			t.Errorf("answer %d: %v, %d sentences, knows %d", i, err, said, w.refused)
		}
	}
}
