package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// TestMain lets the test binary run as the command, so that tests can kill it.
func TestMain(m *testing.M) {
	if os.Getenv("TRAIN_TEST_COMMAND") != "" {
		cli.Main(run)
	}
	os.Exit(m.Run())
}

// mini is a config for a run of seconds.
const mini = `
[rules]
game = "epaminondas:3x5x1"
max_plies = 30
limit = "draw"
[network]
blocks = 1
channels = 4
value_hidden = 4
[search]
max_considered = 4
memory_mib = 16
[selfplay]
workers = 2
random_plies = 3
full_simulations = 6
fast_simulations = 2
full_share = 0.5
[replay]
min = 20
uses = 2.0
[learn]
batch_size = 8
[train]
steps = 60
duration = "0s"
cycle_steps = 10
[gate]
games = 8
simulations = 4
opening_plies = 2
[report]
games = 4
opening_plies = 2
simulations = 4
opponents = ["random"]
exact_positions = 20
`

// miniConfig writes the mini config into a folder of the test.
func miniConfig(t *testing.T) string {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "mini.toml")
	if err := os.WriteFile(path, []byte(mini), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTrainsAndReports(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), []string{"--config", path, "--run", dir, "--json"}, nil, &stdout,
		&stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var made runs.Report
	if err := json.Unmarshal(stdout.Bytes(), &made); err != nil {
		t.Fatalf("the report is no JSON: %v\n%s", err, &stdout)
	}
	if made.Step != 60 || len(made.Matches) != 2 || len(made.Exact) != 2 {
		t.Errorf("report of step %d with %d matches and %d exact rows, want 60, 2 and 2", made.Step,
			len(made.Matches), len(made.Exact))
	}
	if lines := strings.Count(stderr.String(), "\n"); lines < 7 {
		t.Errorf("only %d lines of progress:\n%s", lines, &stderr)
	}
	// The second time it only reports. Other settings need another folder.
	stdout.Reset()
	if err := run(t.Context(), []string{"--config", path, "--run", dir}, nil, &stdout,
		&stderr); err != nil || !strings.Contains(stdout.String(), "throws away") {
		t.Errorf("a second call gives %v\n%s", err, &stdout)
	}
	err := run(t.Context(), []string{"--config", path, "--run", dir, "--seed", "2"}, nil, io.Discard,
		io.Discard)
	if err == nil || !strings.Contains(err.Error(), "seed is 1 there, but 2 now") {
		t.Errorf("another seed in the same folder gives %v", err)
	}
}

// A run begins with the weights of a run on another board, and refuses weights that do not fit.
func TestInit(t *testing.T) {
	path, dir := miniConfig(t), t.TempDir()
	quick := []string{"--config", path, "--set", "train.steps=10", "--set", "report.games=0", "--set",
		"report.exact_positions=0"}
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	if err := run(t.Context(), append(quick, "--run", first), nil, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	final := filepath.Join(first, "checkpoints", "step-0000010-final.safetensors")
	next := append(quick, "--set", "rules.game=epaminondas:4x4x1", "--init", final)
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), append(next, "--run", second), nil, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(stderr.String(), "from the weights of "+final) ||
		!strings.Contains(stdout.String(), "not untrained, but step-0000010-final.safetensors") {
		t.Errorf("it says\n%s\n%s", &stderr, &stdout)
	}
	err := run(t.Context(), append(next, "--run", filepath.Join(dir, "third"), "--set",
		"network.channels=8"), nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "give --set network.channels=4") {
		t.Errorf("a network of another shape gives %v", err)
	}
	err = run(t.Context(), append(quick, "--set", "rules.game=epaminondas:4x4x1", "--run", second), nil,
		io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), final) || !strings.Contains(err.Error(), "none now") {
		t.Errorf("going on without the init gives %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	path, dir := miniConfig(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := run(ctx, []string{"--config", path, "--run", dir, "--set", "train.steps=1000000"}, nil,
		io.Discard, &trigger{text: "new run in", pull: cancel})
	if !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), dir) {
		t.Errorf("interrupted, it returns %v", err)
	}
}

// trigger is a writer that calls pull when its input contains text.
type trigger struct {
	text string
	pull func()
	got  bytes.Buffer
}

func (w *trigger) Write(b []byte) (int, error) {
	w.got.Write(b)
	if strings.Contains(w.got.String(), w.text) {
		w.pull()
	}
	return len(b), nil
}

func TestMistakesAreNamed(t *testing.T) {
	path := miniConfig(t)
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "--config"},
		{[]string{"--config", path, "--sed", "3"}, "--sed"},
		{[]string{"--config", path, "--for", "soon"}, "soon"},
		{[]string{"--config", path, "--for", "0s"}, "more than 0"},
		{[]string{"--config", path, "--set", "learn.speed=3"}, "speed"},
		{[]string{"--config", path + ".missing"}, "missing"},
	} {
		err := run(t.Context(), test.args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives %v, want a usage error with %q", test.args, err, test.want)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), []string{"--help"}, nil, &help, io.Discard); !errors.Is(err, cli.ErrHelp) ||
		!strings.Contains(help.String(), "train --config configs/tiny.toml") ||
		!regexp.MustCompile(
			`Commands:\n(?s:.*)\n +train doctor +\w+.*\n +train ab +\w+(?s:.*)Examples:`).MatchString(
			help.String()) {
		t.Errorf("help gives %v\n%s", err, &help)
	}
}

// --for alone is wall-clock time for any config. --clock makes it processor time.
func TestClock(t *testing.T) {
	path := miniConfig(t)
	wall, processor := config.WallClock, config.ProcessorClock
	long := time.Hour
	for _, test := range []struct {
		command command
		want    string
	}{
		{command{}, wall},
		{command{For: &long}, wall},
		{command{For: &long, Clock: "processor"}, processor},
		{command{Clock: "processor"}, processor},
		{command{Set: []string{"train.clock=processor"}}, processor},
		{command{For: &long, Set: []string{"train.clock=processor"}}, processor},
		{command{For: &long, Clock: "wall", Set: []string{"train.clock=processor"}}, wall},
	} {
		test.command.Config = path
		c, err := test.command.resolve()
		if err != nil || c.Train.Clock != test.want {
			t.Errorf("%+v counts by the clock %q, %v; want %s", test.command, c.Train.Clock, err,
				test.want)
		}
	}
	if _, err := (command{Config: path, Clock: "sun"}).resolve(); err == nil ||
		!strings.Contains(err.Error(), "wall or processor") {
		t.Errorf("a clock that does not exist gives %v", err)
	}
	for want, train := range map[string]config.Train{
		"ends after 2h0m0s at work":           {Duration: config.Duration(2 * time.Hour), Clock: wall},
		"ends after 2h0m0s of processor time": {Duration: config.Duration(2 * time.Hour), Clock: processor},
		"ends after 5 steps or 1s of processor": {Steps: 5, Duration: config.Duration(time.Second),
			Clock: processor},
	} {
		if got := budget(train); !strings.HasPrefix(got, want) {
			t.Errorf("the budget reads %q, want %q", got, want)
		}
	}
}

func TestFolder(t *testing.T) {
	seed := uint64(3)
	for want, c := range map[string]command{
		filepath.Join("runs", "tiny"):       {Config: "configs/tiny.toml"},
		filepath.Join("runs", "tiny-seed3"): {Config: "configs/tiny.toml", Seed: &seed},
		"elsewhere":                         {Config: "configs/tiny.toml", Run: "elsewhere"},
	} {
		if got := c.folder(); got != want {
			t.Errorf("%+v trains in %s, want %s", c, got, want)
		}
	}
}

// TestKilled kills a training process again and again. Each time it checks that everything shown is
// there, and that training goes on from there.
func TestKilled(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
	rng := rand.New(rand.NewPCG(1, 1))
	args := []string{"--config", path, "--run", dir, "--set", "train.steps=100000"}
	var step, games int64 // shown so far
	for kill := range 40 {
		if kill >= 8 && step > 0 {
			break
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "TRAIN_TEST_COMMAND=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Twice as long after each eight processes, for slow machines.
		time.Sleep(time.Duration((100+rng.IntN(500))<<(kill/8)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		step, games = shown(stderr.String(), step, games)
		verify(t, dir, step, games)
	}
	if step == 0 {
		t.Fatal("no process lived long enough to show a cycle")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	settings, err := config.Load(path, []string{"train.steps=100000"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Create(ctx, dir, settings)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	observer := &resumed{cancel: cancel}
	if _, err := loop.Train(ctx, r, observer); !errors.Is(err, context.Canceled) {
		t.Fatalf("going on gives %v", err)
	}
	if observer.step < step {
		t.Errorf("it goes on from step %d, but had shown %d", observer.step, step)
	}
}

// shown returns the last step and number of games in the output of a process, or the old numbers.
func shown(stderr string, step, games int64) (int64, int64) {
	for _, line := range strings.Split(stderr, "\n") {
		var s, g int64
		if n, _ := fmt.Sscan(line, &s, &g); n == 2 {
			step, games = s, g
		}
	}
	return step, games
}

// verify checks that the store is whole and has the shown games, and that the checkpoint is
// registered.
func verify(t *testing.T, dir string, step, games int64) {
	t.Helper()
	r, err := runs.Open(t.Context(), dir)
	if errors.Is(err, runs.ErrNoRun) && step == 0 {
		return // killed before it began
	}
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	there, last := map[uint64]bool{}, uint64(0)
	err = r.Games.Each(t.Context(), 0, func(_ int64, g *replay.Game) error {
		there[g.Number], last = true, max(last, g.Number)
		return nil
	})
	if err != nil || int64(len(there)) < games {
		t.Fatalf("%d games are there, %v; %d were shown", len(there), err, games)
	}
	holes, err := r.Games.Holes(t.Context(), r.Config.Seed)
	if err != nil || len(there) > 0 && len(there)+len(holes) != int(last)+1 {
		t.Errorf("%d games and the holes %v, %v, do not make %d", len(there), holes, err, last+1)
	}
	registry, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if step == 0 {
		return // killed before it had shown anything
	}
	for _, c := range registry {
		if c.Step == step {
			return
		}
	}
	t.Errorf("step %d was shown, but is not among %d checkpoints", step, len(registry))
}

// resumed records the step from which a run continues, and stops it.
type resumed struct {
	cancel context.CancelFunc
	step   int64
}

func (r *resumed) Resumed(step int64, _ int, _ bool) { r.step = step; r.cancel() }
func (*resumed) Doing(string, int, int)              {}
func (*resumed) Progress(float64)                    {}
func (*resumed) Cycle(loop.Status)                   {}
func (*resumed) Gate(loop.GateResult)                {}
func (*resumed) Growing(loop.Growth)                 {}
func (*resumed) Entering(loop.Stage)                 {}
func (*resumed) Notice(string)                       {}
