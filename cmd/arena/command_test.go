package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/internal/arena"
	"epaminondas/internal/cli"
	"epaminondas/internal/record"
	"epaminondas/net"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// call runs the command in process.
func call(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	var out, progress bytes.Buffer
	err = run(ctx, args, strings.NewReader(""), &out, &progress)
	return out.String(), progress.String(), err
}

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// untimed replaces what depends on the machine.
func untimed(text string) string {
	text = regexp.MustCompile(`\d[\d.]*(ns|µs|ms|s)\b`).ReplaceAllString(text, "TIME")
	return regexp.MustCompile(`"seconds": [^,\n]*`).ReplaceAllString(text, `"seconds": TIME`)
}

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "")
	for name, args := range map[string][]string{"help.txt": {"--help"}, "match-help.txt": {"match", "--help"}, "exact-help.txt": {"exact", "--help"}, "solve-help.txt": {"solve", "--help"}} {
		stdout, _, err := call(context.Background(), args...)
		if !errors.Is(err, cli.ErrHelp) {
			t.Errorf("%v: error %v", args, err)
		}
		golden(t, name, stdout)
	}
}

func TestMatch(t *testing.T) {
	args := []string{"match", "random", "random", "--rules", "epaminondas:4x6x1,limit=draw,max_plies=30", "--games", "20", "--parallel", "2", "--seed", "3"}
	stdout, stderr, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "match.txt", untimed(stdout))
	if !strings.HasPrefix(stderr, "match: 20/20 (100%)") {
		t.Errorf("stderr is %q", stderr)
	}
	stdout, _, err = call(context.Background(), append(args, "--json", "--sprt=0,100")...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "match.json", untimed(stdout))
}

func TestSolve(t *testing.T) {
	args := []string{"solve", "--rules", "epaminondas:3x5x1", "--cache", t.TempDir()}
	stdout, _, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "solve.txt", stdout)
	stdout, _, err = call(context.Background(), append(args, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "solve.json", stdout)
	for want, rules := range map[string]string{"chess": "chess", "--rules crossings": "crossings"} {
		var usage *cli.UsageError
		if _, _, err := call(context.Background(), "solve", "--rules", rules); !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("--rules %s gives %v", rules, err)
		}
	}
}

func TestMatchKeepsGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.games")
	stdout, _, err := call(context.Background(), "match", "greedy", "random", "--rules", "epaminondas:4x6x1", "--games", "4", "--max-plies", "9", "--games-out", path, "--json")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := record.ReadGames(file)
	if err != nil {
		t.Fatal(err)
	}
	var result arena.Result
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if len(games) != 4 || result.Total.Games() != 4 || result.Rules != "epaminondas:4x6x1,max_plies=9" {
		t.Errorf("%d games kept, result %+v", len(games), result)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v; want the games alone", left, err)
	}
	for i := range games {
		if len(games[i].Plies) > 9 {
			t.Errorf("%v: longer than --max-plies", &games[i])
		}
	}
}

func TestMatchIsPlayedOnTheNetworksBoard(t *testing.T) {
	dir := t.TempDir()
	save := func(name, rules string) string {
		weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: weights, Meta: net.Meta{Rules: rules}}); err != nil {
			t.Fatal(err)
		}
		return "net:" + path
	}
	small, large, silent := save("small", "epaminondas:4x6x1,max_plies=30,limit=draw"), save("large", "crossings"), save("silent", "")
	for _, test := range []struct{ a, b, want string }{
		{small, "random", "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{"random", small, "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{silent, small, "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{silent, "random", "crossings,max_plies=150"},
		{"greedy", "random", "crossings,max_plies=150"},
	} {
		m, err := (&matchCommand{A: test.a, B: test.b, Games: 2, OpeningPlies: 4}).match(context.Background())
		if err != nil {
			t.Errorf("%s against %s: %v", test.a, test.b, err)
		} else if got := m.Board.Rules().Name(); got != test.want {
			t.Errorf("%s against %s on %s, want %s", test.a, test.b, got, test.want)
		}
	}
	if _, err := (&matchCommand{A: small, B: large, Games: 2}).match(context.Background()); err == nil || !strings.Contains(err.Error(), "give --rules") {
		t.Errorf("networks of two games give %v", err)
	}
}

func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	timer := time.AfterFunc(300*time.Millisecond, cancel)
	defer timer.Stop()
	stdout, _, err := call(ctx, "match", "rollout,time=5ms", "random", "--rules", "epaminondas:4x6x1", "--games", "1000")
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "of 1000 games") {
		t.Errorf("error %v, want how far it got", err)
	}
	if !strings.Contains(stdout, "A as White") {
		t.Errorf("what was played is not shown: %q", stdout)
	}
}

func TestDefaultMaxPlies(t *testing.T) {
	for rules, want := range map[string]string{
		"epaminondas:4x6x1": "max_plies=60", "epaminondas:8x8": "max_plies=150", "crossings": "max_plies=150",
		"epaminondas": "max_plies=300", "crossings,max_plies=40": "max_plies=40",
	} {
		c := matchCommand{A: "random", B: "random", Rules: rules, Games: 2, OpeningPlies: 4}
		m, err := c.match(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Board.Rules().Name(); !strings.HasSuffix(got, want) {
			t.Errorf("%s becomes %s, want %s", rules, got, want)
		}
		never := 0
		c.MaxPlies = &never
		if m, err = c.match(context.Background()); err != nil || m.Board.Rules().MaxPlies != 0 {
			t.Errorf("%s: --max-plies 0 is not heard", rules)
		}
	}
}

// model saves an untrained network.
func model(t *testing.T, rules string) string {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: w, Meta: net.Meta{Rules: rules}}); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExact(t *testing.T) {
	path, cache := model(t, "epaminondas:3x5x1,max_plies=40,limit=draw"), t.TempDir()
	args := []string{"exact", "--model", path, "--cache", cache, "--positions", "60", "--sims", "8"}
	stdout, stderr, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{path + " on epaminondas:3x5x1,", "raw policy               60", "8 simulations            60", "  where won", "  where drawn"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "solve epaminondas:3x5x1: ") || !strings.Contains(stderr, "measure: 60/60 (100%)") {
		t.Errorf("stderr is %q", stderr)
	}
	stdout, stderr, err = call(context.Background(), append(args, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	var result exactResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatal(err)
	}
	if result.Rules != "epaminondas:3x5x1" || result.Positions != 60 || result.Search.All.Positions != 60 || result.Simulations != 8 {
		t.Errorf("got %+v %+v", result, result.Exact)
	}
	if strings.Contains(stderr, "solve") {
		t.Errorf("the board is solved again: %q", stderr)
	}
}

func TestMistakes(t *testing.T) {
	path := model(t, "")
	for args, want := range map[string]string{
		"match random":                                               `expected "<b>"`,
		"match random strong":                                        `player "strong": unknown kind`,
		"match random random --rules draughts":                       `--rules: game: unusable rules "draughts"`,
		"match random random --max-plies=-3":                         "max_plies is -3",
		"match random random --games 7":                              "--games is 7, want an even number",
		"match random random --parallel=-1":                          "parallel is -1",
		"match random random --sprt 50":                              `"50", want two rating differences`,
		"match random random --sprt 50,0":                            "elo1 is 0, want more than elo0 (50)",
		"match random random --sprt=0,9 --beta 1":                    "beta is 1",
		"match greedy random --games 2 --games-out /missing/a.games": "there is no folder /missing",
		"exact":                                   "--model=FILE",
		"exact --model x --positions 0":           "--positions 0: want at least 1",
		"exact --model x --sims 0":                "--sims 0: want at least 1",
		"exact --model " + path:                   "give --rules",
		"exact --rules x --model " + path:         `"x"`,
		"exact --rules crossings --model " + path: "--rules crossings: ",
	} {
		stdout, _, err := call(context.Background(), strings.Fields(args)...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want a usage error with %q", args, err, want)
		}
		if stdout != "" {
			t.Errorf("%s: stdout is %q", args, stdout)
		}
	}
	for args, want := range map[string]string{
		"match random net:/missing.safetensors":                            "/missing.safetensors",
		"exact --model /missing.safetensors":                               "/missing.safetensors",
		"match greedy random --rules epaminondas:4x6x1 --openings-plies 0": "play fewer games or longer openings",
	} {
		_, _, err := call(context.Background(), strings.Fields(args)...)
		var usage *cli.UsageError
		if err == nil || errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want a failure that names %q", args, err, want)
		}
	}
}
