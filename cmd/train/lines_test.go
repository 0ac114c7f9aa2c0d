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
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
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
	for name, more := range map[string][]string{"c.lines": {"--eval", first}, "d.lines": {"--sims", "4"}} {
		other, err := os.ReadFile(learn(name, more...))
		if err != nil || bytes.Equal(data, other) {
			t.Errorf("with %v it learns the same, %v", more, err)
		}
	}
}

// TestLinesOfFile learns from a file of games, with the network of a run.
func TestLinesOfFile(t *testing.T) {
	dir, out := trainedRun(t), t.TempDir()
	games := filepath.Join(out, "a.games")
	err := runs.Read(t.Context(), dir, func(r *runs.Run) error { return copyGames(t, r, games) })
	if err != nil {
		t.Fatal(err)
	}
	networks, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.safetensors"))
	if err != nil || len(networks) == 0 {
		t.Fatal(networks, err)
	}
	var stdout bytes.Buffer
	path := filepath.Join(out, "a.lines")
	err = run(t.Context(), []string{"lines", "--games", games, "--teacher", networks[0], "--out", path,
		"--positions", "1000", "--nodes", "60", "--epochs", "1"}, nil, &stdout, io.Discard)
	if err != nil || !strings.Contains(stdout.String(), path+" has ") {
		t.Errorf("%v\n%s", err, &stdout)
	}
	err = run(t.Context(), []string{"lines", "--games", networks[0], "--teacher", networks[0], "--out", path},
		nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "--games: learning: games of "+networks[0]) {
		t.Errorf("a file without games: %v", err)
	}
}

// copyGames writes the games of a run to a file.
func copyGames(t *testing.T, r *runs.Run, path string) error {
	file, err := replay.OpenFile(path)
	if err != nil {
		return err
	}
	last, err := r.Games.Last(t.Context())
	for id := int64(1); err == nil && id <= last; id++ {
		var g *replay.Game
		if g, err = r.Games.Load(t.Context(), id); err == nil {
			err = file.Append(g)
		}
	}
	return errors.Join(err, file.Close())
}

func TestLinesMistakes(t *testing.T) {
	dir := trainedRun(t)
	for want, args := range map[string][]string{
		"--positions 10: want": {"--run", dir, "--positions", "10"},
		"--nodes 0: want":      {"--run", dir, "--nodes", "0"},
		"--sims -1: want":      {"--run", dir, "--sims=-1"},
		"epochs is 0":          {"--run", dir, "--epochs", "0"},
		"--run: ":              {"--run", filepath.Join(dir, "none")},
		"either --run or":      {},
		"with --teacher":       {"--games", os.DevNull},
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
