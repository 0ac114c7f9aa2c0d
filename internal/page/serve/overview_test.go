package serve

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/runs"
)

// TestOverview asks for a run in few points. The first and the last checkpoint must be there.
func TestOverview(t *testing.T) {
	root := t.TempDir()
	tr := begin(t, filepath.Join(root, "a"))
	must(t, tr.games(1))
	for range overviewPoints + 50 {
		must(t, tr.checkpoint(runs.Constant, nil))
	}
	base := serveRuns(t, TrainingConfig{Dir: root})
	var o Overview
	if code := get(t, base+"overview?run=a", &o); code != http.StatusOK {
		t.Fatalf("status %d", code)
	}
	points := o.Measurements
	if len(points) != overviewPoints || points[0].Step != 0 || points[len(points)-1].Step != tr.step {
		t.Errorf("%d points from %d to %d, want %d to %d", len(points), points[0].Step,
			points[len(points)-1].Step, overviewPoints, tr.step)
	}
	if o.Settings.Values["selfplay.full_simulations"] != "6" || len(o.Settings.Plans) != 1 ||
		o.Settings.Plans[0].Batch != mini().Learn.BatchSize {
		t.Errorf("settings %+v", o.Settings)
	}
	if code := get(t, base+"overview?run=b", nil); code != http.StatusNotFound {
		t.Errorf("status %d for a run that does not exist", code)
	}
}

// TestAllMatches asks for more matches than the events have.
func TestAllMatches(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	large(t, dir, 10*(mostListed+20), 100)
	base := serveRuns(t, TrainingConfig{Dir: root})
	var list []Match
	get(t, base+"matches?run=a", &list)
	if len(list) != mostListed+20 {
		t.Fatalf("%d matches, want %d", len(list), mostListed+20)
	}
	first, last := list[0], list[len(list)-1]
	if first.Candidate != 100 || first.Used == nil || first.Decision != "rejected" || last.Games == 0 {
		t.Errorf("first match %+v, last match %+v", first, last)
	}
	events, _, err := newFeed("a", dir, 0).next(context.Background(), "")
	must(t, err)
	u := told{data: string(events[0].data)}.update(t)
	if u.Status.Matches != len(list) || len(u.Matches) != mostListed || u.Matches[0] == first {
		t.Errorf("the event has %d of %d matches", len(u.Matches), u.Status.Matches)
	}
}

// TestNotFinite stores a loss that is infinite. The answer must name it and stay valid JSON.
func TestNotFinite(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	tr := begin(t, dir)
	must(t, tr.games(1), tr.checkpoint(runs.Constant, nil), tr.r.Close())
	db, err := sqlite.Open(filepath.Join(dir, "run.db"))
	must(t, err)
	_, err = db.Exec(`UPDATE metrics SET value = 9e999 WHERE name = 'loss_policy'`)
	must(t, err)
	_, err = db.Exec(`UPDATE checkpoints SET sampler = ?`,
		[]byte(`{"first":3,"last":9,"window":5,"positions":8,"drawn":24}`))
	must(t, err, db.Close())
	base := serveRuns(t, TrainingConfig{Dir: root})
	var o Overview
	get(t, base+"overview?run=a", &o)
	last := o.Measurements[len(o.Measurements)-1]
	if !slices.Equal(last.NotFinite, []string{"loss_policy"}) {
		t.Errorf("not finite: %q", last.NotFinite)
	}
	if w := last.Window; w == nil || *w != (Window{First: 3, Positions: 5, Added: 8, Drawn: 24}) {
		t.Errorf("window %+v", w)
	}
}

// TestSeveralFolders lists runs of several folders, some with equal names.
func TestSeveralFolders(t *testing.T) {
	root := t.TempDir()
	one, two := filepath.Join(root, "one"), filepath.Join(root, "two")
	begin(t, filepath.Join(one, "a"))
	begin(t, filepath.Join(two, "a"))
	begin(t, filepath.Join(two, "b"))
	f := folders{folder(one), folder(two), folder(filepath.Join(two, "b")), folder(filepath.Join(root, "no"))}
	list, err := f.list()
	must(t, err)
	var names []string
	for _, p := range list {
		names = append(names, p.name)
	}
	slices.Sort(names)
	want := []string{"a", "b", filepath.ToSlash(filepath.Join(two, "a"))}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Fatalf("runs %q, want %q", names, want)
	}
	for _, name := range names {
		dir, err := f.find(name)
		must(t, err)
		if _, err := os.Stat(filepath.Join(dir, "run.toml")); err != nil {
			t.Error(err)
		}
	}
}

// TestLittleSpace warns only of a run in training.
func TestLittleSpace(t *testing.T) {
	if n := littleSpace(t.TempDir(), false); n != 0 {
		t.Errorf("%d bytes for a run that is not in training", n)
	}
	if free, ok := freeSpace(t.TempDir()); ok && free < 0 {
		t.Errorf("%d bytes are free", free)
	}
	if _, ok := freeSpace(filepath.Join(t.TempDir(), "no")); ok {
		t.Error("a missing folder has free space")
	}
}
