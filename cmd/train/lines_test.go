package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine/alphabeta/lines"
)

// TestLines learns an evaluation from a run of seconds, then another one whose searches use the first.
func TestLines(t *testing.T) {
	dir, out := trainedRun(t), t.TempDir()
	learn := func(name string, more ...string) string {
		t.Helper()
		var stdout bytes.Buffer
		path := filepath.Join(out, name)
		err := run(t.Context(), append([]string{"lines", "--run", dir, "--out", path, "--positions", "1000",
			"--nodes", "60", "--epochs", "1"}, more...), nil, &stdout, io.Discard)
		if err != nil || !strings.Contains(stdout.String(), path+" has ") {
			t.Fatalf("%v\n%s", err, &stdout)
		}
		return path
	}
	first := learn("a.lines")
	data, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	w, origin, err := lines.Decode(data)
	if err != nil || origin.Positions != 950 || !strings.HasPrefix(origin.Teacher, "step-0000010") {
		t.Fatalf("%+v, %v", origin, err)
	}
	if _, err := lines.New(game.MustBoard(origin.Rules), w); err != nil {
		t.Error(err)
	}
	if again, err := os.ReadFile(learn("b.lines")); err != nil || !bytes.Equal(data, again) {
		t.Errorf("the second time it learns something else, %v", err)
	}
	second, err := os.ReadFile(learn("c.lines", "--eval", first))
	if err != nil || bytes.Equal(data, second) {
		t.Errorf("with other searches it learns the same, %v", err)
	}
}

func TestLinesMistakes(t *testing.T) {
	dir := trainedRun(t)
	for want, args := range map[string][]string{
		"--positions 10: want": {"--run", dir, "--positions", "10"},
		"--nodes 0: want":      {"--run", dir, "--nodes", "0"},
		"epochs is 0":          {"--run", dir, "--epochs", "0"},
		"--run: ":              {"--run", filepath.Join(dir, "none")},
	} {
		args = append([]string{"lines", "--out", filepath.Join(t.TempDir(), "a")}, args...)
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want a usage error with %q", args, err, want)
		}
	}
	err := run(t.Context(), []string{"lines", "--run", dir, "--out", filepath.Join(t.TempDir(), "a"),
		"--positions", "40000000", "--nodes", "20"}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "fewer --positions or a longer run") {
		t.Errorf("too many positions: %v", err)
	}
}
