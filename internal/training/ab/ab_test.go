package ab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// mini returns a config on a tiny board.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network = net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}
	c.Train.Steps, c.Train.Duration = 10, 0
	return c
}

// school replaces the training process. It registers an untrained network as the final checkpoint.
type school struct {
	t       *testing.T
	mu      sync.Mutex
	trained []string
	fail    string // side and seed that fail
	at      int    // number of sides in training now
	most    int    // largest number of sides in training at the same time
}

func (s *school) train(ctx context.Context, side Side) error {
	name := fmt.Sprintf("%s%d", side.Name, side.Seed)
	s.mu.Lock()
	s.at++
	s.most = max(s.most, s.at)
	s.mu.Unlock()
	time.Sleep(200 * time.Millisecond) // so that both sides train together
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at--
	if name == s.fail {
		return errors.New("out of chalk")
	}
	s.trained = append(s.trained, name)
	c, err := config.Load(side.Config, []string{fmt.Sprintf("seed=%d", side.Seed)})
	if err != nil {
		return err
	}
	return s.graduate(ctx, side, c)
}

// graduate makes a finished run.
func (s *school) graduate(ctx context.Context, side Side, cfg config.Config) error {
	r, err := runs.Create(ctx, side.Run, cfg)
	if err != nil {
		return err
	}
	defer r.Close()
	weights, err := net.NewWeights(cfg.Network,
		rand.New(rand.NewPCG(side.Seed, uint64(cfg.Learn.BatchSize))))
	if err != nil {
		return err
	}
	c := runs.Checkpoint{Step: 10, Phase: runs.Final, File: runs.FileName(10, runs.Final, 0),
		Budget: cfg.Train.Budget(), Sampler: []byte{}, Elapsed: time.Minute,
		Processor: runs.Processor{Counted: true, Used: 3 * time.Second, Offered: time.Minute}}
	if err := net.SaveCheckpoint(r.Path(c), &net.Checkpoint{Weights: weights}); err != nil {
		return err
	}
	_, err = r.Register(ctx, c, []runs.Metric{{Name: "games", Value: 7}, {Name: "positions", Value: 70}}, nil)
	return err
}

// experiment returns an experiment with two batch sizes.
func experiment(t *testing.T, dir string) (*Experiment, *school) {
	t.Helper()
	s := &school{t: t}
	a, b := mini(), mini()
	a.Learn.BatchSize, b.Learn.BatchSize = 16, 32
	return &Experiment{
		Dir: dir, Program: "this", Configs: [2]config.Config{a, b}, Seeds: 2, Jobs: 2,
		Match: Match{MatchTerms: arena.MatchTerms{Pairs: 4, OpeningPlies: 2, Simulations: 4}}, Train: s.train,
	}, s
}

func TestExperiment(t *testing.T) {
	e, s := experiment(t, filepath.Join(t.TempDir(), "new"))
	var mu sync.Mutex
	told := map[string]int{}
	e.Progress = func(task string, done, total int) { mu.Lock(); told[task] = total; mu.Unlock() }
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.trained) != 4 || s.most != 2 {
		t.Errorf("trained %v, %d at a time", s.trained, s.most)
	}
	if len(r.Seeds) != 2 || r.Total.Games() != 16 || len(r.Settings) != 1 ||
		r.Settings[0] != [3]string{"learn.batch_size", "16", "32"} {
		t.Errorf("%+v", r)
	}
	side := r.Seeds[1].Sides[0]
	if side.Steps != 10 || side.Games != 7 || side.Positions != 70 || side.ProcessorSeconds != 3 ||
		side.Side != "A" {
		t.Errorf("%+v", side)
	}
	if told["training"] != 4000 || told["match of seed 2"] != 8 {
		t.Errorf("told %v", told)
	}
	var text, first bytes.Buffer
	if err := r.WriteText(&text, "", "mini:"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"learn.batch_size=16 (A) or learn.batch_size=32 (B)?",
		"| question | setting | result |", "by seed",
		"2 seeds, processor time A 3s and B 3s each, 4 pairs of games a seed, sims=4 a move"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, &text)
		}
	}
	// A second run only prints the result. If the number of seeds grows, a run trains and plays
	// only the new seed.
	if err := r.WriteJSON(&first); err != nil {
		t.Fatal(err)
	}
	again, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var second bytes.Buffer
	if err := again.WriteJSON(&second); err != nil || len(s.trained) != 4 {
		t.Errorf("a second call: %v, trained %v", err, s.trained)
	}
	if untimed(first.String()) != untimed(second.String()) {
		t.Errorf("a second call gives\n%s\nthe first\n%s", &second, &first)
	}
	e.Seeds = 3
	if more, err := e.Run(t.Context()); err != nil || len(s.trained) != 6 || more.Total.Games() != 24 {
		t.Errorf("a third seed: %v, trained %v", err, s.trained)
	}
}

// untimed drops the lines that depend on the machine.
func untimed(text string) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.Contains(line, `"seconds"`) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// The experiment repeats only the failed or stopped parts.
func TestGoesOn(t *testing.T) {
	e, s := experiment(t, t.TempDir())
	e.Jobs, s.fail = 1, "B2"
	if _, err := e.Run(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "train B from seed 2: out of chalk") {
		t.Fatalf("error %v", err)
	}
	before := len(s.trained)
	if s.most != 1 || before < 2 {
		t.Errorf("trained %v, %d at a time, want one", s.trained, s.most)
	}
	s.fail = ""
	stopped, stop := context.WithCancel(t.Context())
	e.Progress = func(task string, done, total int) {
		if task == "match of seed 1" && done == 3 {
			stop()
		}
	}
	if _, err := e.Run(stopped); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if len(s.trained) != 4 {
		t.Errorf("trained %v, want each side once", s.trained)
	}
	begun := -1
	e.Progress = func(task string, done, total int) {
		if task == "match of seed 1" && begun < 0 {
			begun = done
		}
	}
	r, err := e.Run(t.Context())
	if err != nil || begun < 3 || r.Total.Games() != 16 {
		t.Errorf("the match goes on from game %d, %v", begun, err)
	}
}

func TestAnotherExperimentIsRefused(t *testing.T) {
	e, _ := experiment(t, t.TempDir())
	if _, err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Experiment){
		"b.learn.batch_size is 32 there, but 64 now": func(e *Experiment) {
			e.Configs[1].Learn.BatchSize = 64
		},
		"a.train.steps is 10 there, but 20 now": func(e *Experiment) { e.Configs[0].Train.Steps = 20 },
		"match.pairs is 4 there, but 6 now":     func(e *Experiment) { e.Match.Pairs = 6 },
		"match.limit is sims=4 there, but time=1s": func(e *Experiment) {
			e.Match.Simulations, e.Match.Time = 0, time.Second
		},
		"program is this there, but that now": func(e *Experiment) { e.Program = "that" },
		"A and B are the same config":         func(e *Experiment) { e.Configs[1] = e.Configs[0] },
		"A and B cannot play each other":      func(e *Experiment) { e.Configs[1].Rules.MaxPlies = 31 },
		"0 seeds and 2 jobs":                  func(e *Experiment) { e.Seeds = 0 },
		"pairs is 0":                          func(e *Experiment) { e.Match.Pairs = 0 },
		"1s and 4 simulations":                func(e *Experiment) { e.Match.Time = time.Second },
	} {
		other := *e
		change(&other)
		if _, err := other.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	// The experiment does not change a folder with other files.
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letter"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	other := *e
	other.Dir = dir
	if _, err := other.Run(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "has letter, but no experiment") {
		t.Errorf("a folder of something else: %v", err)
	}
}

func TestJudged(t *testing.T) {
	e, _ := experiment(t, t.TempDir())
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := game.MustBoard("epaminondas:3x5x1")
	table, err := solve.Solve(t.Context(), b.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	bench := &judge.TestSet{Board: b, Positions: table.Sample(40, 1), Reference: judge.Exact{Table: table}}
	if err := e.Judge(t.Context(), bench, r); err != nil {
		t.Fatal(err)
	}
	if len(r.Judged) != 2 || len(r.Judged[0].Report) != 2 {
		t.Fatalf("%+v", r.Judged)
	}
	for _, j := range r.Judged {
		sum := 0.0
		for _, report := range j.Report {
			if report.Players[0].Name != "B" {
				t.Errorf("the first player is %s", report.Players[0].Name)
			}
			sum += report.Players[1].Value.Estimate - report.Players[0].Value.Estimate
		}
		if math.Abs(j.Value.Estimate-sum/2) > 1e-9 {
			t.Errorf("%s: A has %v more, want %v", j.Kind, j.Value.Estimate, sum/2)
		}
	}
	if text := r.Markdown("better?", ""); !strings.Contains(text, "judge of policy") ||
		!strings.Contains(text, "| better? |") {
		t.Error(text)
	}
}

// The interval by seed follows from the spread of the seeds, and the interval by game from the
// games.
func TestPool(t *testing.T) {
	seed := func(pairs result.Pairs) Seed {
		return Seed{Match: &arena.Result{Match: result.Match{Pairs: pairs,
			Total: result.Tally{Wins: 2*pairs[4] + pairs[2], Losses: 2*pairs[0] + pairs[2]}}}}
	}
	r := Result{Seeds: []Seed{seed(result.Pairs{10, 0, 20, 0, 20}), seed(result.Pairs{20, 0, 20, 0, 10}),
		seed(result.Pairs{10, 0, 20, 0, 20})}}
	r.pool()
	// Scores 0.6, 0.4, 0.6: mean 0.5333, standard error 0.0667, t 4.303.
	if low, high := r.BySeed.Low.Score(), r.BySeed.High.Score(); math.Abs(low-0.2465) > 0.001 ||
		math.Abs(high-0.8202) > 0.001 {
		t.Errorf("by seed %v: scores %.4f to %.4f", r.BySeed, low, high)
	}
	if math.Abs(r.ByGame.Estimate.Score()-0.5333) > 0.001 || r.ByGame.High > r.BySeed.High ||
		r.ByGame.Low < r.BySeed.Low || r.Total.Games() != 300 {
		t.Errorf("by game %v, by seed %v, %v", r.ByGame, r.BySeed, r.Total)
	}
	one := Result{Seeds: r.Seeds[:1]}
	one.pool()
	if one.BySeed.String() != "anything" {
		t.Errorf("one seed gives %v", one.BySeed)
	}
}

// TestFailureIsTold has a finished seed after the one that fails.
func TestFailureIsTold(t *testing.T) {
	e, s := experiment(t, t.TempDir())
	e.Seeds, e.Jobs, s.fail = 3, 1, "A1"
	fails := func() {
		t.Helper()
		if _, err := e.Run(t.Context()); err == nil || errors.Is(err, context.Canceled) ||
			!strings.Contains(err.Error(), "train A from seed 1: out of chalk") {
			t.Fatalf("error %v", err)
		}
	}
	fails()
	e.Jobs = 2
	for number := range sideCount {
		side := e.side(3, number)
		c := e.Configs[number]
		c.Seed = side.Seed
		if err := s.graduate(t.Context(), side, c); err != nil {
			t.Fatal(err)
		}
	}
	fails()
}

// TestUnreadableSeedIsTold has a damaged run after the seed that trains.
func TestUnreadableSeedIsTold(t *testing.T) {
	e, s := experiment(t, t.TempDir())
	s.fail = "A1"
	if _, err := e.Run(t.Context()); err == nil {
		t.Fatal("the first side does not fail")
	}
	e.Train = func(ctx context.Context, _ Side) error {
		<-ctx.Done()
		return ctx.Err()
	}
	damaged := filepath.Join(e.side(2, 0).Run, "run.db")
	if err := os.MkdirAll(filepath.Dir(damaged), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, bytes.Repeat([]byte("junk"), 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(t.Context()); err == nil || errors.Is(err, context.Canceled) ||
		!strings.Contains(err.Error(), damaged) {
		t.Errorf("error %v, want one about %s", err, damaged)
	}
}
