package main

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/judge"
	"epaminondas/net"
)

func TestJudge(t *testing.T) {
	cache := t.TempDir()
	args := []string{"judge", "alphabeta,nodes=20", "random", "greedy", "--rules", "epaminondas:8x8",
		"--count", "20", "--nodes", "200", "--cache", cache}
	stdout, stderr, err := call(context.Background(), append(args, "--parallel", "1")...)
	if err != nil {
		t.Fatal(err)
	}
	times := regexp.MustCompile(` +(?:time|[\d.]+[nµm]?s)(  \S+\n)`) // TIME, as wide as the longest time
	untimed := func(text string) string { return times.ReplaceAllString(text, " TIME$1") }
	golden(t, "judge.txt", untimed(stdout))
	if !strings.Contains(stderr, "the reference: 20/20 (100%)") {
		t.Errorf("stderr is %q", stderr)
	}
	// The result depends neither on concurrent work nor on earlier judgements.
	again, _, err := call(context.Background(), append(args, "--parallel", "3")...)
	if err != nil || untimed(again) != untimed(stdout) {
		t.Errorf("again: %v\n%s", err, again)
	}
	stdout, _, err = call(context.Background(), append(args, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	var report judge.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || len(report.Players) != 3 ||
		report.Positions != 20 || report.Players[1].Against == nil {
		t.Errorf("%v: %+v", err, report)
	}
}

// TestJudgeOfASolvedBoard checks that the networks determine the board, and that the reference is
// exact if the board can be solved.
func TestJudgeOfASolvedBoard(t *testing.T) {
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
		rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "net")
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: weights,
		Meta: net.Meta{Rules: "epaminondas:3x5x1,max_plies=30,limit=draw"}}); err != nil {
		t.Fatal(err)
	}
	stdout, _, err := call(context.Background(), "judge", "net:"+path+",policy", "net:"+path,
		"--each", "sims=4", "--count", "50", "--cache", t.TempDir())
	if err != nil || !strings.Contains(stdout,
		"50 positions of epaminondas:3x5x1, judged by the exact solution") ||
		!strings.Contains(stdout, ",sims=4") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

// TestJudgeMakes makes a file of positions and judges players in these positions.
func TestJudgeMakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "set.txt")
	if _, _, err := call(context.Background(), "judge", "--make", file, "--rules", "epaminondas:5x6x1",
		"--count", "10", "--nodes", "200", "alphabeta,nodes=30", "greedy"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "# arena judge --make "+file) {
		t.Fatalf("%v\n%s", err, text)
	}
	stdout, _, err := call(context.Background(), "judge", "greedy", "random", "--positions", file,
		"--nodes", "100", "--cache", t.TempDir())
	if err != nil || !strings.Contains(stdout, "of epaminondas:5x6x1,max_plies=73") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

// TestJudgeGoesOn checks that the command judges no position twice after an interruption.
func TestJudgeGoesOn(t *testing.T) {
	args := []string{"judge", "greedy", "random", "--rules", "crossings", "--count", "60",
		"--nodes", "1500", "--cache", t.TempDir()}
	for wait := 100 * time.Millisecond; ; wait += 100 * time.Millisecond {
		ctx, cancel := context.WithCancel(context.Background())
		stop := time.AfterFunc(wait, cancel)
		_, _, err := call(ctx, args...)
		stop.Stop()
		cancel()
		if err == nil {
			if wait == 100*time.Millisecond {
				t.Skip("too fast to be interrupted")
			}
			return
		}
		if !errors.Is(err, cli.ErrInterrupted) {
			t.Fatal(err)
		}
	}
}

func TestJudgeMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"judge":                                     "<players>",
		"judge random --rules epaminondas:5x7":      "no positions come with the program for epaminondas:5x7",
		"judge random --count 1":                    "--count 1: want at least 2",
		"judge random --nodes 0":                    "--nodes 0: want at least 1",
		"judge random --parallel=-1":                "--parallel -1: want",
		"judge random random":                       "random is given twice",
		"judge random --positions /missing/file":    "/missing/file",
		"judge random --make a --positions b":       "give only one of them",
		"judge random --make /missing/folder/a.txt": "there is no folder",
	} {
		_, _, err := call(context.Background(), strings.Fields(args)...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want a usage error with %q", args, err, want)
		}
	}
}
