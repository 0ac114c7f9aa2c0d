package pack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/runs"
)

// The format of a pack. Raise the version when readers of this version could not read the pack.
const (
	format        = "epaminondas run"
	formatVersion = 1
	manifestName  = "manifest.json"
	mostManifest  = 16 << 20 // bytes; enough for 80,000 checkpoints
)

// Errors about a file. They wrap one of these.
var (
	ErrForeign = errors.New("this is not a packed run")
	ErrDamaged = errors.New("the file is damaged or incomplete: copy it again, or pack the run again")
	ErrVersion = errors.New("a later version of the program packed this run")
)

// Manifest describes a packed run.
type Manifest struct {
	Format  string     `json:"format"`
	Version int        `json:"version"`
	Run     string     `json:"run"`   // identity of the run
	Rules   string     `json:"rules"` // name of the rules of the newest checkpoint
	Step    int64      `json:"step"`  // of the newest checkpoint, as are the next two
	Phase   runs.Phase `json:"phase"`
	Stage   int        `json:"stage"` // counted from 0

	Games           int64  `json:"games"` // of the run, as are the next three
	LeftGames       int64  `json:"games_left_behind"`
	Checkpoints     int    `json:"checkpoints"`
	LeftCheckpoints int    `json:"checkpoints_left_behind"`
	Files           []File `json:"files"` // in the order of the archive
}

// File is a file of a packed run.
type File struct {
	Name   string `json:"name"` // in the folder of the run, with slashes
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // in hexadecimal
}

// Finished reports whether the run has reached the end of its budget.
func (m *Manifest) Finished() bool { return m.Phase == runs.Final }

// Size returns the number of bytes of all files.
func (m *Manifest) Size() (size int64) {
	for _, f := range m.Files {
		size += f.Size
	}
	return size
}

// encode returns the manifest as the archive holds it.
func (m *Manifest) encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", " ")
	if err == nil && len(text) > mostManifest {
		err = fmt.Errorf("the manifest has %s, want at most %d", noun.Count(len(text), "byte"), mostManifest)
	}
	return append(text, '\n'), err
}

// decode reads a manifest. Its files may have at most the given number of bytes together.
func decode(text []byte, most int64) (*Manifest, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil || head.Format != format {
		return nil, ErrForeign
	}
	if head.Version != formatVersion {
		return nil, fmt.Errorf("%w: the version of the format is %d, but this program reads version %d",
			ErrVersion, head.Version, formatVersion)
	}
	var m Manifest
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("read the manifest: %w", err)
	}
	return &m, m.check(most)
}

var sumPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// check returns an error if a file of the manifest does not belong to a run, or if the manifest is not
// complete.
func (m *Manifest) check(most int64) error {
	seen := map[string]bool{}
	left := most
	for _, f := range m.Files {
		switch {
		case !runs.IsPart(f.Name):
			return fmt.Errorf("the manifest names %q, which is no file of a run", f.Name)
		case seen[strings.ToLower(f.Name)]:
			return fmt.Errorf("the manifest names %s twice", f.Name)
		case f.Size < 0 || f.Size > left:
			return fmt.Errorf("the manifest names more than %s, too much for a file of this size",
				noun.Count(most, "byte"))
		case !sumPattern.MatchString(f.SHA256):
			return fmt.Errorf("the SHA-256 of %s is %.70q, want 64 hexadecimal digits", f.Name, f.SHA256)
		}
		seen[strings.ToLower(f.Name)] = true
		left -= f.Size
	}
	for _, name := range runs.SingleFiles()[:2] { // the config and the database
		if !seen[name] {
			return fmt.Errorf("the manifest lacks %s", name)
		}
	}
	return nil
}
