package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"unicode/utf8"
)

// Init is the checkpoint whose weights a run begins with, instead of random weights. It may come
// from a different board, because no layer of the network depends on the board's size.
type Init struct {
	File string `toml:"file"` // path at the start of the run; empty for random weights
	// of the file, in hexadecimal; optional in a config, always set in run.toml
	SHA256 string `toml:"sha256"`
}

// Name returns the name of the init in checkpoints and reports: the file without its folder, and
// the digest. It is empty without an init.
func (i Init) Name() string {
	if i.File == "" {
		return ""
	}
	return fmt.Sprintf("%s (SHA-256 %s)", filepath.Base(i.File), i.SHA256)
}

// String returns the file as given, and the digest.
func (i Init) String() string {
	if i.File == "" {
		return "none"
	}
	return fmt.Sprintf("%s (SHA-256 %s)", i.File, i.SHA256)
}

var digestPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Validate returns an error for the first invalid field.
func (i Init) Validate() error {
	switch {
	case !utf8.ValidString(i.File):
		return fmt.Errorf("init: file is %q, which is not valid UTF-8, so %s could not keep it: rename "+
			"the file or its folder", i.File, FileName)
	case i.SHA256 == "":
		return nil
	case i.File == "":
		return errors.New("init: sha256 is set, but file is not: set both or neither")
	case !digestPattern.MatchString(i.SHA256):
		return fmt.Errorf("init: sha256 is %q, want 64 lower-case hexadecimal digits, as sha256sum "+
			"prints them", i.SHA256)
	}
	return nil
}
