package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/learning"
	"epaminondas/net"
)

// trainedRun makes a run of seconds.
func trainedRun(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := run(t.Context(), []string{"--config", miniConfig(t), "--run", dir, "--set", "report.games=0",
		"--set", "gate.games=0", "--set", "replay.min=800",
		"--set", "train.steps=10"}, nil, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fitArgs are the arguments of a fit that takes a moment.
func fitArgs(dir string, more ...string) []string {
	return append([]string{"fit", "--run", dir, "--held-out", "0.6"}, more...)
}

func TestFit(t *testing.T) {
	dir, out := trainedRun(t), t.TempDir()
	path := filepath.Join(out, "fit.json")
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), fitArgs(dir, "--steps", "8", "--seed", "5", "--candidate",
		"wide:network.channels=6,learn.batch_size=4", "--json", path, "--save", filepath.Join(out, "nets")),
		nil, &stdout, &stderr)
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	text, result, err := readFit(path)
	if err != nil || len(result.Candidates) != 2 || result.Candidates[1].Steps != 8 ||
		result.Candidates[1].Difference == nil || result.Candidates[0].Figures.ExactError == nil {
		t.Errorf("%v\n%s", err, text)
	}
	for _, want := range []string{"8 steps for each candidate",
		"wide (network.channels=6, learn.batch_size=4)",
		"KL - base", "too sure"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, &stdout)
		}
	}
	c, err := net.LoadCheckpoint(filepath.Join(out, "nets", "wide.safetensors"))
	if err != nil || c.Weights.Config.Channels != 6 {
		t.Errorf("%+v, %v", c, err)
	}
	stdout.Reset()
	if err := run(t.Context(), fitArgs(dir, "--for", "200ms"), nil, &stdout,
		io.Discard); err != nil || !strings.Contains(stdout.String(), "200ms of ") {
		t.Errorf("%v\n%s", err, &stdout)
	}
}

// TestFitCompares judges the candidates and lets them play.
func TestFitCompares(t *testing.T) {
	dir, path := trainedRun(t), filepath.Join(t.TempDir(), "fit.json")
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), fitArgs(dir, "--steps", "4,8", "--candidate", "wide:network.channels=6",
		"--json", path, "--judge", "--match", "3", "--sims", "4", "--opening-plies", "2"), nil, &stdout,
		&stderr)
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	text, result, err := readFit(path)
	if err != nil || len(result.Candidates) != 4 || result.Candidates[3].BudgetSteps != 8 ||
		len(result.Candidates[3].Judged) != 2 || result.Candidates[3].Match == nil ||
		result.Candidates[3].Match.Total.Games() != 6 {
		t.Errorf("%v\n%s", err, text)
	}
	for _, want := range []string{"up to 8 steps for each candidate", "evals/s", "judge of", "value - base",
		"sims=4 a move against base"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, &stdout)
		}
	}
}

// TestFitInterrupted stops a fit in its second candidate: the first is printed, and the end comes
// soon.
func TestFitInterrupted(t *testing.T) {
	dir := trainedRun(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stopped time.Time
	stderr := watcher(func(text string) {
		if strings.Contains(text, "measuring base") { // the task is over when its last line comes
			time.AfterFunc(500*time.Millisecond, func() { stopped = time.Now(); cancel() })
		}
	})
	var stdout bytes.Buffer
	path := filepath.Join(t.TempDir(), "fit.json")
	err := run(ctx, fitArgs(dir, "--for", "1s", "--json", path, "--candidate",
		"slow:network.channels=64,network.blocks=16"), nil, &stdout, stderr)
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "1 of 2 candidates") {
		t.Fatalf("error %v", err)
	}
	if took := time.Since(stopped); took > 2*time.Second {
		t.Errorf("it ends %v after the interruption", took)
	}
	if !strings.Contains(stdout.String(), "\nbase ") || strings.Contains(stdout.String(), "\nslow ") {
		t.Errorf("prints\n%s", &stdout)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// watcher passes all that is written to a function.
type watcher func(text string)

func (w watcher) Write(p []byte) (int, error) { w(string(p)); return len(p), nil }

func TestFitMistakes(t *testing.T) {
	dir, none := trainedRun(t), t.TempDir()
	usage := func(err error) bool { var u *cli.UsageError; return errors.As(err, &u) }
	for _, test := range []struct{ args, want string }{
		{"--steps 2", "--run"},
		{"--run DIR", "--for TIME"},
		{"--run DIR --steps 0", "--steps 0: want more than 0"},
		{"--run DIR --for 0s", "--for 0s: want more than 0"},
		{"--run DIR --for=-1s", "--for -1s: want more than 0"},
		{"--run DIR --for 1s,0s", "--for 0s: want more than 0"},
		{"--run DIR --for 2s,1s", "the budget 1s comes after 2s, want increasing"},
		{"--run DIR --for 1s,2s --steps 3", "by --for or by --steps"},
		{"--run DIR --steps 2 --judge", "give a --candidate"},
		{"--run DIR --steps 2 --match=-1 --candidate w:seed=3", "match: pairs is -1"},
		{"--run DIR --steps 2 --match 1 --time 0s --candidate w:seed=3", "a move has 0s and 0 simulations"},
		{"--run DIR --steps 2 --nodes 9 --candidate w:seed=3", "also give --judge"},
		{"--run DIR --steps 2 --sims 9 --candidate w:seed=3", "also give --match"},
		{"--run DIR --steps 2 --held-out 1", "held-out share is 1"},
		{"--run DIR --steps 2 --json NONE", "it is a folder"},
		{"--run DIR --steps 2 --json NONE/no/f", "there is no folder"},
		{"--run DIR --steps 2 --candidate w:learn.speed=3", "--candidate w: learn.speed is not a setting"},
		{"--run DIR --steps 2 --candidate w:rules.max_plies=9", "rules.max_plies: a candidate has the rules"},
		{"--run DIR --steps 2 --candidate w:seed=3 --candidate w:seed=4", "two candidates have the name w"},
		{"--run DIR --steps 2 --candidate base:seed=3", "two candidates have the name base"},
		{"--run NONE --steps 2", "no run"},
		{"--run DIR --steps 2 --held-out 0.0001", "are held out, want at least 20"},
	} {
		args := strings.NewReplacer("DIR", dir, "NONE", none).Replace("fit " + test.args)
		err := run(t.Context(), strings.Fields(args), nil, io.Discard, io.Discard)
		fault := test.want == "no run" || strings.Contains(test.want, "at least 20") // no usage error
		if err == nil || !strings.Contains(err.Error(), test.want) || usage(err) == fault {
			t.Errorf("%s gives %v, want %q", test.args, err, test.want)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), []string{"fit", "--help"}, nil, &help, io.Discard); !errors.Is(err,
		cli.ErrHelp) || !strings.Contains(help.String(), "train fit --run runs/tiny") {
		t.Errorf("help gives %v\n%s", err, &help)
	}
}

// readFit reads the file of --json.
func readFit(path string) (text []byte, result learning.Result, err error) {
	if text, err = os.ReadFile(path); err == nil {
		err = json.Unmarshal(text, &result)
	}
	return text, result, err
}
