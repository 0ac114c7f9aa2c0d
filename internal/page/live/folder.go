package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"epaminondas/internal/page/answer"
	"epaminondas/internal/page/desk"
	"epaminondas/internal/training/runs"
)

// folder is the path of a folder of runs, or of one run.
type folder string

// runEntry is a run in a folder.
type runEntry struct {
	name, dir string
	changed   time.Time // last write to its database
}

// mostRuns limits the runs in a list.
const mostRuns = 100

// list returns the runs, the last changed first. It returns none if the folder does not exist.
func (f folder) list() ([]runEntry, error) {
	if here, ok := inspect(string(f)); ok {
		absolute, err := filepath.Abs(here.dir)
		here.name = filepath.Base(absolute)
		return []runEntry{here}, err
	}
	entries, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("live: list the runs: %w", err)
	}
	var list []runEntry
	for _, entry := range entries {
		if p, ok := inspect(filepath.Join(string(f), entry.Name())); ok {
			p.name = entry.Name()
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b runEntry) int {
		return cmp.Or(b.changed.Compare(a.changed), cmp.Compare(a.name, b.name))
	})
	return list, nil
}

// inspect reports whether a run is in dir.
func inspect(dir string) (runEntry, bool) {
	p := runEntry{dir: dir}
	config, err := os.Stat(filepath.Join(dir, "run.toml"))
	if err != nil || !config.Mode().IsRegular() {
		return p, false
	}
	p.changed = config.ModTime()
	for _, name := range []string{"run.db", "run.db-wal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.ModTime().After(p.changed) {
			p.changed = info.ModTime()
		}
	}
	return p, true
}

// find returns the folder of a run.
func (f folder) find(name string) (dir string, err error) {
	list, err := f.list()
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if p.name == name {
			return p.dir, nil
		}
	}
	return "", answer.Refuse(http.StatusNotFound, "there is no run %q: ask for a run of the list",
		desk.Shorten(name))
}

// runList lists the runs that the page can show.
type runList struct {
	Folder string    `json:"folder"`
	Runs   []runLine `json:"runs"`
	More   int       `json:"more"` // number of older runs left out
}

// runLine is a run in the list.
type runLine struct {
	Name    string `json:"name"`
	Rules   string `json:"rules"`
	Changed int64  `json:"changed"` // seconds since 1970
	*Status
	Error string `json:"error,omitempty"` // why the status is missing
}

// describe returns the list of runs with their status.
func (f folder) describe(ctx context.Context) (runList, error) {
	places, err := f.list()
	if err != nil {
		return runList{}, err
	}
	reply := runList{Folder: filepath.ToSlash(string(f)), Runs: []runLine{},
		More: max(0, len(places)-mostRuns)}
	for _, p := range places[:len(places)-reply.More] {
		line := runLine{Name: p.name, Changed: p.changed.Unix()}
		if line.Rules, line.Status, err = readStatus(ctx, p.dir); err != nil {
			line.Error = err.Error()
		}
		reply.Runs = append(reply.Runs, line)
		if err := ctx.Err(); err != nil {
			return runList{}, err
		}
	}
	return reply, nil
}

// readStatus returns the rules and the status of a run.
func readStatus(ctx context.Context, dir string) (string, *Status, error) {
	config, begun, err := runs.Settings(dir)
	if err != nil {
		return "", nil, err
	}
	rules, err := config.Rules.Parse()
	if err != nil {
		return "", nil, err
	}
	t, err := read(ctx, dir, snapshot{config: config, begun: begun, brief: true})
	if err != nil {
		return rules.Name(), nil, err
	}
	status := t.status(time.Now())
	return rules.Name(), &status, nil
}
