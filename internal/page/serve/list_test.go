package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// age sets the times of all files of a run to an hour ago.
func age(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	before := time.Now().Add(-time.Hour)
	for _, e := range entries {
		must(t, os.Chtimes(filepath.Join(dir, e.Name()), before, before))
	}
}

// described returns the lines of a list by name.
func described(t *testing.T, l *lister) map[string]runLine {
	t.Helper()
	text, _, err := l.get(t.Context())
	must(t, err)
	var list runList
	must(t, json.Unmarshal(text, &list))
	lines := map[string]runLine{}
	for _, line := range list.Runs {
		lines[line.Name] = line
	}
	return lines
}

// Every run is in the list and can be watched, however many there are.
func TestManyRuns(t *testing.T) {
	root := t.TempDir()
	for i := range 150 {
		dir := filepath.Join(root, fmt.Sprintf("r%03d", i))
		must(t, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "run.toml"), nil, 0o644))
	}
	must(t, filled(t, filepath.Join(root, "old")).r.Close())
	age(t, filepath.Join(root, "old"))
	base := serveRuns(t, TrainingConfig{Dir: root})
	var list runList
	if status := get(t, base+"runs", &list); status != http.StatusOK || len(list.Runs) != 151 {
		t.Fatalf("%d, with %d runs, want 151", status, len(list.Runs))
	}
	if last := list.Runs[150]; last.Name != "old" {
		t.Errorf("the run that changed first is %q", last.Name)
	}
	next, _ := watch(t, base, "old", "")
	if e := next(); e.kind != snapshotEvent {
		t.Errorf("the oldest run gives %s %s", e.kind, e.data)
	}
}

// The list reads a run again only if its files have changed. The test damages a database in a way
// that the files' times and sizes do not show, so a list that reads it has an error.
func TestListReadsOnlyChanges(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "r")
	tr := filled(t, dir)
	must(t, tr.checkpoint(runs.Final, nil), tr.r.Close())
	age(t, dir)
	l := newLister(folders{folder(root)}, 0)
	before := described(t, l)["r"]
	if before.Status == nil || before.State != Finished {
		t.Fatalf("the run is %+v", before)
	}
	path := filepath.Join(dir, "run.db")
	info, err := os.Stat(path)
	must(t, err)
	content, err := os.ReadFile(path)
	must(t, err, os.WriteFile(path, bytes.Repeat([]byte("x"), len(content)), 0o644),
		os.Chtimes(path, info.ModTime(), info.ModTime()))
	if again := described(t, l)["r"]; again.Error != "" || again.Step != before.Step {
		t.Errorf("it is read again: %+v", again)
	}
	must(t, os.Chtimes(path, time.Now(), time.Now()))
	if changed := described(t, l)["r"]; changed.Error == "" {
		t.Errorf("a change is not seen: %+v", changed)
	}
	must(t, os.WriteFile(path, content, 0o644))
	if mended := described(t, l)["r"]; mended.Error != "" || mended.Step != before.Step {
		t.Errorf("an error is kept: %+v", mended)
	}
	must(t, os.RemoveAll(dir))
	if lines := described(t, l); len(lines) != 0 || len(l.known) != 0 {
		t.Errorf("a removed run is kept: %v, %v", lines, l.known)
	}
}

// A settled run whose trainer starts again is running in the next list.
func TestListSeesTrainers(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "r")
	must(t, filled(t, dir).r.Close())
	age(t, dir)
	l := newLister(folders{folder(root)}, 0)
	if line := described(t, l)["r"]; line.State != Stopped {
		t.Fatalf("it is %s", line.State)
	}
	r, err := runs.Create(t.Context(), dir, mini())
	must(t, err)
	defer r.Close()
	if line := described(t, l)["r"]; line.State != Running {
		t.Errorf("with a trainer it is %s", line.State)
	}
}

// Viewers share one list, and get nothing if it has not changed.
func TestListIsShared(t *testing.T) {
	root := t.TempDir()
	must(t, filled(t, filepath.Join(root, "r")).r.Close())
	base := serveRuns(t, TrainingConfig{Dir: root, Interval: time.Hour})
	response, err := http.Get(base + "runs")
	must(t, err, response.Body.Close())
	etag := response.Header.Get("ETag")
	must(t, os.RemoveAll(filepath.Join(root, "r")))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			request, err := http.NewRequest(http.MethodGet, base+"runs", nil)
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("If-None-Match", etag)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			response.Body.Close()
			if response.StatusCode != http.StatusNotModified || etag == "" {
				t.Errorf("%d with the tag %q", response.StatusCode, etag)
			}
		})
	}
	wait.Wait()
}
