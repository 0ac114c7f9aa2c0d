package ab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/textfile"
)

// The names of files in the folder of an experiment.
const (
	manifestName = "ab.json"
	resultName   = "result.json"
)

// manifestVersion is the version of the folder's format.
const manifestVersion = "1"

// manifest lists everything that an experiment's result depends on, except the number of seeds,
// because an experiment may get more seeds later.
func (e *Experiment) manifest() map[string]string {
	h := map[string]string{
		"version":             manifestVersion,
		"program":             e.Program,
		"match.pairs":         fmt.Sprint(e.Match.Pairs),
		"match.opening_plies": fmt.Sprint(e.Match.OpeningPlies),
		"match.limit":         e.Match.Limit(),
		"match.own_search":    fmt.Sprint(e.Match.OwnSearch),
	}
	for i, config := range e.Configs {
		for key, value := range config.Settings() {
			if key != "seed" {
				h[strings.ToLower(sideNames()[i])+"."+key] = value
			}
		}
	}
	return h
}

// checkManifest writes the manifest of a new experiment, or compares it with the existing one.
func (e *Experiment) checkManifest() error {
	path, now := filepath.Join(e.Dir, manifestName), e.manifest()
	text, err := textfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return e.begin(path, now)
	}
	if err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	var there map[string]string
	if err := json.Unmarshal(text, &there); err != nil {
		return fmt.Errorf("ab: %s: %w", path, err)
	}
	var changes []string
	for _, d := range differences(there, now) {
		changes = append(changes, fmt.Sprintf("%s is %s there, but %s now", d[0], d[1], d[2]))
	}
	if len(changes) > 0 {
		return fmt.Errorf("ab: %s has another experiment (%s): give the same command, or another folder",
			e.Dir, strings.Join(changes, "; "))
	}
	return nil
}

// begin writes the manifest of a new experiment into a folder without other files.
func (e *Experiment) begin(path string, manifest map[string]string) error {
	entries, err := os.ReadDir(e.Dir)
	if err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			return fmt.Errorf("ab: %s has %s, but no experiment: give a new folder", e.Dir, entry.Name())
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(manifest); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	if err := durable.WriteBytes(path, text.Bytes()); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	return nil
}

// differences lists the keys of two maps whose values differ, with both values.
func differences(a, b map[string]string) [][3]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	var list [][3]string
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if a[key] != b[key] {
			list = append(list, [3]string{key, orNone(a[key]), orNone(b[key])})
		}
	}
	return list
}

func orNone(value string) string {
	if value == "" {
		return "none"
	}
	return value
}
