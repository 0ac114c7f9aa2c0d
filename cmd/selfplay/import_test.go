package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// newRun begins a run with the settings of mini.
func newRun(t *testing.T) *runs.Run {
	t.Helper()
	c, err := config.Load(file(t, "c.toml", mini), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Create(t.Context(), t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// Games for a database that is gone would be lost when the command ends.
func TestGamesWithoutDatabase(t *testing.T) {
	r := newRun(t)
	if err := os.Remove(r.Database()); err != nil {
		t.Fatal(err)
	}
	err := runStore{r}.keep(t.Context(), &replay.Game{})
	if !errors.Is(err, runs.ErrGone) || !strings.Contains(err.Error(), "run.db.salvaged-1: move it to") {
		t.Errorf("a game is kept with %v", err)
	}
}

func TestImport(t *testing.T) {
	r, c := newRun(t), file(t, "c.toml", mini)
	games := filepath.Join(t.TempDir(), "g")
	play(t, "--config", c, "--out", games, "--games", "5", "--seed", "7")
	for _, want := range []string{"5 games added, 0 were", "0 games added, 5 were"} {
		if out := play(t, "import", "--run", r.Dir, games); !strings.HasPrefix(out, want) {
			t.Errorf("it prints %q, want %q", out, want)
		}
	}
	if n, err := r.Games.Count(t.Context()); n != 5 || err != nil {
		t.Errorf("%d games, %v, want 5", n, err)
	}

	play(t, "--config", c, "--out", games, "--games", "1", "--seed", "7")
	if err := os.WriteFile(games, append(content(t, games), 1, 2, 3), 0o644); err != nil {
		t.Fatal(err)
	}
	err := run(t.Context(), []string{"import", "--run", r.Dir, games}, nil, io.Discard, io.Discard)
	if !errors.Is(err, replay.ErrTorn) {
		t.Errorf("a torn file gives %v", err)
	}
	if n, _ := r.Games.Count(t.Context()); n != 6 {
		t.Errorf("%d games, want 6: those before the torn end", n)
	}
}

func TestImportRefuses(t *testing.T) {
	r := newRun(t)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"own seed": {[]string{"--seed", "1"}, "the run's own seed"},
		"rules":    {[]string{"--seed", "7", "--set", "rules.max_plies=20"}, "the run plays"},
		"conflict": {[]string{"--seed", "8", "--model", "random"}, "another game with this seed"},
	} {
		if name == "conflict" {
			play(t, "--run", r.Dir, "--seed", "8", "--games", "2")
		}
		games := filepath.Join(t.TempDir(), "g")
		play(t, append([]string{"--config", file(t, "c.toml", mini), "--out", games, "--games", "2"},
			test.args...)...)
		err := run(t.Context(), []string{"import", "--run", r.Dir, games}, nil, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	if n, err := r.Games.Count(t.Context()); n != 2 || err != nil {
		t.Errorf("%d games, %v, want the 2 of the run", n, err)
	}
}
