package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTriesOpponents checks that train refuses a report's opponent that cannot play, before
// training.
func TestTriesOpponents(t *testing.T) {
	for opponent, want := range map[string]struct{ err, note string }{
		"net:no-such.safetensors": {err: "report.opponents: player \"net:no-such.safetensors\""},
		"stockfish":               {err: "mini.toml: report: opponents: player \"stockfish\""},
		"alphabeta,weights=none":  {err: "none"},
		"ugi:./no-such --quiet": {
			err:  "./no-such",
			note: `note: report.opponents starts this program now as a test, and again for the report: "./no-such --quiet"`,
		},
	} {
		path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
		var stderr bytes.Buffer
		args := []string{"--config", path, "--run", dir, "--set",
			`report.opponents=["random", "` + opponent + `"]`}
		err := run(t.Context(), args, nil, &stderr, &stderr)
		if err == nil || !strings.Contains(err.Error(), want.err) {
			t.Errorf("%s: error %v, want %q", opponent, err, want.err)
		}
		if !strings.Contains(stderr.String(), want.note) {
			t.Errorf("%s: told %q, want %q", opponent, &stderr, want.note)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s: the run's folder was made: %v", opponent, fs.ErrExist)
		}
	}
}
