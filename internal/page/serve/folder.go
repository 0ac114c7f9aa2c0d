package serve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"epaminondas/internal/training/runs"
)

// folder is the path of a folder of runs, or of one run.
type folder string

// runEntry is a run in a folder.
type runEntry struct {
	name, dir string
	version   runs.Version
}

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
		return cmp.Or(b.version.Changed().Compare(a.version.Changed()), cmp.Compare(a.name, b.name))
	})
	return list, nil
}

// inspect reports whether a run is in dir.
func inspect(dir string) (p runEntry, ok bool) {
	p.dir = dir
	p.version, ok = runs.VersionOf(dir)
	return p, ok
}
