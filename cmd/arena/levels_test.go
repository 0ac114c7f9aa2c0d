package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestLevels measures two levels. The same command plays no game again, and --from leaves out level 1.
func TestLevels(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"levels", "alphabeta", "--rules", "epaminondas:4x6x1", "--to", "2", "--games", "4"}
	stdout, stderr, err := call(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"levels of alphabeta on epaminondas:4x6x1,max_plies=60, 2 balanced openings",
		"1 beginner  random,captures  4  ", "2 learner   level 1          4  "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("it prints\n%s\nwant %q", stdout, want)
		}
	}
	if !strings.Contains(stderr, "levels of 8 games on ") {
		t.Errorf("it says\n%s", stderr)
	}
	if again, stderr, err := call(t.Context(), args...); err != nil || again != stdout ||
		!strings.Contains(stderr, "all games are played") {
		t.Errorf("the same command prints\n%s\n%s\n%v, want\n%s", again, stderr, err, stdout)
	}
	text, _, err := call(t.Context(), append(args, "--from", "2", "--json")...)
	var list levelSteps
	if err == nil {
		err = json.Unmarshal([]byte(text), &list)
	}
	if err != nil || len(list.Levels) != 1 || list.Levels[0].Level != 2 || list.Levels[0].Name != "learner" ||
		list.Levels[0].Against != "level 1" || list.Levels[0].Total.Games() != 4 {
		t.Errorf("as JSON it is %s, %v", text, err)
	}
}

// TestLevelsJudged checks which scores count as an even step.
func TestLevelsJudged(t *testing.T) {
	for _, test := range []struct {
		level int
		score float64
		want  string
	}{
		{1, 0.24, "small"}, {1, 0.25, "even"}, {1, 0.40, "even"}, {1, 0.41, "large"},
		{2, 0.64, "small"}, {2, 0.65, "even"}, {9, 0.80, "even"}, {9, 0.81, "large"},
	} {
		if got := judgeStep(test.level, test.score); got != test.want {
			t.Errorf("level %d with a score of %g is %s, want %s", test.level, test.score, got, test.want)
		}
	}
}

func TestLevelsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for want, args := range map[string][]string{
		"--from 0 --to 13: want levels from 1 to 15": {"alphabeta", "--from", "0"},
		"--from 1 --to 16: want":                     {"alphabeta", "--to", "16"},
		"--from 3 --to 2: want":                      {"alphabeta", "--from", "3", "--to", "2"},
		"unknown option \"level=1\"":                 {"greedy"},
		"cannot be combined":                         {"alphabeta,depth=2"},
		"want an even number":                        {"alphabeta", "--games", "3"},
	} {
		if _, _, err := call(t.Context(), append([]string{"levels"}, args...)...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", args, err, want)
		}
	}
}
