package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command makes the same puzzles again, from games of a network against itself, and checks them.
func TestPuzzlesRepeatAndCheck(t *testing.T) {
	dir := t.TempDir()
	var texts [2]string
	for i := range texts {
		stdout, _, err := call(context.Background(), "puzzles", "--count", "3", "--games", "40")
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = stdout
	}
	if texts[0] != texts[1] || strings.Count(texts[0], "\n") != 7 {
		t.Errorf("the puzzles are\n%s\nand then\n%s", texts[0], texts[1])
	}
	file := filepath.Join(dir, "puzzles.txt")
	if err := os.WriteFile(file, []byte(texts[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, _, err := call(context.Background(), "puzzles", "--check", file)
	want := "2 puzzles on epaminondas:8x8: each has exactly one move that wins\n"
	if err != nil || stdout != want {
		t.Errorf("the check prints %q, %v, want %q", stdout, err, want)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(texts[0], "w", "b", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	checkUsage(t, "damaged", "puzzles", "--check", file)
}

// Games come from a match too, and from a run only on its own board.
func TestPuzzlesFromAMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	if _, _, err := call(context.Background(), "match", "greedy", "random", "--rules", "epaminondas:8x8",
		"--games", "40", "--parallel", "1", "--out", dir); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, err := call(context.Background(), "puzzles", "--from", dir, "--count", "40")
	if err != nil || !strings.Contains(stderr, "the games gave only ") ||
		!strings.Contains(stdout, "\nend ") {
		t.Errorf("from a match: %q, %q, %v", stdout, stderr, err)
	}
	checkUsage(t, "give --rules epaminondas:8x8", "puzzles", "--from", dir, "--rules", "crossings")
	checkUsage(t, "no folder of a match", "puzzles", "--from", t.TempDir())
}

func TestPuzzlesRefusesFlags(t *testing.T) {
	checkUsage(t, "--count 0", "puzzles", "--count", "0")
	checkUsage(t, "--games 0", "puzzles", "--games", "0")
	checkUsage(t, "--rules", "puzzles", "--rules", "chess")
	checkUsage(t, "give --model", "puzzles", "--rules", "epaminondas:5x5x1")
	checkUsage(t, "--check", "puzzles", "--check", filepath.Join(t.TempDir(), "none"))
}

// checkUsage calls the command and expects a usage error that contains a text.
func checkUsage(t *testing.T, want string, args ...string) {
	t.Helper()
	_, _, err := call(context.Background(), args...)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%q gives %v, want an error with %q", args, err, want)
	}
}
