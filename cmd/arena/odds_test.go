package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"epaminondas/internal/base/cli"
)

// A measurement of time odds ends with a level. The same command plays no game again and prints the same
// result.
func TestOdds(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"odds", "alphabeta", "alphabeta", "--rules", "epaminondas:4x6x1", "--time", "1ms",
		"--least", "250us", "--most", "4ms", "--games", "12"}
	stdout, stderr, err := call(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A with 1ms a move is level with B at ", "B's time", "score of A"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("it prints\n%s\nwant %q", stdout, want)
		}
	}
	if !strings.Contains(stderr, "odds of at most 12 games, kept in matches/odds-") {
		t.Errorf("it says\n%s", stderr)
	}
	again, _, err := call(t.Context(), args...)
	if err != nil || again != stdout {
		t.Errorf("the same command prints\n%s\n%v, want\n%s", again, err, stdout)
	}
	text, _, err := call(t.Context(), append(args, "--json")...)
	var r oddsResult
	if err == nil {
		err = json.Unmarshal([]byte(text), &r)
	}
	games := 0
	for _, trial := range r.Trials {
		games += 2 * trial.Pairs.Count()
	}
	if err != nil || r.Games == 0 || games != r.Games || r.Odds.Low > r.Odds.High {
		t.Errorf("as JSON it is %s, %v", text, err)
	}
}

func TestOddsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for want, args := range map[string][]string{
		"limits of its own":           {"alphabeta", "alphabeta,depth=3"},
		"takes no time":               {"alphabeta", "random"},
		"a limit other than time":     {"alphabeta,depth=3", "alphabeta"},
		"want times above 0":          {"alphabeta", "alphabeta", "--time", "0s"},
		"a longer --most than":        {"alphabeta", "alphabeta", "--most", "1ms"},
		"want a factor above 1":       {"alphabeta", "alphabeta", "--within", "1"},
		"want an even number from 2":  {"alphabeta", "alphabeta", "--games", "3"},
		"want at least 1 game at a t": {"alphabeta", "alphabeta", "--parallel=-1"},
	} {
		_, _, err := call(t.Context(), append([]string{"odds", "--rules", "epaminondas:4x6x1"}, args...)...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", args, err, want)
		}
	}
}
