package runs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"epaminondas/internal/training/config"
	"epaminondas/net"
)

// InitWeights returns the weights of the run's init, from the run's own copy. If the run's network
// has more groups of planes or more pooling than the init, the additional weights are zero.
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

// adoptInit completes the init of a config, for a new run or the run in dir. It returns the content of
// the file, or nil without an init. If the file is gone, or if the run has moved to another machine, it
// uses the run's own copy.
func adoptInit(c *config.Config, dir string) ([]byte, error) {
	if c.Init.File == "" {
		return nil, nil
	}
	if err := c.Init.Validate(); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	path := c.Init.File
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if begun, err := readConfig(dir); err == nil && samePlace(begun.Init.File, path) {
			path = filepath.Join(dir, initName)
		}
	}
	checkpoint, content, err := readInit(path, c.Init)
	if err != nil {
		return nil, fmt.Errorf("run: init: %w", err)
	}
	if err := fits(c, checkpoint); err != nil {
		return nil, fmt.Errorf("run: init: %s %w", path, err)
	}
	c.Init.SHA256 = digest(content)
	return content, nil
}

// samePlace reports whether two paths may name the same file or folder on two machines: their last
// elements agree. A run keeps the path on the machine where it began.
func samePlace(a, b string) bool { return a != "" && filepath.Base(a) == filepath.Base(b) }

// readInit reads a checkpoint. If the digest is known, the file must match it.
func readInit(path string, want config.Init) (*net.Checkpoint, []byte, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return nil, nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	if got := digest(content); want.SHA256 != "" && got != want.SHA256 {
		return nil, nil, fmt.Errorf("%s has changed: the SHA-256 is %s, want %s", path, got,
			want.SHA256)
	}
	return checkpoint, content, nil
}

// fits returns an error if the shape of a checkpoint's network differs from the config's. The error
// explains how to change the config. The config may have more groups of planes and more pooling.
func fits(c *config.Config, checkpoint *net.Checkpoint) error {
	shaped := *c
	shaped.Network = checkpoint.Weights.Config
	if c.Network.Planes.Has(shaped.Network.Planes) {
		shaped.Network.Planes = c.Network.Planes
	}
	shaped.Network.Pooling = max(shaped.Network.Pooling, c.Network.Pooling)
	other := config.Differences(shaped, *c)
	if len(other) == 0 {
		return nil
	}
	var cure []string
	for _, d := range other {
		cure = append(cure, fmt.Sprintf("--set %s=%s", d.Key, d.Old))
	}
	return fmt.Errorf("has a network of another shape than the config (%s): give %s",
		strings.Join(config.InWords(other), "; "), strings.Join(cure, " "))
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
