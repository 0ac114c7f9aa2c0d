package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNamedConfigs checks that a name stands for a config of the program, unless there is such a file.
func TestNamedConfigs(t *testing.T) {
	file, err := Load("../../../configs/tiny.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	named, err := Load("tiny", []string{"seed=3"})
	if err != nil || named.Seed != 3 || named.Rules != file.Rules {
		t.Errorf("tiny by name: %+v, %v", named.Rules, err)
	}
	if err := os.WriteFile("tiny", []byte("seed = 7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := Load("tiny", nil); err != nil || c.Seed != 7 {
		t.Errorf("a file has the name of a config: seed %d, %v", c.Seed, err)
	}
	for path, want := range map[string]string{
		"large":   "it has crossings, epaminondas, epaminondas8, tiny",
		"":        "the path is empty",
		"no/tiny": "no such file or directory, and the program has no config of that name",
	} {
		if _, err := Load(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", path, err, want)
		}
	}
}

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
