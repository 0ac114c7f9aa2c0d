package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/ab"
)

// abArgs are the arguments of an experiment that takes seconds.
func abArgs(t *testing.T, dir string) []string {
	t.Setenv("TRAIN_TEST_COMMAND", "1") // children are this test program
	return []string{"ab", "--config", miniConfig(t), "--dir", dir, "--a", "replay.uses=2", "--b",
		"replay.uses=4", "--set", "train.steps=20", "--set", "gate.games=0",
		"--seeds", "2", "--pairs", "3", "--opening-plies", "2", "--sims", "4"}
}

func TestAB(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ab")
	args := abArgs(t, dir)
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), append(args, "--judge", "--json"), nil, &stdout, &stderr); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "seed-1", "a.log"))
		t.Fatalf("%v\n%s\n%s", err, &stderr, log)
	}
	var result ab.Result
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Seeds) != 2 || result.Total.Games() != 12 || len(result.Judged) != 2 {
		t.Errorf("%s", &stdout)
	}
	for _, s := range result.Seeds {
		for _, side := range s.Sides {
			if side.Steps != 20 || side.Games == 0 || side.Positions == 0 || side.ProcessorSeconds <= 0 {
				t.Errorf("seed %d: %+v", s.Seed, side)
			}
		}
	}
	stdout.Reset()
	if err := run(t.Context(), append(args, "--question", "How often?"), nil, &stdout,
		io.Discard); err != nil || !strings.Contains(stdout.String(),
		"| How often? | mini.toml --set train.steps=20") {
		t.Errorf("a second call: %v\n%s", err, &stdout)
	}
	err := run(t.Context(), append(args, "--set", "learn.batch_size=16"), nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "a.learn.batch_size is 8 there, but 16 now") {
		t.Errorf("another experiment in the same folder: %v", err)
	}
}

// An interrupted or killed experiment continues where it stopped.
func TestABGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ab")
	args := append(abArgs(t, dir), "--set", "train.steps=600", "--seeds", "1")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		awaitCycle(ctx, filepath.Join(dir, "seed-1", "a.log"))
		cancel()
	}()
	if err := run(ctx, args, nil, io.Discard, io.Discard); !errors.Is(err, cli.ErrInterrupted) ||
		!strings.Contains(err.Error(), dir) {
		t.Fatalf("interrupted, it returns %v", err)
	}
	killed := exec.Command(os.Args[0], args...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	awaitCycle(t.Context(), filepath.Join(dir, "seed-1", "b.log"))
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	var stdout bytes.Buffer
	if err := run(t.Context(), append(args, "--json"), nil, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	var result ab.Result
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil || result.Seeds[0].Sides[0].Steps != 600 {
		t.Errorf("%v\n%s", err, &stdout)
	}
	for _, side := range []string{"a", "b"} {
		log, err := os.ReadFile(filepath.Join(dir, "seed-1", side+".log"))
		if err != nil || strings.Count(string(log), "new run in") != 1 ||
			!strings.Contains(string(log), "going on in") {
			t.Errorf("side %s: %v\n%s", side, err, log)
		}
	}
}

// awaitCycle returns when a log shows the first cycle of a run: the next session knows of it.
func awaitCycle(ctx context.Context, log string) {
	for ctx.Err() == nil {
		if text, err := os.ReadFile(log); err == nil &&
			strings.Contains(string(text), "positions   games/h") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestABMistakes(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "ab")
	both := " --config " + path + " --dir " + dir
	for args, want := range map[string]string{
		"--dir " + dir:                  "--config",
		"--config " + path:              "--dir",
		both:                            "the same config",
		"--a learn.speed=3" + both:      "speed",
		"--b selfplay.workers=2" + both: "each side has one core",
		"--b seed=2" + both:             "leave this setting out",
		"--b learn.batch_size=9 --nodes 9" + both:                                 "also give --judge",
		"--b learn.batch_size=9 --judge --set rules.game=epaminondas:10x8" + both: "--judge: judge: no positions",
		"--b learn.batch_size=9 --seeds 0" + both:                                 "0 seeds",
		"--b learn.batch_size=9 --sims 3 --time 1s" + both:                        "can't be used together",
		"--b rules.max_plies=31" + both:                                           "cannot play each other",
	} {
		err := run(t.Context(), append([]string{"ab"}, strings.Fields(args)...), nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want a usage error with %q", args, err, want)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a mistake makes the folder")
	}
	var help bytes.Buffer
	if err := run(t.Context(), []string{"ab", "--help"}, nil, &help, io.Discard); !errors.Is(err,
		cli.ErrHelp) || !strings.Contains(help.String(), "train ab --config configs/tiny.toml") {
		t.Errorf("help gives %v\n%s", err, &help)
	}
}
