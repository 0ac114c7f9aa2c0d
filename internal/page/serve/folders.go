package serve

import (
	"cmp"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"epaminondas/internal/page/api"
)

// folders are the folders that the server shows. Each is a folder of runs, or one run.
type folders []folder

// list returns the runs of all folders, the last changed first. A run that is in two of the folders
// comes once. If two runs have the same name, the later one is named by its path.
func (f folders) list() ([]runEntry, error) {
	var list []runEntry
	names, places := map[string]bool{}, map[string]bool{}
	for _, one := range f {
		found, err := one.list()
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			place, err := filepath.Abs(p.dir)
			if err != nil {
				return nil, err
			}
			if places[place] {
				continue
			}
			if names[p.name] {
				p.name = filepath.ToSlash(filepath.Clean(p.dir))
			}
			names[p.name], places[place] = true, true
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b runEntry) int {
		return cmp.Or(b.version.Changed().Compare(a.version.Changed()), cmp.Compare(a.name, b.name))
	})
	return list, nil
}

// find returns the folder of a run.
func (f folders) find(name string) (dir string, err error) {
	list, err := f.list()
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if p.name == name {
			return p.dir, nil
		}
	}
	return "", Refuse(http.StatusNotFound, "there is no run %q: ask for a run from the list",
		api.Shorten(name))
}

// String names the folders.
func (f folders) String() string {
	var names []string
	for _, one := range f {
		names = append(names, filepath.ToSlash(string(one)))
	}
	return strings.Join(names, ", ")
}
