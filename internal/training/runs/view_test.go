package runs

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

func TestView(t *testing.T) {
	dir := t.TempDir()
	r := create(t, dir, config.Default())
	first := Checkpoint{Phase: Constant, Budget: "b", File: FileName(0, Constant, 0), Sampler: []byte{}}
	second := Checkpoint{Step: 10, Phase: Cooldown, Budget: "b", Branch: 1, File: FileName(10, Cooldown, 1),
		Games: 7, Elapsed: 90 * time.Second, Sampler: []byte{}, Processor: Processor{true, 2 * time.Minute,
			3 * time.Minute}}
	if _, err := r.Register(t.Context(), first, []Metric{{"loss", 3}}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Register(t.Context(), second, []Metric{{"loss", 2}, {"games", 7}},
		&Match{Best: 1, Wins: 3, Draws: 2, Losses: 1, Verdict: "accepted", Accepted: true,
			Detail: 5}); err != nil {
		t.Fatal(err)
	}
	v, err := OpenView(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	markers, err := v.Markers(t.Context(), 0)
	if err != nil || len(markers) != 2 || time.Since(markers[1].Created).Abs() > time.Minute {
		t.Fatalf("markers %+v, %v", markers, err)
	}
	want := Marker{ID: 2, Step: 10, Phase: Cooldown, Branch: 1, File: second.File, Games: 7,
		Elapsed: 90 * time.Second, Created: markers[1].Created, Processor: second.Processor}
	if markers[1] != want {
		t.Errorf("marker %+v, want %+v", markers[1], want)
	}
	if later, err := v.Markers(t.Context(), 1); err != nil || !reflect.DeepEqual(later, markers[1:]) {
		t.Errorf("after the first come %+v, %v", later, err)
	}
	for n, want := range [][]Marker{nil, markers[1:], markers, markers} {
		if newest, err := v.NewestMarkers(t.Context(), n); err != nil || !reflect.DeepEqual(newest, want) {
			t.Errorf("the %d newest are %+v, %v", n, newest, err)
		}
	}
	if m, ok, err := v.Marker(t.Context(), 2); m != want || !ok || err != nil {
		t.Errorf("marker 2 is %+v, %v, %v", m, ok, err)
	}
	if _, ok, err := v.Marker(t.Context(), 3); ok || err != nil {
		t.Errorf("there is a marker 3: %v, %v", ok, err)
	}
	if metrics, err := v.Metrics(t.Context(), 10); err != nil ||
		!reflect.DeepEqual(metrics, map[string]float64{"loss": 2, "games": 7}) {
		t.Errorf("metrics %v, %v", metrics, err)
	}
	verdicts, err := v.Verdicts(t.Context(), 0)
	if err != nil || len(verdicts) != 1 || !reflect.DeepEqual(verdicts[0],
		GateMatch{ID: 1, Candidate: 2, Best: 1, Wins: 3, Draws: 2, Losses: 1, Decision: "accepted",
			Detail: []byte("5")}) {
		t.Errorf("verdicts %+v, %v", verdicts, err)
	}
	if later, err := v.Verdicts(t.Context(), 1); err != nil || len(later) != 0 {
		t.Errorf("after the last come %+v, %v", later, err)
	}
	if best, ok, err := v.Best(t.Context()); best != 2 || !ok || err != nil {
		t.Errorf("best is %d, %v, %v", best, ok, err)
	}
	if c, begun, err := Settings(dir); err != nil || !reflect.DeepEqual(c, config.Default()) ||
		time.Since(begun).Abs() > time.Minute {
		t.Errorf("settings of %v, %v", begun, err)
	}
}

func TestOpenViewRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenView(t.Context(), dir); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder gives %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("looking has made %v, %v", entries, err)
	}
	r := create(t, dir, config.Default())
	if _, err := r.db.Exec(`UPDATE meta SET value = 99 WHERE key = ?`, schemaKey); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenView(t.Context(), dir); err == nil {
		t.Error("tables of a later version are read")
	}
}

func TestInTraining(t *testing.T) {
	dir := t.TempDir()
	look := func(want bool) {
		t.Helper()
		if got, err := InTraining(t.Context(), dir); got != want || err != nil {
			t.Errorf("in training: %v, %v, want %v", got, err, want)
		}
	}
	look(false)
	r := create(t, dir, config.Default())
	look(true)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	look(false)
	// What a killed trainer leaves.
	for _, name := range []string{lockName, lockName + "-journal"} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 512*(len(name)-len(lockName))/8),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	look(false)
	if info, err := os.Stat(filepath.Join(dir, lockName+"-journal")); err != nil || info.Size() != 512 {
		t.Errorf("looking has changed the journal: %v", err)
	}
}

// A check whether a run is in training does not stop a trainer from starting.
func TestLookingKeepsNobodyFromTraining(t *testing.T) {
	dir := t.TempDir()
	create(t, dir, config.Default()).Close()
	stop := make(chan struct{})
	var looking sync.WaitGroup
	for range 2 {
		looking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := InTraining(t.Context(), dir); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 20 {
		r, err := Create(t.Context(), dir, config.Default())
		if err != nil {
			t.Errorf("training does not begin: %v", err)
			break
		}
		r.Close()
	}
	close(stop)
	looking.Wait()
}
