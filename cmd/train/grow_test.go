package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// growArgs are the arguments of a run with a larger network that first learns from an older run.
func growArgs(path, from, dir string, more ...string) []string {
	return append([]string{"--config", path, "--run", dir, "--games-from", from, "--set",
		"network.channels=6", "--set", "grow.held_out=0.4", "--set", "grow.measure_steps=5", "--set",
		"report.games=0", "--set", "report.exact_positions=0"}, more...)
}

func TestGamesFrom(t *testing.T) {
	from, path, dir := trainedRun(t), miniConfig(t), filepath.Join(t.TempDir(), "grown")
	var stderr bytes.Buffer
	var stdout bytes.Buffer
	if err := run(t.Context(), growArgs(path, from, dir), nil, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	for _, want := range []string{`new run in \S+grown with \d+ games of \S+run: ends after 60 steps`,
		`learning from \d+ games of \S+run: step 5, held-out policy \d\.\d+, value \d\.\d+\n`,
		`learning from \d+ games of \S+run: step \d+, held-out policy .*\(.*\): self-play begins\n`} {
		if !regexp.MustCompile(want).MatchString(stderr.String()) {
			t.Errorf("no %q in\n%s", want, &stderr)
		}
	}
	if !regexp.MustCompile(`learned first: +\d+ games of \S+run\n`).MatchString(stdout.String()) {
		t.Errorf("the report does not name the older run:\n%s", &stdout)
	}
	c, _, err := runs.Settings(dir)
	if err != nil || c.Grow.From != from || c.Grow.Run == "" || c.Network.Channels != 6 {
		t.Errorf("%+v, %v", c.Grow, err)
	}
	// The same command needs the older run no longer.
	if err := os.RemoveAll(from); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), growArgs(path, from, dir), nil, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	err = run(t.Context(), growArgs(path, from, filepath.Join(t.TempDir(), "other")), nil, io.Discard,
		io.Discard)
	if !errors.Is(err, runs.ErrNoRun) {
		t.Errorf("games of no run give %v", err)
	}
}

func TestGamesFromMistakes(t *testing.T) {
	from, path := trainedRun(t), miniConfig(t)
	dir := filepath.Join(t.TempDir(), "grown")
	for want, more := range map[string][]string{
		"the games have the rules": {"--set", "rules.max_plies=40"},
		"which is replay.min":      {"--set", "replay.min=100000"},
		"want at least 20":         {"--set", "grow.held_out=0.0001"},
		"grow: share is 2":         {"--set", "grow.share=2"},
		"grow: patience is 0":      {"--set", "grow.patience=0"},
		"grow: measure_steps is 0": {"--set", "grow.measure_steps=0"},
		"grow: held_out is 1":      {"--set", "grow.held_out=1"},
		"grow: positions is -1":    {"--set", "grow.positions=-1"},
		"cooldown is 1, want less": {"--set", "train.cooldown=1"},
	} {
		err := run(t.Context(), growArgs(path, from, dir, more...), nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		wrong := strings.HasPrefix(want, "grow: ") || strings.HasPrefix(want, "cooldown")
		if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &usage) != wrong {
			t.Errorf("%q gives %v, want %q", more, err, want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Fatalf("%q makes a folder", more)
		}
	}
	if err := run(t.Context(), growArgs(path, from, from), nil, io.Discard, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "the folder of the run itself") {
		t.Errorf("a run from its own games gives %v", err)
	}
}

// TestGrowingKilled kills a process again and again while it copies games and learns from them, and
// then lets the run go on to self-play.
func TestGrowingKilled(t *testing.T) {
	from, path, dir := trainedRun(t), miniConfig(t), filepath.Join(t.TempDir(), "grown")
	rng := rand.New(rand.NewPCG(2, 2))
	args := growArgs(path, from, dir, "--set", "train.steps=1000000", "--set", "grow.patience=100000")
	measured := ""
	for kill := range 40 {
		if kill >= 6 && measured != "" {
			break
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "TRAIN_TEST_COMMAND=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration((50+rng.IntN(400))*(1+kill/6)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if all := regexp.MustCompile(`: step (\d+), held-out`).FindAllStringSubmatch(stderr.String(),
			-1); len(all) > 0 {
			measured = all[len(all)-1][1]
		}
	}
	if measured == "" {
		t.Fatal("no process lived long enough to measure")
	}
	c, err := config.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	i, ok, err := r.Inheritance(t.Context())
	count, failed := r.Games.Count(t.Context())
	if err := errors.Join(err, failed, r.Close()); err != nil || !ok || !i.Done() ||
		i.Positions < c.Replay.Min || count < int64(i.Games) {
		t.Fatalf("%+v, %v, %d games, %v", i, ok, count, err)
	}
	// The same command goes on from the printed step or a later one.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stderr := &trigger{text: ", held-out policy", pull: cancel}
	if err := run(ctx, args, nil, io.Discard, stderr); !errors.Is(err, cli.ErrInterrupted) {
		t.Fatalf("%v\n%s", err, &stderr.got)
	}
	var printed, from0, games int
	if _, err := fmt.Sscan(measured, &printed); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`from step (\d+) with (\d+) games`).FindStringSubmatch(stderr.got.String())
	if line == nil {
		t.Fatalf("no step in\n%s", &stderr.got)
	}
	if _, err := fmt.Sscan(line[1]+" "+line[2], &from0, &games); err != nil || from0 < printed ||
		games != i.Games {
		t.Errorf("%v: it goes on from step %d with %d games, want step %d or later with %d", err, from0,
			games, printed, i.Games)
	}
}
