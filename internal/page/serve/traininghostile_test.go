package serve

import (
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// names has no name of a run. The only run in the folder is "good one".
func names(t *testing.T, folder string) []string {
	outside := filepath.Join(filepath.Dir(folder), "outside")
	must(t, begin(t, outside).r.Close(), os.MkdirAll(filepath.Join(folder, "plain"), 0o755),
		os.MkdirAll(filepath.Join(folder, "odd", "run.toml"), 0o755),
		os.WriteFile(filepath.Join(folder, "file"), nil, 0o644))
	return []string{
		"", ".", "..", "/", "\\", "../outside", "..\\outside", "./good one", "good one/", "good one/.",
		"good one/../good one", "good one/checkpoints", "plain/../good one",
		"%2e%2e/outside", "good%20one", "good one\x00", "\x00", "good one\n", " good one", "GOOD ONE",
		"plain", "odd", "file", outside, filepath.Join(folder, "good one"),
		"file://" + outside, "good one?x=1", "*", "good*", strings.Repeat("a",
			10_000), strings.Repeat("../", 1000) + "etc", "\xff\xfe", "ｇood one", "nul", "con:",
	}
}

func TestOnlyNamesOfTheListAreFound(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "runs")
	tr := filled(t, filepath.Join(folder, "good one"))
	base := serveRuns(t, TrainingConfig{Dir: folder})
	for _, name := range names(t, folder) {
		for _, path := range []string{"events?run=", "game?id=1&run="} {
			var answer map[string]string
			status := get(t, base+path+url.QueryEscape(name), &answer)
			if status != http.StatusNotFound || !strings.Contains(answer["error"], "there is no run") ||
				len(answer["error"]) > 700 {
				t.Errorf("%s%.50q: %d %.200q", path, name, status, answer["error"])
			}
		}
	}
	if status := get(t, base+"game?run=good+one&id=1", nil); status != http.StatusOK {
		t.Errorf("the only run: %d", status)
	}
	var list runList
	get(t, base+"runs", &list)
	if len(list.Runs) != 1 || list.Runs[0].Name != "good one" {
		t.Errorf("runs %+v", list.Runs)
	}
	must(t, tr.r.Close())
}

func TestHostileTrainingRequests(t *testing.T) {
	folder := t.TempDir()
	filled(t, filepath.Join(folder, "r"))
	base := serveRuns(t, TrainingConfig{Dir: folder})
	for path, want := range map[string]int{
		"":                                   http.StatusNotFound,
		"run":                                http.StatusNotFound,
		"runs/":                              http.StatusNotFound,
		"../runs":                            http.StatusNotFound,
		"events":                             http.StatusNotFound,
		"game":                               http.StatusNotFound,
		"game?run=r":                         http.StatusBadRequest,
		"game?run=r&id=":                     http.StatusBadRequest,
		"game?run=r&id=one":                  http.StatusBadRequest,
		"game?run=r&id=1.5":                  http.StatusBadRequest,
		"game?run=r&id=99999999999999999999": http.StatusBadRequest,
		"game?run=r&id=" + strings.Repeat("9", 5000): http.StatusBadRequest,
		"game?run=r&id=1%3Bdrop":                     http.StatusBadRequest,
		"game?run=r&id=0":                            http.StatusNotFound,
		"game?run=r&id=-1":                           http.StatusNotFound,
		"game?run=r&id=9223372036854775807":          http.StatusNotFound,
		"game?run=r&run=x&id=1":                      http.StatusOK,
		"runs?run=%zz":                               http.StatusOK,
	} {
		var answer map[string]any
		if status := get(t, base+path, &answer); status != want ||
			want != http.StatusOK && (answer["error"] == nil || len(answer["error"].(string)) > 400) {
			t.Errorf("%.60q: %d %.200v, want %d", path, status, answer, want)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "FETCH"} {
		request, err := http.NewRequest(method, base+"runs", strings.NewReader("x"))
		must(t, err)
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, response.StatusCode)
		}
	}
}

// The list marks damaged runs and folders that are not runs. Undamaged runs beside them work.
func TestDamagedRuns(t *testing.T) {
	folder := t.TempDir()
	well := filepath.Join(folder, "well")
	must(t, filled(t, well).r.Close())
	for name, spoil := range map[string]func(dir string) error{
		"settings": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "run.toml"), []byte("learn = 3"), 0o644)
		},
		"foreign": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "run.db"), []byte(strings.Repeat("no database ", 500)),
				0o644)
		},
		"match": func(dir string) error {
			db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
			if err != nil {
				return err
			}
			_, err = db.Exec(`UPDATE matches SET detail = '{"pairs":[10000000000,0,0,0,0]}'`)
			return errors.Join(err, db.Close())
		},
		"missing": func(dir string) error { return os.Remove(filepath.Join(dir, "run.db")) },
		"cut":     func(dir string) error { return os.Truncate(filepath.Join(dir, "run.db"), 5000) },
		"empty":   func(dir string) error { return os.Truncate(filepath.Join(dir, "run.db"), 0) },
		"log": func(dir string) error { // without its index
			return os.WriteFile(filepath.Join(dir, "run.db-wal"), []byte(strings.Repeat("x", 5000)), 0o644)
		},
	} {
		dir := filepath.Join(folder, name)
		must(t, os.CopyFS(dir, os.DirFS(well)), spoil(dir))
	}
	before := files(t, folder)
	base := serveRuns(t, TrainingConfig{Dir: folder, Interval: time.Minute})
	var list runList
	get(t, base+"runs", &list)
	if len(list.Runs) != 8 {
		t.Errorf("%d runs", len(list.Runs))
	}
	for _, r := range list.Runs {
		// the list does not read matches
		if well := r.Name == "well" || r.Name == "match"; well != (r.Error == "") || well != (r.Status != nil) {
			t.Errorf("%s: %q, %+v", r.Name, r.Error, r.Status)
		}
		if r.Name == "well" {
			continue
		}
		for range 2 { // at once
			var answer map[string]string
			if status := get(t, base+"events?run="+r.Name,
				&answer); status != http.StatusInternalServerError ||
				!strings.Contains(answer["error"], r.Name) {
				t.Errorf("events of %s: %d %v", r.Name, status, answer)
			}
		}
	}
	unchanged(t, folder, before)
}

func TestFolders(t *testing.T) {
	var list runList
	none := filepath.Join(t.TempDir(), "none")
	if status := get(t, serveRuns(t, TrainingConfig{Dir: none})+"runs", &list); status != http.StatusOK ||
		list.Runs == nil || len(list.Runs) != 0 {
		t.Errorf("a folder that does not exist: %d %+v", status, list)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("the folder is made")
	}
	dir := filepath.Join(t.TempDir(), "single")
	tr := begin(t, dir)
	must(t, tr.games(1), tr.checkpoint(runs.Final, nil), tr.r.Close())
	get(t, serveRuns(t, TrainingConfig{Dir: dir + "/."})+"runs", &list)
	if len(list.Runs) != 1 || list.Runs[0].Name != "single" || list.Runs[0].State != Finished ||
		list.Runs[0].Step != 10 {
		t.Errorf("a run's own folder: %+v", list)
	}
}
