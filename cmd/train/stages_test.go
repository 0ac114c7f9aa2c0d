package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// The screen and the report name the stages of a run.
func TestStagesAreNamed(t *testing.T) {
	var stdout, stderr bytes.Buffer
	dir := filepath.Join(t.TempDir(), "staged")
	if err := run(t.Context(), []string{"--config", miniConfig(t), "--run", dir, "--set",
		`stage=[{name="small board", until=0.4, set=["rules.game=epaminondas:3x4x1"]}, ` +
			`{name="longer", set=["selfplay.full_simulations=8"]}]`,
		"--set", "report.games=0", "--set", "report.exact_positions=0"}, nil, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	for _, want := range []string{"ends after 60 steps, in stage 1 of 2, small board\n",
		"stage 2 of 2, longer: selfplay.full_simulations=8\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the screen shows\n%s\nwant %q", &stderr, want)
		}
	}
	if want := "stage 1:           small board, from step 0: rules.game=epaminondas:3x4x1\n"; !strings.Contains(
		stdout.String(), want) {
		t.Errorf("the report is\n%s\nwant %q", &stdout, want)
	}
}
