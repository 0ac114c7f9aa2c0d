package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/base/cli"
)

// TestOpenings draws openings to a file and plays a match from them.
func TestOpenings(t *testing.T) {
	out := filepath.Join(t.TempDir(), "openings.txt")
	args := []string{"openings", "alphabeta,nodes=200", "--rules", "crossings", "--plies", "4",
		"--count", "3"}
	stdout, _, err := call(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(stdout), "\n"); len(lines) != 4 ||
		!strings.HasPrefix(lines[0], "# crossings,max_plies=150, made by: arena openings alphabeta,nodes=200 ") ||
		len(strings.Fields(lines[3])) != 4 {
		t.Errorf("it prints\n%s", stdout)
	}
	printed, _, err := call(t.Context(), append(args, "--out", out)...)
	written, failure := os.ReadFile(out)
	_, want, _ := strings.Cut(stdout, "\n") // without the command line
	_, got, _ := strings.Cut(string(written), "\n")
	if err != nil || failure != nil || printed != "" || got != want {
		t.Errorf("the file holds %q, %v, %v; the output is %q", written, err, failure, printed)
	}
	report, _, err := call(t.Context(), "match", "greedy", "random", "--rules", "crossings", "--games", "6",
		"--openings", out, "--out", t.TempDir())
	if err != nil || !strings.Contains(report, "3 openings") {
		t.Errorf("the match prints %s, error %v", report, err)
	}
}

func TestOpeningsRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"greedy gives positions no value": {"greedy"},
		"--plies 0":                       {"alphabeta", "--plies", "0"},
		"--count 0":                       {"alphabeta", "--count", "0"},
		"--most 1.5":                      {"alphabeta", "--most", "1.5"},
		"--most NaN":                      {"alphabeta", "--most", "NaN"},
		"there is no folder":              {"alphabeta", "--out", "no/such/file.txt"},
		"found only 0":                    {"alphabeta,nodes=9", "--plies", "500"},
	} {
		_, _, err := call(t.Context(), append([]string{"openings", "--rules", "crossings"}, args...)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := call(ctx, "openings", "alphabeta", "--rules", "crossings")
	if !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("stopped: error %v", err)
	}
}
