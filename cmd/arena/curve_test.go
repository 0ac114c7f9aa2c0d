package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCurve measures two runs, and again from the kept games.
func TestCurve(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"curve", newRun(t, 5), newRun(t, 2), "--doublings", "2", "--games", "2",
		"--each", "nodes=4", "--picture", "curves.svg"}
	stdout, stderr, err := call(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(stdout, "processor hours") != 2 || !strings.Contains(stdout, "  40            0.067") {
		t.Errorf("got\n%s", stdout)
	}
	if n := strings.Count(stderr, "curve of "); n != 2 {
		t.Errorf("%d tournaments begin, want one for each run:\n%s", n, stderr)
	}
	picture, err := os.ReadFile("curves.svg")
	if err != nil || strings.Count(string(picture), "<circle") < 3 ||
		!strings.Contains(string(picture), "Elo against alphabeta, nodes=4 a move") {
		t.Errorf("%v\n%s", err, picture)
	}
	again, stderr, err := call(t.Context(), args...)
	if err != nil || again != stdout || strings.Count(stderr, "all games are played") != 2 {
		t.Errorf("again: %v\n%s\n%s", err, again, stderr)
	}
}

// TestCurveFile keeps curves in a file, and draws them again.
func TestCurveFile(t *testing.T) {
	t.Chdir(t.TempDir())
	stdout, _, err := call(t.Context(), "curve", newRun(t, 3), "--doublings", "1", "--games", "2",
		"--each", "nodes=4", "--json")
	if err != nil {
		t.Fatal(err)
	}
	save := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	save("a.json", stdout)
	if again, _, err := call(t.Context(), "curve", "a.json", "--each", "nodes=4", "--json"); err != nil ||
		again != stdout {
		t.Errorf("%v\n%s\nwant\n%s", err, again, stdout)
	}
	if _, _, err := call(t.Context(), "curve", "a.json"); err == nil ||
		!strings.Contains(err.Error(), "nodes=4, but this command has --against alphabeta --each time=50ms") {
		t.Errorf("other limits: %v", err)
	}
	for want, text := range map[string]string{
		"unexpected EOF":       stdout[:len(stdout)/2],
		"unknown field":        `{"colour": 1}`,
		"no checkpoint":        `{"against": "alphabeta", "each": "time=50ms", "runs": []}`,
		"larger than":          strings.Repeat(" ", mostCurveBytes+1),
		"want more than 0":     `{"runs": [{"name": "a", "points": [{"step": 1, "processor_hours": -1}]}]}`,
		"invalid character":    "\x00\x01",
		"is no file of curves": "[]",
	} {
		save("b.json", text)
		_, _, err := call(t.Context(), "curve", "b.json")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestCurveOfAnUntrainedRun has a run with its first checkpoint only.
func TestCurveOfAnUntrainedRun(t *testing.T) {
	dir := newRun(t, 1)
	_, _, err := call(t.Context(), "curve", dir)
	if err == nil || !strings.Contains(err.Error(), filepath.Base(dir)+" has no checkpoint with a known") {
		t.Errorf("error %v", err)
	}
}
