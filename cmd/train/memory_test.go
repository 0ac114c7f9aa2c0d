package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusesWhatDoesNotFit checks that train refuses settings for which no machine has the memory.
// The error names the setting, and nothing is made.
func TestRefusesWhatDoesNotFit(t *testing.T) {
	for _, command := range [][]string{{"--run", filepath.Join(t.TempDir(), "run")}, {doctorName}} {
		args := append(command, "--config", miniConfig(t), "--set", "selfplay.workers=1000000", "--set",
			"selfplay.full_simulations=1000000")
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "selfplay.workers is 1000000, which takes about ") {
			t.Errorf("%v: got %v, want a refusal by name", command, err)
		}
		if command[0] != "--run" {
			continue
		}
		if _, err := os.Stat(command[1]); !os.IsNotExist(err) {
			t.Errorf("the folder is there: %v", err)
		}
	}
}
