package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
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

// untimed masks figures that depend on the machine.
func untimed(text string) string {
	text = regexp.MustCompile(`\d[\d.]*(ns|µs|ms|s)\b`).ReplaceAllString(text, "TIME")
	text = regexp.MustCompile(` +TIME`).ReplaceAllString(text, " TIME")
	return regexp.MustCompile(`"seconds": [^,\n]*`).ReplaceAllString(text, `"seconds": TIME`)
}

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "")
	for name, args := range map[string][]string{"help.txt": {"--help"},
		"match-help.txt": {"match", "--help"}, "gauntlet-help.txt": {"gauntlet", "--help"},
		"ladder-help.txt": {"ladder", "--help"}, "tune-help.txt": {"tune", "--help"},
		"exact-help.txt": {"exact", "--help"}, "judge-help.txt": {"judge", "--help"},
		"solve-help.txt": {"solve", "--help"}, "puzzles-help.txt": {"puzzles", "--help"},
		"positions-help.txt": {"positions", "--help"},
		"openings-help.txt":  {"openings", "--help"}, "curve-help.txt": {"curve", "--help"},
		"levels-help.txt": {"levels", "--help"}} {
		stdout, _, err := call(context.Background(), args...)
		if !errors.Is(err, cli.ErrHelp) {
			t.Errorf("%v: error %v", args, err)
		}
		golden(t, name, stdout)
	}
}

func TestMatch(t *testing.T) {
	args := []string{"match", "random", "random",
		"--rules", "epaminondas:4x6x1,limit=draw,max_plies=30", "--games", "20", "--parallel", "2",
		"--seed", "3", "--out", filepath.Join(t.TempDir(), "games")}
	stdout, stderr, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "match.txt", untimed(stdout))
	if !strings.HasPrefix(stderr,
		"match of 20 games on epaminondas:4x6x1,max_plies=30,limit=draw, kept in "+args[len(args)-1]) ||
		!strings.Contains(stderr, "20/20 (100%)") {
		t.Errorf("stderr is %q", stderr)
	}
	// The same command shows the finished games and plays no more.
	again, stderr, err := call(context.Background(), args...)
	if err != nil || untimed(again) != untimed(stdout) || !strings.Contains(stderr, "all games are played") {
		t.Errorf("again: %v, %q, table\n%s", err, stderr, again)
	}
	// The same command on a decided match says that it is decided.
	decided := []string{"match", "uniform,sims=30", "random", "--rules", "epaminondas:4x6x1",
		"--games", "60", "--parallel", "1", "--sprt=0,200", "--out", t.TempDir()}
	if _, stderr, err := call(context.Background(), decided...); err != nil ||
		!strings.Contains(stderr, "the test takes about ") {
		t.Fatal(err, stderr)
	}
	if _, stderr, err := call(context.Background(), decided...); err != nil ||
		!regexp.MustCompile(`: already decided by \d+ games\n`).MatchString(stderr) ||
		strings.Contains(stderr, "the test takes") {
		t.Errorf("decided before: %v, %q", err, stderr)
	}
	// A command with other settings may not use the folder.
	if _, _, err = call(context.Background(), append(args, "--sprt=0,100")...); err == nil ||
		!strings.Contains(err.Error(), "sprt") {
		t.Errorf("another match in the same folder: error %v", err)
	}
	args[len(args)-1] = t.TempDir()
	stdout, stderr, err = call(context.Background(), append(args, "--json", "--sprt=0,100")...)
	if err != nil || !strings.Contains(stderr, "the test takes about ") {
		t.Fatal(err, stderr)
	}
	golden(t, "match.json", untimed(stdout))
}

func TestStatus(t *testing.T) {
	test := &result.Test{Low: -2.94, High: 2.94}
	for want, s := range map[string]arena.Standing{
		"":                                      {},
		"A +1 =2 -3":                            {Total: result.Tally{Wins: 1, Draws: 2, Losses: 3}},
		"LLR 0.00 in [-2.94, 2.94]":             {Test: test},
		"A +1 =0 -0, LLR 0.00 in [-2.94, 2.94]": {Total: result.Tally{Wins: 1}, Test: test},
	} {
		if got := status(s); got != want {
			t.Errorf("%+v is %q, want %q", s, got, want)
		}
	}
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
		if _, _, err := call(context.Background(), "solve",
			"--rules", rules); !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("--rules %s gives %v", rules, err)
		}
	}
}

func TestMatchKeepsGames(t *testing.T) {
	folder := t.TempDir()
	stdout, _, err := call(context.Background(), "match", "greedy", "random",
		"--rules", "epaminondas:4x6x1", "--games", "4", "--max-plies", "9", "--out", folder, "--json")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []record.Game
	for reader := record.NewReader(file); ; {
		g, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, *g)
	}
	var shown result.Match
	if err := json.Unmarshal([]byte(stdout), &shown); err != nil {
		t.Fatal(err)
	}
	if len(games) != 4 || shown.Total.Games() != 4 || shown.Rules != "epaminondas:4x6x1,max_plies=9" {
		t.Errorf("%d games kept, result %+v", len(games), shown)
	}
	for i := range games {
		if len(games[i].Plies) > 9 {
			t.Errorf("%v: longer than --max-plies", &games[i])
		}
	}
}

// TestFolderIsNamedForWhatIsPlayed checks the name of a match's folder without --out. Only the same
// command finds that folder again.
func TestFolderIsNamedForWhatIsPlayed(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, more := range []string{"", "", "--seed=2", "--games=4", "--adjudicate", "--each=nodes=10",
		"--tc=1", "--opening-plies=5", "--max-plies=20"} {
		args := []string{"match", "greedy", "uniform", "--rules", "epaminondas:4x6x1", "--games", "2"}
		if more != "" {
			args = append(args, more)
		}
		if _, _, err := call(context.Background(), args...); err != nil {
			t.Fatal(err)
		}
	}
	folders, err := os.ReadDir("matches")
	if err != nil || len(folders) != 8 {
		t.Errorf("%d folders for 8 matches, %v", len(folders), err)
	}
}

// TestMatchGoesOn checks that a stopped match continues, and has the same result as a match without
// a stop.
func TestMatchGoesOn(t *testing.T) {
	args := []string{"match", "greedy", "uniform,sims=20", "--rules", "epaminondas:4x6x1",
		"--games", "40", "--parallel", "1", "--out"}
	want, _, err := call(context.Background(), append(args, t.TempDir())...)
	if err != nil {
		t.Fatal(err)
	}
	args = append(args, t.TempDir())
	interruptions := 0
	for wait := 5 * time.Millisecond; ; wait += 10 * time.Millisecond {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		got, _, err := call(ctx, args...)
		cancel()
		if err == nil {
			if untimed(got) != untimed(want) {
				t.Errorf("stopped %d times:\n%s\nat once:\n%s", interruptions, got, want)
			}
			return
		}
		interruptions++
	}
}

// TestMatchWithForeignGames checks that games of another match in the folder give an error that
// names the folder.
func TestMatchWithForeignGames(t *testing.T) {
	ours, theirs := t.TempDir(), t.TempDir()
	args := []string{"match", "greedy", "random", "--rules", "epaminondas:4x6x1", "--games", "2", "--out"}
	for _, more := range [][]string{{ours}, {theirs, "--seed", "2"}} {
		if _, _, err := call(t.Context(), append(args, more...)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(filepath.Join(theirs, "games.txt"), filepath.Join(ours, "games.txt")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := call(t.Context(), append(args, ours)...); err == nil ||
		!strings.Contains(err.Error(), ours) || !strings.Contains(err.Error(), "but this tournament has 1") {
		t.Errorf("it gives %v", err)
	}
}

func TestLadder(t *testing.T) {
	folder := t.TempDir()
	html := filepath.Join(folder, "page.html")
	args := []string{"ladder", "random", "greedy", "uniform", "--each", "nodes=10",
		"--rules", "epaminondas:4x6x1", "--games", "10", "--out", filepath.Join(folder, "games"),
		"--html", html}
	stdout, stderr, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "ladder.txt", untimed(stdout))
	if !strings.Contains(stderr, "ladder of 30 games") {
		t.Errorf("stderr is %q", stderr)
	}
	page, err := os.ReadFile(html)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"nodes=10 a move for each player with such a limit",
		"<dt>Measured a move</dt>", "A ladder of 3 players", "uniform,nodes=10",
		"arena ladder random greedy", `title="bootstrap: `} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	stdout, _, err = call(context.Background(), append(args, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	var standings arena.Standings
	if err := json.Unmarshal([]byte(stdout), &standings); err != nil || len(standings.Players) != 3 ||
		standings.Players[0].Total.Games() != 20 {
		t.Errorf("%v: %+v", err, standings)
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"rollout,time=20ms": "rollout",
		"net:runs/a/checkpoints/step-0001.safetensors,sims=3": "step_0001",
		"ugi:./their engine":             "engine",
		"epaminondas:4x6x1,max_plies=60": "epaminondas_4x6x1", `net:C:\nets\x`: "x",
		"ugi:/a/b/../c…": "c", strings.Repeat("a", 99): strings.Repeat("a", 30),
	} {
		if got := slug(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// TestTune checks that the fitted weights make another player, and that the same seed gives the
// same weights for any number of concurrent games.
func TestTune(t *testing.T) {
	folder := t.TempDir()
	one, two := filepath.Join(folder, "one.json"), filepath.Join(folder, "two.json")
	args := []string{"tune", "--rules", "epaminondas:5x6x1", "--games", "30", "--nodes", "60",
		"--random-plies", "4"}
	stdout, _, err := call(context.Background(), append(args, "--out", one, "--parallel", "1")...)
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := call(context.Background(),
		append(args, "--out", two, "--parallel", "3")...); err != nil || again != stdout {
		t.Errorf("again: %v\n%s\nfirst\n%s", err, again, stdout)
	}
	for _, want := range []string{"fitted to", "held out", "stone", "home_run"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, stdout)
		}
	}
	weights, err := alphabeta.LoadWeights(one)
	if err != nil || weights == (alphabeta.DefaultWeights(game.Rules{Width: 5, Height: 6})) {
		t.Errorf("%+v, %v: nothing was fitted", weights, err)
	}
	if _, _, err := call(context.Background(), "match", "alphabeta,nodes=20,weights="+one, "random",
		"--rules", "epaminondas:5x6x1", "--games", "2", "--out", filepath.Join(folder, "games")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(one, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"match", "alphabeta,weights=" + one, "random", "--games", "2",
		"--out", filepath.Join(folder, "other")}, append(args, "--weights", one, "--out", two)} {
		if _, _, err := call(context.Background(), args...); err == nil ||
			!strings.Contains(err.Error(), `"advance" is missing`) {
			t.Errorf("%v: error %v", args, err)
		}
	}
}

func TestGauntlet(t *testing.T) {
	stdout, stderr, err := call(context.Background(), "gauntlet", "greedy", "random",
		"uniform,nodes=10", "--rules", "epaminondas:4x6x1", "--games", "4", "--out", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(stderr, "gauntlet of 8 games") || !strings.Contains(stdout, "greedy against") {
		t.Errorf("stderr %q, stdout\n%s", stderr, stdout)
	}
}

// TestLadderOfARun checks that every n-th checkpoint of a run and the last one are players.
func TestLadderOfARun(t *testing.T) {
	dir := newRun(t, 5)
	for every, want := range map[int][]string{
		1: {"step-0000000", "step-0000010", "step-0000020", "step-0000030", "step-0000040"},
		2: {"step-0000000", "step-0000020", "step-0000040"},
		3: {"step-0000000", "step-0000030", "step-0000040"},
		9: {"step-0000000", "step-0000040"},
	} {
		c := ladderCommand{Run: dir, choice: choice{Every: &every}, terms: terms{Each: "sims=4"}}
		players, err := c.players(context.Background(), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range players {
			names = append(names, p.name)
		}
		if want = append(want, "random", "rollout,sims=4", "alphabeta"); !slices.Equal(names, want) {
			t.Errorf("every %d: %v, want %v", every, names, want)
		}
	}
	html := filepath.Join(t.TempDir(), "ladder.html")
	stdout, _, err := call(context.Background(), "ladder", "--run", dir, "--every", "4", "--games", "2",
		"--each", "sims=2", "random", "--out", t.TempDir(), "--html", html)
	if err != nil || !strings.Contains(stdout, "step-0000040") {
		t.Errorf("%v\n%s", err, stdout)
	}
	page, err := os.ReadFile(html)
	if want := "<title>The ladder of " + filepath.Base(dir) + "</title>"; err != nil ||
		!strings.Contains(string(page), want) {
		t.Errorf("the page has no %q: %v", want, err)
	}
	// The run has no games yet, so it has no openings.
	if _, _, err := call(context.Background(), "match", "random", "greedy",
		"--rules", "epaminondas:4x6x1", "--openings-from", dir, "--out", t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "found only 0 different openings") {
		t.Errorf("openings of no games: %v", err)
	}
	if _, _, err := call(context.Background(), "match", "random", "greedy", "--rules", "crossings",
		"--openings-from", dir, "--out", t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "the run's games were played on") {
		t.Errorf("openings of another board: %v", err)
	}
}

// newRun makes a run with the given number of untrained checkpoints, ten steps apart.
func newRun(t *testing.T, checkpoints int) string {
	t.Helper()
	tiny := config.Default()
	tiny.Rules = config.Rules{Game: "epaminondas:4x6x1", MaxPlies: 60, Limit: "advancement"}
	return newRunOf(t, tiny, checkpoints)
}

// newRunOf makes a run with a config. The first half of its checkpoints is of the first stage, and the
// other half of the last one.
func newRunOf(t *testing.T, tiny config.Config, checkpoints int) string {
	t.Helper()
	ctx, dir := context.Background(), t.TempDir()
	run, err := runs.Create(ctx, dir, tiny)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	for i := range checkpoints {
		c := runs.Checkpoint{Step: int64(10 * i), Phase: runs.Constant,
			File: runs.FileName(int64(10*i), runs.Constant, 0), Sampler: []byte{},
			Stage:     2 * i / checkpoints * (tiny.StageCount() - 1),
			Processor: runs.Processor{Counted: true, Used: time.Duration(i) * time.Minute}}
		weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
			rand.New(rand.NewPCG(uint64(i), 1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := net.SaveCheckpoint(run.Path(c), &net.Checkpoint{Weights: weights,
			Meta: net.Meta{Rules: run.Board(c.Stage), Step: c.Step}}); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Register(ctx, c, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLadderOfARunWithStages checks that all checkpoints play on the board of the run, even if they
// learned on another.
func TestLadderOfARunWithStages(t *testing.T) {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:4x6x1", MaxPlies: 60, Limit: "advancement"}
	c.Stages = []config.Stage{{Name: "small", Until: 0.5, Set: []string{"rules.game=epaminondas:3x5x1"}},
		{Name: "all"}}
	stdout, _, err := call(t.Context(), "ladder", "--run", newRunOf(t, c, 2), "--games", "2",
		"--each", "sims=2", "random", "--out", t.TempDir(), "--json")
	if err != nil || !strings.Contains(stdout, `"rules": "epaminondas:4x6x1,max_plies=60"`) {
		t.Errorf("%v\n%.300s", err, stdout)
	}
}

// TestLadderRefusesAnExchangedCheckpoint has a run with a checkpoint that is sound but not its own.
func TestLadderRefusesAnExchangedCheckpoint(t *testing.T) {
	dir, other := newRun(t, 2), newRun(t, 1)
	name := runs.FileName(0, runs.Constant, 0)
	foreign, err := os.ReadFile(runs.CheckpointPath(other, name))
	if err != nil {
		t.Fatal(err)
	}
	newest := runs.FileName(10, runs.Constant, 0)
	if err := os.WriteFile(runs.CheckpointPath(dir, newest), foreign, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err = call(t.Context(), "ladder", "--run", dir, "random", "--each", "sims=2", "--games", "2",
		"--out", filepath.Join(t.TempDir(), "games"))
	if !errors.Is(err, runs.ErrSwapped) || !strings.Contains(err.Error(), newest) {
		t.Errorf("got %v, want the exchanged file", err)
	}
}

// TestLadderOfAnOlderRun has a run of an earlier version, which registered a file twice.
func TestLadderOfAnOlderRun(t *testing.T) {
	dir := newRun(t, 2)
	db, err := sqlite.Open(filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `
INSERT INTO checkpoints (step, phase, budget, branch, file, games, elapsed, sampler)
SELECT step, phase, budget, branch, file, games, elapsed + 1, sampler FROM checkpoints
ORDER BY id DESC LIMIT 1`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	out, _, err := call(t.Context(), "ladder", "--run", dir, "random", "--each", "sims=2", "--games", "2",
		"--out", filepath.Join(t.TempDir(), "games"))
	name := strings.TrimSuffix(runs.FileName(10, runs.Constant, 0), ".safetensors")
	if err != nil || !strings.Contains(out, name) {
		t.Errorf("got %v and\n%s", err, out)
	}
}

// The weights of a packed run's checkpoints may be left behind. The others play.
func TestLadderOfAPackedRun(t *testing.T) {
	dir := newRun(t, 4)
	left := runs.FileName(10, runs.Constant, 0)
	db, err := sqlite.Open(filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `INSERT INTO files_left_behind VALUES (?)`, left)
	if err = errors.Join(err, db.Close(), os.Remove(runs.CheckpointPath(dir, left))); err != nil {
		t.Fatal(err)
	}
	every := 1
	c := ladderCommand{Run: dir, choice: choice{Every: &every}, terms: terms{Each: "sims=4"}}
	var notes []string
	players, err := c.players(t.Context(), func(text string) { notes = append(notes, text) })
	if err != nil || len(players) != 3+3 || players[1].name != "step-0000020" {
		t.Errorf("%d players, %v", len(players), err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "has the files of 3 of 4 checkpoints") {
		t.Errorf("the notes are %q", notes)
	}
}

// TestLadderOfALongRun has more checkpoints than a ladder can use.
func TestLadderOfALongRun(t *testing.T) {
	dir := newRun(t, 1)
	db, err := sqlite.Open(filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `
WITH RECURSIVE steps(step) AS (SELECT 1 UNION ALL SELECT step + 1 FROM steps WHERE step < 2500)
INSERT INTO checkpoints (step, phase, budget, branch, file, games, elapsed, sampler)
SELECT step, 'constant', 'b', 0, 'step-' || step || '.safetensors', 0, 1, x'' FROM steps`)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	_, _, err = call(t.Context(), "ladder", "--run", dir, "--every", "1", "random")
	if err == nil || !strings.Contains(err.Error(), "2501 checkpoints") ||
		!strings.Contains(err.Error(), "--every 4") {
		t.Errorf("got %v, want the number and the cure", err)
	}
	_, stderr, err := call(t.Context(), "ladder", "--run", dir, "random") // the files of most are missing
	if err == nil || !strings.Contains(stderr, "2501 checkpoints, so the ladder takes one of every 4") {
		t.Errorf("got %q, %v, want a note that most checkpoints do not play", stderr, err)
	}
}

// TestEveryKeepsALadderPossible checks that the default leaves at most mostCheckpoints, and no fewer than
// it must.
func TestEveryKeepsALadderPossible(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 700: 1, 701: 2, 1399: 2, 1400: 3, 10_003: 15} {
		registry := make([]runs.Checkpoint, n)
		got, playing := choice{}.every(n), len(choice{}.of(registry))
		if got != want || playing > mostCheckpoints {
			t.Errorf("%d checkpoints: every %d, want %d, and %d play", n, got, want, playing)
		}
	}
}

// TestOutputsSpareThePlayers checks that no output replaces the file of a player.
func TestOutputsSpareThePlayers(t *testing.T) {
	path := model(t, "epaminondas:4x5x1")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"match", "net:" + path, "random", "--each", "sims=2", "--games", "2", "--out", t.TempDir(),
			"--html", path},
		{"openings", "net:" + path + ",sims=2", "--count", "1", "--out", path},
		{"judge", "net:" + path + ",sims=2", "--make", path},
	} {
		_, _, err := call(t.Context(), args...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), "would overwrite it") {
			t.Errorf("%q gives %v, want a usage error", args, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the network changed (%v)", err)
	}
}

// boardOf returns the board of a match.
func boardOf(c *terms, players ...string) (*game.Board, error) {
	list, err := readPlayers(players, "")
	if err != nil {
		return nil, err
	}
	return c.board(list)
}

func TestMatchIsPlayedOnTheNetworksBoard(t *testing.T) {
	dir := t.TempDir()
	save := func(name, rules string) string {
		weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
			rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: weights,
			Meta: net.Meta{Rules: rules}}); err != nil {
			t.Fatal(err)
		}
		return "net:" + path
	}
	small, large, silent := save("small", "epaminondas:4x6x1,max_plies=30,limit=draw"),
		save("large", "crossings"), save("silent", "")
	for _, test := range []struct{ a, b, want string }{
		{small, "random", "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{"random", small, "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{silent, small, "epaminondas:4x6x1,max_plies=30,limit=draw"},
		{silent, "random", "crossings,max_plies=150"},
		{"greedy", "random", "crossings,max_plies=150"},
	} {
		b, err := boardOf(&terms{}, test.a, test.b)
		if err != nil {
			t.Errorf("%s against %s: %v", test.a, test.b, err)
		} else if got := b.Rules().Name(); got != test.want {
			t.Errorf("%s against %s on %s, want %s", test.a, test.b, got, test.want)
		}
	}
	if _, err := boardOf(&terms{}, small, large); err == nil ||
		!strings.Contains(err.Error(), "with --rules") {
		t.Errorf("networks of two games give %v", err)
	}
}

func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := t.TempDir()
	go whenThere(ctx, filepath.Join(out, "games.txt"), "[Result", cancel)
	stdout, _, err := call(ctx, "match", "rollout,time=50ms", "random", "--rules", "epaminondas:4x6x1",
		"--games", "4000", "--out", out)
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "of 4000 games") {
		t.Errorf("error %v, want the number of finished games", err)
	}
	if !strings.Contains(stdout, "A as White") {
		t.Errorf("the finished games are not shown: %q", stdout)
	}
}

// whenThere calls do as soon as a file contains a text, unless ctx ends first.
func whenThere(ctx context.Context, file, text string, do func()) {
	for ctx.Err() == nil {
		if content, err := os.ReadFile(file); err == nil && strings.Contains(string(content), text) {
			do()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestInterruptedBeforeTheFirstGame(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := t.TempDir()
	go whenThere(ctx, filepath.Join(out, "match.json"), "", cancel)
	stdout, _, err := call(ctx, "match", "rollout,time=1h", "random", "--rules", "epaminondas:4x6x1",
		"--games", "2", "--out", out)
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(),
		"before any game was finished: give the same command to continue") || stdout != "" {
		t.Errorf("error %v, output %q", err, stdout)
	}
}

func TestDefaultMaxPlies(t *testing.T) {
	for rules, want := range map[string]string{
		"epaminondas:4x6x1": "max_plies=60", "epaminondas:8x8": "max_plies=150", "crossings": "max_plies=150",
		"epaminondas": "max_plies=300", "crossings,max_plies=40": "max_plies=40",
	} {
		c := terms{conditions: conditions{Rules: rules}}
		b, err := boardOf(&c, "random", "random")
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Rules().Name(); !strings.HasSuffix(got, want) {
			t.Errorf("%s becomes %s, want %s", rules, got, want)
		}
		seven := 7
		c.MaxPlies = &seven
		if b, err = boardOf(&c, "random"); err != nil || b.Rules().MaxPlies != 7 {
			t.Errorf("%s: --max-plies 7 has no effect", rules)
		}
	}
}

// model saves an untrained network.
func model(t *testing.T, rules string) string {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4},
		rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: w,
		Meta: net.Meta{Rules: rules}}); err != nil {
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
	for _, want := range []string{path + " on epaminondas:3x5x1,", "raw policy            60",
		"8 simulations         60", "  where won", "  where drawn", "placements drawn uniformly",
		"positions that games reach, a new sample"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "solve epaminondas:3x5x1: ") ||
		!strings.Contains(stderr, "measure: 120/120 (100%)") {
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
	if result.Rules != "epaminondas:3x5x1" || result.Positions != 60 ||
		result.Search.All.Positions != 60 || result.Simulations != 8 {
		t.Errorf("got %+v %+v", result, result.Exact)
	}
	if p := result.Played; p == nil || p.Fixed || p.Policy.All.Positions != 60 ||
		p.Search.All.Positions != 60 || !strings.Contains(stdout, `"played": {`) {
		t.Errorf("on positions of games %+v", p)
	}
	if strings.Contains(stderr, "solve") {
		t.Errorf("the board was solved again: %q", stderr)
	}
}

func TestPositions(t *testing.T) {
	cache, out := t.TempDir(), filepath.Join(t.TempDir(), "positions.txt")
	args := []string{"positions", "--rules", "epaminondas:3x5x1,max_plies=9", "--cache", cache,
		"--positions", "30", "--seed", "4"}
	stdout, _, err := call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(stdout), "\n"); len(lines) != 32 ||
		lines[1] != "# Made by: arena positions --rules epaminondas:3x5x1 --positions 30 --seed 4" ||
		!strings.HasSuffix(lines[31], " w") && !strings.HasSuffix(lines[31], " b") {
		t.Errorf("it prints\n%s", stdout)
	}
	printed, _, err := call(context.Background(), append(args, "--out", out)...)
	if written, failure := os.ReadFile(out); err != nil || failure != nil || printed != "" ||
		string(written) != stdout {
		t.Errorf("the file holds %q, %v, %v; the output is %q", written, err, failure, printed)
	}
	// If games reach fewer positions, the output says so.
	args[2], args[len(args)-3] = "epaminondas:3x3x1", "2000"
	if _, stderr, err := call(context.Background(), args...); err != nil ||
		!strings.Contains(stderr, "the games reached only ") {
		t.Errorf("with too few positions the output is %q, %v", stderr, err)
	}
}

func TestMistakes(t *testing.T) {
	path := model(t, "")
	for args, want := range map[string]string{
		"match random":                                         `expected "<b>"`,
		"match random strong":                                  `player "strong": unknown kind`,
		"match random random --rules draughts":                 `--rules: game: unusable rules "draughts"`,
		"match random random --max-plies=-3":                   "max_plies is -3",
		"match random random --max-plies=0":                    "is 0: want 1 to 131072",
		"match random random --max-plies=131073":               "is 131073: want 1 to 131072",
		"match random random --rules crossings,max_plies=0":    "is 0: want 1 to 131072",
		"match random random --games 0":                        "--games 0: want an even number",
		"match random random --alpha 0.1":                      "give --sprt",
		"match random random --beta 0.05":                      "give --sprt",
		"match random random --games 7":                        "--games 7: want an even number",
		"match random random --games 2000000000":               "--games 2000000000: want at most 1000000",
		"match random random --opening-plies=-1":               "--opening-plies -1: want 0 or more",
		"match random random --parallel=-1":                    "--parallel -1: want",
		"match random random --sprt 50":                        `"50", want two rating differences`,
		"match random random --sprt 50,0":                      "elo1 is 0, want more than elo0 (50)",
		"match random random --sprt=0,9 --beta 1":              "beta is 1",
		"match greedy random --games 2 --html /missing/a.html": "there is no folder /missing",
		"match greedy random --games 2 --html /":               "it is a folder",
		"match greedy random --tc soon":                        "--tc: engine: clock \"soon\"",
		"match greedy random --each speed=3":                   "--each: ",
		"match greedy random --openings /missing":              "--openings: open /missing",
		"positions --rules epaminondas:3x5x1 --out /missing/p": "there is no folder /missing",
		"match greedy random --openings-from /missing":         "--openings-from: ",
		"match greedy random --openings a --openings-from b":   "can't be used together",
		"match greedy random --openings a --opening-plies 4":   "can't be used together",
		"ladder random":                                        "at least two players",
		"ladder random greedy random":                          "random is given twice",
		"ladder --run /missing":                                "--run: ",
		"curve /missing":                                       "--run: ",
		"curve . --doublings 0":                                "--doublings 0: want 1 to 40",
		"curve . --picture /missing/a.svg":                     "there is no folder /missing",
		"ladder random greedy --every 2":                       "give --run DIR",
		"ladder random greedy --doublings 2":                   "give --run DIR",
		"ladder --run /missing --every 0":                      "--every 0",
		"gauntlet random":                                      "many",
		"exact":                                                "--model=FILE",
		"exact --model x --positions 0":                        "--positions 0: want at least 1",
		"positions --positions 0":                              "--positions 0: want at least 1",
		"positions --rules crossings":                          "--rules crossings: ",
		"exact --model x --sims 0":                             "--sims 0: want at least 1",
		"exact --model " + path:                                "give --rules",
		"exact --rules x --model " + path:                      `"x"`,
		"exact --rules crossings --model " + path:              "--rules crossings: ",
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
