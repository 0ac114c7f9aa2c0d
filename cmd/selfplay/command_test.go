package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/replay"
)

const mini = `
[rules]
game = "epaminondas:3x5x1"
max_plies = 30
limit = "draw"
[search]
memory_mib = 16
[selfplay]
full_simulations = 8
fast_simulations = 2
`

// file writes a file into a folder of the test.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// play runs the command and returns what it prints.
func play(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), args, nil, &stdout, &stderr); err != nil {
		t.Fatalf("selfplay %q: %v\n%s", args, err, &stderr)
	}
	return stdout.String()
}

// content returns the bytes of a file.
func content(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFileIsTheSameWithAnyWorkersAndSittings(t *testing.T) {
	c, dir := file(t, "c.toml", mini), t.TempDir()
	one, four, parts := filepath.Join(dir, "1"), filepath.Join(dir, "4"), filepath.Join(dir, "parts")
	if out := play(t, "--config", c, "--out", one, "--games", "10", "--workers",
		"1"); !strings.HasPrefix(out, "10 games in ") {
		t.Errorf("it prints %q", out)
	}
	play(t, "--config", c, "--out", four, "--games", "10", "--workers", "4")
	play(t, "--config", c, "--out", parts, "--games", "3")
	torn := append(content(t, parts), 1, 2, 3) // killed while writing
	if err := os.WriteFile(parts, torn, 0o644); err != nil {
		t.Fatal(err)
	}
	play(t, "--config", c, "--out", parts, "--games", "7")
	want := content(t, one)
	if !bytes.Equal(content(t, four), want) {
		t.Error("4 workers write another file than 1")
	}
	if !bytes.Equal(content(t, parts), want) {
		t.Error("3 games and then 7 are not the same as 10")
	}
}

func TestModels(t *testing.T) {
	c, dir := file(t, "c.toml", mini), t.TempDir()
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
		rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(dir, "m.safetensors")
	if err := net.SaveCheckpoint(model, &net.Checkpoint{Weights: weights}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"random", "uniform", model} {
		out := filepath.Join(dir, filepath.Base(name)+".games")
		play(t, "--config", c, "--out", out, "--games", "2", "--model", name)
		reader, err := replay.NewReader(bytes.NewReader(content(t, out)))
		if err != nil {
			t.Fatal(err)
		}
		g, err := reader.Next()
		if err != nil || g.Model != name {
			t.Errorf("the game of %s is %v of %q", name, err, g.Model)
		}
	}
}

// TestWideNetworksPlayManyGames checks that the network of --model decides how many games a task plays at
// once, unless --workers does.
func TestWideNetworksPlayManyGames(t *testing.T) {
	cfg, err := config.Load(file(t, "c.toml", mini), nil)
	if err != nil {
		t.Fatal(err)
	}
	cores, one := runtime.GOMAXPROCS(0), 1
	for _, test := range []struct {
		channels int // 0 for no network
		device   backend.Device
		workers  *int
		want     int
	}{
		{0, backend.Auto, nil, cores}, {8, backend.Auto, nil, cores}, {96, backend.CPU, nil, cores},
		{96, backend.Auto, nil, 16 * cores}, {96, backend.Auto, &one, 1},
	} {
		c := command{Device: test.device, Workers: test.workers}
		if test.channels > 0 {
			weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: test.channels, ValueHidden: 4},
				rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			c.Model = filepath.Join(t.TempDir(), "m.safetensors")
			if err := net.SaveCheckpoint(c.Model, &net.Checkpoint{Weights: weights}); err != nil {
				t.Fatal(err)
			}
		}
		task, err := c.fixedTask(cfg)
		if err != nil || task.actor.Config.Workers != test.want {
			t.Errorf("%+v: %+v, error %v", test, task, err)
		}
	}
}

func TestRunTakesGamesOfSeveralSeeds(t *testing.T) {
	dir := t.TempDir()
	c, err := config.Load(file(t, "c.toml", mini), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Create(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, seed := range []string{"7", "8", "7"} {
		play(t, "--run", dir, "--seed", seed, "--games", "2")
	}
	err = run(t.Context(), []string{"--run", dir, "--seed", "1", "--games", "1"}, nil, io.Discard, io.Discard)
	var usage *cli.UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "the run's own") {
		t.Errorf("the run's own seed gives %v", err)
	}
	if n, err := r.Games.Count(t.Context()); n != 6 || err != nil {
		t.Errorf("%d games, %v, want 6", n, err)
	}
	err = run(t.Context(), []string{"--run", dir, "--seed", "7", "--first", "3", "--games", "1"}, nil,
		io.Discard, io.Discard)
	if !errors.Is(err, replay.ErrDuplicate) || !strings.Contains(err.Error(), "--seed") {
		t.Errorf("a game that is there gives %v", err)
	}
}

// A process with changed rules cannot add games to a run, and the run continues with the old rules.
func TestChangedRules(t *testing.T) {
	for _, old := range []bool{false, true} {
		dir := t.TempDir()
		c, err := config.Load(file(t, "c.toml", mini), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := runs.Create(t.Context(), dir, c)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		play(t, "--run", dir, "--seed", "7", "--games", "2")
		if old { // as in an earlier version
			db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(`DELETE FROM meta WHERE key = 'rules'`); err != nil {
				t.Fatal(err)
			}
			db.Close()
		}
		path := filepath.Join(dir, "run.toml")
		before := content(t, path)
		changed := bytes.Replace(before, []byte("max_plies = 30"), []byte("max_plies = 40"), 1)
		if err := os.WriteFile(path, changed, 0o644); err != nil {
			t.Fatal(err)
		}
		err = run(t.Context(), []string{"--run", dir, "--seed", "8", "--games", "2"}, nil, io.Discard,
			io.Discard)
		if !errors.Is(err, runs.ErrRules) || !strings.Contains(err.Error(), "max_plies=30") ||
			!strings.Contains(err.Error(), "max_plies=40") || !strings.Contains(err.Error(), path) {
			t.Errorf("other rules give %v", err)
		}
		if err := os.WriteFile(path, before, 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err = runs.Create(t.Context(), dir, c); err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if n, err := r.Games.Count(t.Context()); n != 2 || err != nil {
			t.Errorf("%d games, %v, want 2", n, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(200*time.Millisecond, cancel).Stop()
	out := filepath.Join(t.TempDir(), "g")
	var stdout bytes.Buffer
	err := run(ctx, []string{"--config", file(t, "c.toml", mini), "--out", out, "--games", "1000000"}, nil,
		&stdout, io.Discard)
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(stdout.String(), " games in ") {
		t.Errorf("interrupted, it returns %v and prints %q", err, &stdout)
	}
	if _, err := (plan{seed: 1, rules: "epaminondas:3x5x1,max_plies=30,limit=draw"}).nextIn(out); err != nil {
		t.Errorf("the file it leaves: %v", err)
	}
}

// TestFileKeepsItsGames checks that a file of games takes no games by other rules, no numbers twice, and
// only one writer at a time. A refusal does not change the file.
func TestFileKeepsItsGames(t *testing.T) {
	c, out := file(t, "c.toml", mini), filepath.Join(t.TempDir(), "g")
	play(t, "--config", c, "--out", out, "--games", "3", "--model", "random")
	before := content(t, out)
	refused := func(want string, args ...string) {
		t.Helper()
		args = append(args, "--config", c, "--out", out, "--games", "1", "--model", "random")
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", args, err, want)
		}
		if !bytes.Equal(content(t, out), before) {
			t.Fatalf("%q changed the file", args)
		}
	}
	refused("the file has games on", "--set", "rules.game=epaminondas:3x6x1")
	refused("already has game 2 of seed 1", "--first", "2")
	other, err := replay.OpenFile(out)
	if err != nil {
		t.Fatal(err)
	}
	refused("in use by another process: give another --out")
	if _, err := replay.RepairFile(out); !errors.Is(err, durable.ErrInUse) {
		t.Errorf("repair of an open file gives %v", err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	play(t, "--config", c, "--out", out, "--games", "1", "--model", "random", "--first", "10")
	play(t, "--config", c, "--out", out, "--games", "2", "--model", "random", "--first", "3")
	before = content(t, out)
	refused("already has game 3 of seed 1", "--first", "3")
}

func TestMistakesAreNamed(t *testing.T) {
	c := file(t, "c.toml", mini)
	for want, args := range map[string][]string{
		"no settings":          {"--out", "x"},
		"--out FILE":           {"--config", c},
		"one place":            {"--run", "x", "--out", "y"},
		"--seed: each process": {"--run", "x"},
		"are fixed":            {"--run", "x", "--seed", "2", "--set", "seed=3"},
		"--games 0":            {"--config", c, "--out", "x", "--games", "0"},
		"--workers 0":          {"--config", c, "--out", "x", "--workers", "0"},
		"--gamess":             {"--gamess", "3"},
		"selfplay.wit":         {"--config", c, "--out", "x", "--set", "selfplay.wit=1"},
	} {
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want a usage error with %q", args, err, want)
		}
	}
	if err := run(t.Context(), []string{"--config", c, "--out", filepath.Join(t.TempDir(), "x"),
		"--model", c}, nil, io.Discard, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "c.toml") {
		t.Errorf("a config as model gives %v", err)
	}
}
