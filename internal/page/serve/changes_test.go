package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// changes is the answer with the changes of a run.
type changes struct {
	ID     string `json:"id"`
	Events []struct {
		Kind string          `json:"kind"`
		Data json.RawMessage `json:"data"`
	} `json:"events"`
}

// ask asks for the changes of a run after an event.
func askChanges(t *testing.T, base, name, after string) (c changes) {
	t.Helper()
	query := url.Values{"run": {name}, "after": {after}}
	if status := get(t, base+"changes?"+query.Encode(), &c); status != http.StatusOK {
		t.Fatalf("the changes of %s after %q: %d", name, after, status)
	}
	return c
}

func TestChanges(t *testing.T) {
	root := t.TempDir()
	tr := filled(t, filepath.Join(root, "r"))
	base := serveRuns(t, TrainingConfig{Dir: root, Interval: time.Nanosecond})
	first := askChanges(t, base, "r", "")
	if len(first.Events) != 1 || first.Events[0].Kind != snapshotEvent || first.ID == "" {
		t.Fatalf("at first comes %+v", first)
	}
	must(t, tr.games(1), tr.checkpoint(runs.Cooldown, nil))
	next := askChanges(t, base, "r", first.ID)
	if len(next.Events) == 0 || next.ID == first.ID {
		t.Fatalf("a checkpoint gives %+v", next)
	}
	points := 0
	for _, e := range next.Events {
		u := told{data: string(e.Data)}.update(t)
		if points += len(u.Measurements); e.Kind != updateEvent {
			t.Errorf("a checkpoint gives a %s", e.Kind)
		}
	}
	if points != 1 {
		t.Errorf("a checkpoint gives %d points", points)
	}
	epoch, _, _ := strings.Cut(next.ID, "-")
	for _, id := range []string{"x", "x-1", epoch, next.ID + "9999", epoch + "--1",
		epoch + "--9223372036854775808"} {
		if c := askChanges(t, base, "r", id); len(c.Events) != 1 || c.Events[0].Kind != snapshotEvent {
			t.Errorf("after the unknown event %q come %d events", id, len(c.Events))
		}
	}
	if status := get(t, base+"changes?run=none", nil); status != http.StatusNotFound {
		t.Errorf("an unknown run gives %d", status)
	}
}

// Pages that ask for changes hold no place of a stream, however many they are.
func TestManyViewersAskForChanges(t *testing.T) {
	root := t.TempDir()
	must(t, filled(t, filepath.Join(root, "r")).r.Close())
	base := serveRuns(t, TrainingConfig{Dir: root, Streams: 1, Interval: time.Hour})
	watch(t, base, "r", "")
	id := askChanges(t, base, "r", "").ID
	for range 40 {
		if c := askChanges(t, base, "r", id); len(c.Events) != 0 || c.ID != id {
			t.Fatalf("without a change comes %+v", c)
		}
	}
}

// A viewer that comes while the run cannot be read gets the last state and the reason.
func TestLateViewersGetTheTrouble(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "r")
	must(t, filled(t, dir).r.Close())
	base := serveRuns(t, TrainingConfig{Dir: root, Interval: time.Nanosecond})
	askChanges(t, base, "r", "")
	must(t, os.Rename(filepath.Join(dir, "run.db"), filepath.Join(root, "gone")))
	var late changes
	for range patience + 2 {
		late = askChanges(t, base, "r", "")
	}
	if len(late.Events) != 2 || late.Events[0].Kind != snapshotEvent || late.Events[1].Kind != troubleEvent {
		t.Errorf("a late viewer gets %+v", late.Events)
	}
}

// The server keeps only the runs in memory that somebody watches.
func TestFeedsAreLimited(t *testing.T) {
	root := t.TempDir()
	for i := range mostFeeds + 3 {
		dir := filepath.Join(root, fmt.Sprint(i))
		must(t, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "run.toml"), nil, 0o644))
	}
	s := NewTraining(TrainingConfig{Dir: root})
	watched, err := s.feed("0")
	must(t, err)
	for i := range mostFeeds + 3 {
		_, err := s.feed(fmt.Sprint(i))
		must(t, err)
		if again, err := s.feed("0"); err != nil || again != watched {
			t.Fatalf("after %d runs the watched one is dropped: %v", i, err)
		}
	}
	if len(s.feeds) > mostFeeds {
		t.Errorf("%d runs are kept", len(s.feeds))
	}
}

// The page of a long run gets a limited number of checkpoints and matches, at first and later.
func TestLongRun(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "r")
	large(t, dir, 12*maxMeasurements/5, 500)
	f := newFeed("r", dir, 0)
	events, id, err := f.next(t.Context(), "")
	must(t, err)
	u := told{data: string(events[0].data)}.update(t)
	if n := len(u.Measurements); n > maxMeasurements+1 || n < maxMeasurements/2 {
		t.Errorf("the page gets %d checkpoints", n)
	}
	if u.Status.Step != 12*maxMeasurements/5*10 || len(u.Matches) == 0 || len(u.Ratings.Rated) == 0 ||
		u.Measurements[len(u.Measurements)-1].Step != u.Status.Step {
		t.Errorf("it gets the status %+v, %d matches, %d ratings", u.Status, len(u.Matches),
			len(u.Ratings.Rated))
	}
	f.snapshot.measurements = make([]Measurement, 2*maxMeasurements) // as after a long time
	r, err := runs.Open(t.Context(), dir)
	must(t, err)
	step := u.Status.Step + 10
	_, err = r.Register(t.Context(), runs.Checkpoint{Step: step, Phase: runs.Constant, Budget: "b",
		File: runs.FileName(step, runs.Constant, 0), Games: 500, Elapsed: 5000 * time.Hour,
		Sampler: []byte("{}")}, nil, nil)
	must(t, err, r.Close())
	events, _, err = f.next(t.Context(), id)
	must(t, err)
	if len(events) != 1 || events[0].kind != snapshotEvent {
		t.Fatalf("then come %d events, the first a %s", len(events), events[0].kind)
	}
	u = told{data: string(events[0].data)}.update(t)
	if n := len(u.Measurements); n > maxMeasurements+1 || u.Measurements[n-1].Step != step {
		t.Errorf("the page gets %d checkpoints, the last of step %d", n, u.Measurements[n-1].Step)
	}
}
