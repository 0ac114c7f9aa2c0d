package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// A manifest describes a match: everything that the games of a journal have in common. For this
// package it is a tree of JSON.

// manifestFile is the content of a manifest's file.
type manifestFile struct {
	Version int             `json:"version"`
	Match   json.RawMessage `json:"match"`
}

// settleManifest writes the manifest of a journal. If the journal has a manifest already, both must
// be equal. A journal without a manifest must have no games.
func settleManifest(files durable.Files, path string, manifest any, hasGames bool) error {
	match, err := marshal(manifest, "")
	if err != nil {
		return err
	}
	there, err := readManifest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && hasGames:
		return fmt.Errorf(
			"the folder has games, but no %s that describes the match: use another folder",
			manifestName)
	case errors.Is(err, fs.ErrNotExist):
		return writeManifest(files, path, match)
	case err != nil:
		return err
	}
	if d := difference("", tree(there), tree(match)); d != "" {
		return fmt.Errorf(
			"the folder belongs to another match (%s): give the command of that match, or use another folder",
			d)
	}
	return nil
}

// readManifest reads the output of [writeManifest].
func readManifest(path string) (json.RawMessage, error) {
	text, err := textfile.Read(path)
	if err != nil {
		return nil, err
	}
	var file manifestFile
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	switch {
	case file.Version > formatVersion:
		return nil, fmt.Errorf("%s: %w", manifestName, newerVersion(file.Version))
	case file.Version != formatVersion || file.Match == nil:
		return nil, fmt.Errorf("%s: the version is %d, want %d and a match", manifestName,
			file.Version, formatVersion)
	}
	return file.Match, nil
}

// writeManifest writes the manifest of a new journal.
func writeManifest(files durable.Files, path string, match json.RawMessage) error {
	text, err := marshal(manifestFile{Version: formatVersion, Match: match}, "  ")
	if err != nil {
		return err
	}
	return files.WriteBytes(path, text)
}

// marshal is [json.Marshal] without escapes for HTML.
func marshal(v any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(v)
	return text.Bytes(), err
}

// tree decodes valid JSON. It keeps all digits of numbers.
func tree(text json.RawMessage) any {
	var t any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&t); err != nil {
		panic(fmt.Sprintf("record: a manifest that was valid JSON is not: %v", err)) // a bug of ours
	}
	return t
}

// difference describes the first difference between two trees, or returns "" if they are equal. It
// compares objects by their keys in order.
func difference(path string, there, here any) string {
	switch a := there.(type) {
	case map[string]any:
		if b, ok := here.(map[string]any); ok {
			return keyDifference(path, a, b)
		}
	case []any:
		if b, ok := here.([]any); ok {
			return listDifference(path, a, b)
		}
	default:
		if there == leaf(here) {
			return ""
		}
	}
	return fmt.Sprintf("%s is %s there, but %s here", path, brief(there), brief(here))
}

// leaf returns t if it has no branches. Otherwise it returns nil, because == cannot compare such
// trees.
func leaf(t any) any {
	switch t.(type) {
	case map[string]any, []any:
		return missing{}
	}
	return t
}

// missing stands for a missing value.
type missing struct{}

func keyDifference(path string, there, here map[string]any) string {
	both := maps.Clone(there)
	maps.Copy(both, here)
	for _, key := range slices.Sorted(maps.Keys(both)) {
		below := fmt.Sprintf("%.80s", key) // a damaged file may have a key of any length
		if path != "" {
			below = path + "." + below
		}
		a, hasA := there[key]
		b, hasB := here[key]
		switch {
		case !hasA:
			return fmt.Sprintf("%s is missing there, but %s here", below, brief(b))
		case !hasB:
			return fmt.Sprintf("%s is %s there, but missing here", below, brief(a))
		}
		if d := difference(below, a, b); d != "" {
			return d
		}
	}
	return ""
}

func listDifference(path string, there, here []any) string {
	for i := range min(len(there), len(here)) {
		if d := difference(path+"["+strconv.Itoa(i)+"]", there[i], here[i]); d != "" {
			return d
		}
	}
	if len(there) != len(here) {
		return fmt.Sprintf("%s has %s there, but %d here", path,
			noun.Count(len(there), "entry", "entries"), len(here))
	}
	return ""
}

// brief returns a short text of a tree, for an error.
func brief(t any) string {
	if t == (missing{}) {
		return "missing"
	}
	text, err := marshal(t, "")
	if err != nil {
		panic(fmt.Sprintf("record: a tree of JSON has no text: %v", err)) // a bug of ours
	}
	return fmt.Sprintf("%.200s", bytes.TrimSpace(text))
}
