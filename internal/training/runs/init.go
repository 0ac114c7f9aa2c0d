package runs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"epaminondas/net"
)

// Init is the checkpoint whose weights a run begins with, instead of random ones. It may come from
// another board, because no layer of the network depends on the board's size.
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

func (i Init) validate() error {
	switch {
	case !utf8.ValidString(i.File):
		return fmt.Errorf("init: file is %q, which is not valid UTF-8, so %s could not keep it: rename "+
			"the file or its folder", i.File, configName)
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

// InitWeights returns the weights of the run's init, from the run's own copy. If the run's network
// has more groups of planes or pools over more squares, their weights are zero.
func (r *Run) InitWeights() (*net.Weights, error) {
	checkpoint, _, err := readInit(filepath.Join(r.Dir, initName), r.Config.Init)
	var weights *net.Weights
	if err == nil {
		weights, err = checkpoint.Weights.Widened(r.Config.Network.Planes, r.Config.Network.Pooling)
	}
	if err != nil {
		return nil, fmt.Errorf("run: the copy of the checkpoint that %s began from: %w", r.Dir, err)
	}
	return weights, nil
}

// adopt completes the init of a config, for a new run or the run in dir. It returns the content of
// the file, or nil without an init. If the file is gone, it uses the run's own copy.
func (c *Config) adopt(dir string) ([]byte, error) {
	if c.Init.File == "" {
		return nil, nil
	}
	if err := c.Init.validate(); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	path := c.Init.File
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if begun, err := readConfig(dir); err == nil && begun.Init.File == path {
			path = filepath.Join(dir, initName)
		}
	}
	checkpoint, content, err := readInit(path, c.Init)
	if err != nil {
		return nil, fmt.Errorf("run: init: %w", err)
	}
	if err := c.fits(checkpoint); err != nil {
		return nil, fmt.Errorf("run: init: %s %w", path, err)
	}
	c.Init.SHA256 = digest(content)
	return content, nil
}

// readInit reads a checkpoint. If the digest is known, the file must match it.
func readInit(path string, want Init) (*net.Checkpoint, []byte, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return nil, nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	if got := digest(content); want.SHA256 != "" && got != want.SHA256 {
		return nil, nil, fmt.Errorf("%s has changed: its SHA-256 is %s, want %s", path, got,
			want.SHA256)
	}
	return checkpoint, content, nil
}

// fits returns an error if the shape of a checkpoint's network differs from the config's. The error
// explains how to change the config. The config may have more groups of planes and more pooling.
func (c *Config) fits(checkpoint *net.Checkpoint) error {
	shaped := *c
	shaped.Network = checkpoint.Weights.Config
	if c.Network.Planes.Has(shaped.Network.Planes) {
		shaped.Network.Planes = c.Network.Planes
	}
	shaped.Network.Pooling = max(shaped.Network.Pooling, c.Network.Pooling)
	other := differences(shaped, *c)
	if len(other) == 0 {
		return nil
	}
	var cure []string
	for _, d := range other {
		cure = append(cure, fmt.Sprintf("--set %s=%s", d.key, d.old))
	}
	return fmt.Errorf("has a network of another shape than the config (%s): give %s",
		strings.Join(tell(other), "; "), strings.Join(cure, " "))
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
