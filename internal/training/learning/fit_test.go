package learning

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/engine/solve"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/replay"
)

// mini is the config of a run on a small board.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 8, 1, 8
	c.Search.MaxConsidered, c.Search.MemoryMiB = 8, 16
	c.Selfplay.Workers, c.Selfplay.RandomPlies = 2, 3
	c.Selfplay.FullSimulations, c.Selfplay.FullShare = 16, 1
	c.Replay.Min, c.Replay.Growth, c.Replay.Exponent = 100, 0.9, 0.95
	c.Learn.BatchSize, c.Learn.WarmupSteps, c.Learn.LearningRate = 32, 10, 5e-3
	c.Train.Cooldown = 0.3
	c.Report.ExactPositions = 0
	return c
}

// allGames is the number of games of the run that tests share.
const allGames = 400

// library makes the run that tests share. A test works on a copy.
var library = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fit")
	if err == nil {
		err = play(context.Background(), dir, mini(), allGames)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := library(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// play makes a run with games of a search without a network.
func play(ctx context.Context, dir string, c config.Config, games int) error {
	r, err := runs.Create(ctx, dir, c)
	if err != nil {
		return err
	}
	defer r.Close()
	board, err := c.Board()
	if err != nil {
		return err
	}
	number := -1
	pool := &selfplay.Pool{
		Actor: &selfplay.Actor{Board: board, Config: c.Selfplay, Search: c.Search, Seed: 77},
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			number++
			return uint64(number), selfplay.Uniform, number < games
		},
		Keep: func(ctx context.Context, g *replay.Game) error {
			_, err := r.Games.Append(ctx, g)
			return err
		},
	}
	return pool.Run(ctx)
}

// played returns a run with a number of games.
func played(t *testing.T, games int) string {
	t.Helper()
	dir := t.TempDir()
	if games != allGames {
		if err := play(t.Context(), dir, mini(), games); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	shared, err := library()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "run")
	if err := os.CopyFS(dir, os.DirFS(shared)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// candidate parses a candidate of the mini config.
func candidate(t *testing.T, text string) Candidate {
	t.Helper()
	c, err := ParseCandidate(mini(), text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// experiment returns an experiment on a run with games of its own.
func experiment(t *testing.T, steps int64, candidates ...string) *Experiment {
	t.Helper()
	e := &Experiment{Dir: played(t, allGames), Candidates: []Candidate{Base(mini())},
		Budgets: []Budget{{Steps: steps}}, HeldOut: 0.2, timed: 10 * time.Millisecond}
	for _, text := range candidates {
		e.Candidates = append(e.Candidates, candidate(t, text))
	}
	return e
}

// result runs an experiment.
func result(t *testing.T, e *Experiment) *Result {
	t.Helper()
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMoreStepsLearnMore also checks that two runs of an experiment give the same result.
func TestMoreStepsLearnMore(t *testing.T) {
	e := experiment(t, 300, "other:seed=2", "slow:learn.learning_rate=0.00001")
	long := result(t, e)
	e.Budgets = []Budget{{Steps: 5}}
	short := result(t, e)
	more, less := long.Candidates[0].Figures, short.Candidates[0].Figures
	if !(more.KL.High < less.KL.Low && more.Agreement.Low > less.Agreement.High &&
		more.Brier.Mean < less.Brier.Mean) {
		t.Errorf("300 steps: KL %+v, agreement %+v, Brier %+v; 5 steps: %+v, %+v, %+v", more.KL,
			more.Agreement, more.Brier, less.KL, less.Agreement, less.Brier)
	}
	other, slow := long.Candidates[1].Difference, long.Candidates[2].Difference
	if limit := 0.1 * more.KL.Mean; other.KL.Low > limit || other.KL.High < -limit {
		t.Errorf("with another seed the KL differs by %+v from %+v", other.KL, more.KL)
	}
	if slow.KL.Low <= 0 || slow.Agreement.High >= 0 {
		t.Errorf("with hardly any rate the KL differs by %+v, agreement by %+v", slow.KL, slow.Agreement)
	}
	base := long.Candidates[0]
	if base.Steps != 300 || base.Samples != 300*32 || base.Difference != nil || len(base.Bands) == 0 ||
		base.Uses != float64(base.Samples)/float64(base.Positions) ||
		base.Games+long.HeldOut.Games > allGames || long.HeldOut.Games < 50 {
		t.Errorf("%+v, held out %+v", base, long.HeldOut)
	}
	again := result(t, e)
	for i := range again.Candidates { // times differ
		got, first := &again.Candidates[i], short.Candidates[i]
		got.Seconds, got.Rate = first.Seconds, first.Rate
		got.Evaluations, got.Ratio = first.Evaluations, first.Ratio
	}
	if !reflect.DeepEqual(short, again) {
		t.Errorf("an experiment gives\n%+v, then\n%+v", short, again)
	}
}

// TestEqualCandidates compares equal candidates: the difference is 0, and the interval has no
// width.
func TestEqualCandidates(t *testing.T) {
	e := experiment(t, 20, "twin:learn.threads=2")
	twin := result(t, e).Candidates[1]
	for kind, d := range map[string]*Estimate{"KL": twin.Difference.KL,
		"Brier": twin.Difference.Brier, "agreement": twin.Difference.Agreement} {
		if d.Mean != 0 || d.Low != 0 || d.High != 0 {
			t.Errorf("%s differs by %+v", kind, d)
		}
	}
}

// TestHeldOutGamesAreNotLearned compares the games of the sampler with the held-out games, for
// several windows.
func TestHeldOutGamesAreNotLearned(t *testing.T) {
	e := experiment(t, 1, "narrow:replay.growth=0.1", "wide:replay.growth=1,replay.exponent=1")
	w, err := e.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, c := range e.Candidates {
		window := w.archive.Window(c.Config.Replay.WindowConfig)
		learned, held := w.archive.Split(window)
		if len(learned)+len(held) != len(window) || len(learned) == 0 || len(held) == 0 {
			t.Errorf("%s: %d learned and %d held out of %d games", c.Name, len(learned), len(held),
				len(window))
		}
		seen[c.Name] = len(window)
		s, damaged, err := newSampler(t.Context(), w.board, c.Config, w.archive, learned,
			func(int, int) {})
		if err != nil || damaged != 0 || s.Games() != len(learned) {
			t.Fatalf("%s: %d of %d games, %d damaged, %v", c.Name, s.Games(), len(learned), damaged, err)
		}
		samples := make([]replay.Sample, 5000)
		if err := s.Draw(samples); err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			at := slices.IndexFunc(learned, func(e replay.Entry) bool { return e.ID == samples[i].Game })
			if at < 0 || w.archive.HeldOut(learned[at]) || slices.Contains(held, learned[at]) {
				t.Fatalf("%s: draws game %d", c.Name, samples[i].Game)
			}
		}
	}
	if !(seen["narrow"] < seen[BaseName] && seen[BaseName] < seen["wide"]) {
		t.Errorf("windows of %v games", seen)
	}
}

// TestSolvedBoard computes the figures of the solved board anew, from the saved weights.
func TestSolvedBoard(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	e := experiment(t, 50)
	e.Candidates[0].Config.Report.ExactPositions = 1
	e.Save = t.TempDir()
	r := result(t, e)
	w, err := e.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.LoadCheckpoint(r.Candidates[0].Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	evaluator := net.NewNetwork(c.Weights).NewEvaluator(w.board)
	errors, mistakes, n := 0.0, 0.0, 0.0
	table, err := solve.Load(t.Context(), w.board.Rules(), "", func(int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	_, held := w.archive.Split(w.archive.Window(mini().Replay.WindowConfig))
	_, _, err = w.archive.Each(t.Context(), held, func(_ int, id int64, g replay.Encoded) error {
		return replay.EachSample(w.board, id, g.Game, func(p *replay.Sample) error {
			prior := make([]float32, len(p.Moves))
			value, err := evaluator.Evaluate(&p.State, p.Moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			exact, err := table.Value(&p.State)
			if err != nil {
				t.Fatal(err)
			}
			errors += math.Pow(float64(value)-float64(exact), 2)
			if table.Throws(&p.State, p.Moves[slices.Index(prior, slices.Max(prior))]) {
				mistakes++
			}
			n++
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Candidates[0].Figures
	if !close(f.ExactError.Mean, errors/n) || !close(f.Thrown.Mean, mistakes/n) || mistakes == 0 ||
		f.ExactError.Games != r.HeldOut.Games || int(n) != r.HeldOut.Positions {
		t.Errorf("%+v and %+v, want %v and %v", f.ExactError, f.Thrown, errors/n, mistakes/n)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "thrown away") {
		t.Errorf("%v\n%s", err, &text)
	}
	t.Log(text.String())
}

// TestSave reads the saved weights back.
func TestSave(t *testing.T) {
	e := experiment(t, 5, "wide:network.channels=12")
	e.Save = filepath.Join(t.TempDir(), "a", "b")
	r := result(t, e)
	for i, channels := range []int{8, 12} {
		c, err := net.LoadCheckpoint(r.Candidates[i].Checkpoint)
		if err != nil || c.Weights.Config.Channels != channels || c.Meta.Step != 5 ||
			c.Meta.Rules != r.Rules {
			t.Errorf("%+v, %v", c, err)
		}
		cfg, err := config.Load(filepath.Join(e.Save, e.Candidates[i].Name+".toml"), nil)
		if err != nil || !reflect.DeepEqual(cfg, e.Candidates[i].Config) {
			t.Errorf("%+v, %v", cfg, err)
		}
	}
	if _, err := e.Run(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "base.toml exists already") {
		t.Errorf("again it gives %v", err)
	}
	if err := os.Remove(filepath.Join(e.Save, "base.toml")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "base.safetensors exists already") {
		t.Errorf("without the config it gives %v", err)
	}
}

// TestRunIsOnlyRead checks that an experiment changes no file of the run.
func TestRunIsOnlyRead(t *testing.T) {
	e := experiment(t, 3)
	before := snapshot(t, e.Dir)
	result(t, e)
	if after := snapshot(t, e.Dir); !reflect.DeepEqual(before, after) {
		t.Error("the experiment changed the run")
	}
}

// snapshot returns the files of a folder.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestProcessorBudget gives each candidate the same time of a clock that the test advances.
func TestProcessorBudget(t *testing.T) {
	e := experiment(t, 0, "large:learn.batch_size=64")
	reading := time.Duration(0)
	e.now = func() time.Duration { reading += time.Second; return reading } // a step takes a second
	e.Budgets = []Budget{{Processor: 20 * time.Second}}
	for _, c := range result(t, e).Candidates {
		if c.Steps != 20 || c.Seconds != 20 || c.Rate != float64(c.Samples)/20 {
			t.Errorf("%+v", c)
		}
	}
}

// TestInterrupted ends an experiment in its second candidate.
func TestInterrupted(t *testing.T) {
	e := experiment(t, 20, "second:seed=2", "third:seed=3")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e.Progress = func(task string, done, _ int) {
		if task == "training second" && done > 100 {
			cancel()
		}
	}
	r, err := e.Run(ctx)
	if !errors.Is(err, context.Canceled) || r == nil || len(r.Candidates) != 1 || r.Planned != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	e.Progress = func(task string, _, _ int) { cancel() }
	if r, err := e.Run(ctx); !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("cancelled before: %+v, %v", r, err)
	}
}

// TestDiverged goes on with the next candidate.
func TestDiverged(t *testing.T) {
	e := experiment(
		t, 30, "wild:network.blocks=64,learn.batch_size=2,learn.learning_rate=1,learn.warmup_steps=0",
		"calm:seed=3")
	r := result(t, e)
	if len(r.Candidates) != 3 || r.Candidates[2].Figures == nil {
		t.Fatalf("%+v", r)
	}
	var text strings.Builder
	err := r.WriteText(&text)
	if err != nil || r.Candidates[1].Failed == "" || r.Candidates[1].Figures != nil ||
		!strings.Contains(text.String(), "failed: train: ") {
		t.Errorf("%+v, %v\n%s", r.Candidates[1], err, &text)
	}
}

// TestDamagedGames leaves damaged games out and counts them.
func TestDamagedGames(t *testing.T) {
	e := experiment(t, 3)
	r, err := runs.Open(t.Context(), e.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Games.SetAside(t.Context(), 1, errors.New("test")); err != nil {
		t.Fatal(err)
	}
	path := r.Database()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	damageRecords(t, path)
	got := result(t, e)
	if n := got.HeldOut.Damaged + got.Candidates[0].Damaged; n == 0 {
		t.Errorf("%d damaged games, want some", n)
	}
}

func TestJSON(t *testing.T) {
	e := experiment(t, 3, "other:seed=2")
	r := result(t, e)
	text, err := r.JSON()
	var again Result
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err != nil || !reflect.DeepEqual(*r, again) {
		t.Errorf("%v\n%s", err, text)
	}
	var table strings.Builder
	if err := r.WriteText(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"candidate", "KL - base", "Brier - base", "other (seed=2)", "too sure",
		"3 steps for each candidate"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, &table)
		}
	}
}
