package config

import (
	"path/filepath"
	"testing"
)

// TestShippedConfigs checks that every config of the repository is usable.
func TestShippedConfigs(t *testing.T) {
	paths, err := filepath.Glob("../../../configs/*.toml")
	if err != nil || len(paths) != 4 {
		t.Fatalf("configs %v, %v, want 4", paths, err)
	}
	for _, path := range paths {
		c, err := Load(path, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Rules.MaxPlies == 0 {
			t.Errorf("%s: without a ply limit a game may never end", path)
		}
	}
}
