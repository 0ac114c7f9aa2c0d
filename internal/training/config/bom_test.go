package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Some editors begin a config with a byte-order mark, or save it in UTF-16.
func TestConfigFromAnyEditor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const text = "seed = 7\n"
	write("\ufeff" + text)
	c, err := Load(path, []string{"\ufefflearn.batch_size=64"})
	if err != nil || c.Seed != 7 || c.Learn.BatchSize != 64 {
		t.Errorf("with a mark: seed %d, batch size %d, %v", c.Seed, c.Learn.BatchSize, err)
	}
	if c, err := Parse([]byte("\ufeff" + text)); err != nil || c.Seed != 7 {
		t.Errorf("parsed with a mark: seed %d, %v", c.Seed, err)
	}
	if _, err := Parse([]byte("\ufeff\n")); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("only a mark gives %v", err)
	}
	wide := "\xff\xfe"
	for _, b := range []byte(text) {
		wide += string([]byte{b, 0})
	}
	write(wide)
	for _, want := range []string{path, "UTF-16", "save it as UTF-8"} {
		if _, err := Load(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("UTF-16 gives %v, want %q", err, want)
		}
	}
}
