package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// olderRun returns a run with games of a search without a network.
func olderRun(t *testing.T, c config.Config, games int) string {
	t.Helper()
	c.Selfplay.FullSimulations, c.Selfplay.FullShare = 8, 1
	dir := filepath.Join(t.TempDir(), "older")
	r := open(t, dir, c)
	defer r.Close()
	board, err := c.Board()
	if err != nil {
		t.Fatal(err)
	}
	number := -1
	pool := &selfplay.Pool{
		Actor: &selfplay.Actor{Board: board, Config: c.Selfplay, Search: c.Search,
			Seed: c.Seed},
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			number++
			return uint64(number), selfplay.Uniform, number < games
		},
		Keep: func(ctx context.Context, g *replay.Game) error {
			_, err := r.Games.Append(ctx, g)
			return err
		},
	}
	if err := pool.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// growing returns the config of a run with a larger network that first learns from an older run.
func growing(from string) config.Config {
	c := mini()
	c.Network.Channels = 6
	c.Train.Steps, c.Report.ExactPositions = 60, 0
	c.Grow = config.Grow{From: from, HeldOut: 0.2, MeasureSteps: 5, Patience: 9, Share: 0.5}
	return c
}

// snapshotOf returns the files of a folder with their contents.
func snapshotOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGrowRepeatsToTheBit compares a run that first learns from an older run with the same run after
// interruptions at many steps and moments, also while games are copied.
func TestGrowRepeatsToTheBit(t *testing.T) {
	from := olderRun(t, mini(), 600)
	before := snapshotOf(t, from)
	c := growing(from)
	straight := t.TempDir()
	s := &silent{}
	if _, err := work(t, t.Context(), straight, c, s); err != nil {
		t.Fatal(err)
	}
	if len(s.growths) < 3 || s.growths[0].Step != 5 || s.growths[0].Games < 300 {
		t.Fatalf("%+v", s.growths)
	}
	last := s.growths[len(s.growths)-1]
	if last.Ended != endedShare || last.Step != 30 {
		t.Errorf("the phase ends with %+v, want step 30, half of the budget", last)
	}
	for i, g := range s.growths {
		recorded := metrics(t, straight)
		if g.Policy <= 0 || g.Value <= 0 || recorded[stepKey(g.Step, "held_out_policy")] != g.Policy ||
			recorded[stepKey(g.Step, "held_out_value")] != g.Value {
			t.Errorf("measurement %d is %+v", i, g)
		}
	}
	if first := s.growths[0]; last.Policy+last.Value >= first.Policy+first.Value {
		t.Errorf("the held-out loss does not fall: %+v, then %+v", first, last)
	}
	checkCopies(t, from, straight, c)
	checkWindow(t, straight, c)

	steps := t.TempDir()
	for i := range 9 {
		interrupted(t, steps, c, func(cancel func()) *silent {
			return &silent{interrupt: func(step int) {
				if step == 2+i%6 {
					cancel()
				}
			}}
		})
	}
	finish(t, steps, c)
	same(t, straight, steps)
	if a, b := growths(t, straight, c), growths(t, steps, c); !reflect.DeepEqual(a, b) ||
		len(a) != len(s.growths) {
		t.Errorf("the states of the phase differ:\n%v\n%v", a, b)
	}

	// Interruptions while games are copied, measured and played.
	moments := t.TempDir()
	for _, at := range []struct {
		task  string
		calls int
	}{{"games copied from older", 1}, {"games copied from older", 1}, {"held-out games", 1},
		{"held-out games", 400}, {"games against the best", 1}, {"self-play games", 3}} {
		stopped := false
		interrupted(t, moments, c, func(cancel func()) *silent {
			return &silent{during: func(task string, calls int) {
				if task == at.task && calls == at.calls {
					stopped = true
					cancel()
				}
			}}
		})
		if !stopped {
			t.Errorf("there was no interruption during %d %s", at.calls, at.task)
		}
	}
	if after := snapshotOf(t, from); !reflect.DeepEqual(before, after) {
		t.Error("the older run has changed")
	}
	// The run has all that it needs.
	r := open(t, moments, c)
	i, ok, err := r.Inheritance(t.Context())
	r.Close()
	if err != nil || !ok || !i.Done() {
		t.Fatalf("%+v, %v, %v", i, ok, err)
	}
	if err := os.RemoveAll(from); err != nil {
		t.Fatal(err)
	}
	finish(t, moments, c)
	same(t, straight, moments)
}

// stepKey is the key of a metric in the result of metrics.
func stepKey(step int64, name string) string {
	return fmt.Sprintf("%d %s", step, name)
}

// growths returns the states of the first phase at the checkpoints of a run.
func growths(t *testing.T, dir string, cfg config.Config) (states []string) {
	t.Helper()
	r := open(t, dir, cfg)
	defer r.Close()
	registry, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range registry {
		if c.Growth != nil {
			states = append(states, string(c.Growth))
		}
	}
	return states
}

// checkWindow checks the window of the first and of the last checkpoint. At first it has all copied
// games. In the end it has the size as if the older run had continued.
func checkWindow(t *testing.T, dir string, c config.Config) {
	t.Helper()
	r := open(t, dir, c)
	defer r.Close()
	registry, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i, _, err := r.Inheritance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own, err := r.Games.PositionsAfter(t.Context(), i.Newest)
	if err != nil {
		t.Fatal(err)
	}
	var first, last replay.SamplerState
	if err := errors.Join(json.Unmarshal(registry[0].Sampler, &first),
		json.Unmarshal(registry[len(registry)-1].Sampler, &last)); err != nil {
		t.Fatal(err)
	}
	total := i.Before + i.Positions
	if first.Window != i.Positions || first.Positions != total || registry[0].Games != i.Newest {
		t.Errorf("the first window is %+v, want %d of %d positions", first, i.Positions, total)
	}
	size := c.Replay.Size(total + int(own))
	if last.Positions != total+int(own) || last.Window < size || last.Window > size+30 || i.Before == 0 ||
		last.Window >= i.Positions {
		t.Errorf("the last window is %+v, want %d of %d positions", last, size, total+int(own))
	}
}

// checkCopies compares the games of a run with the games of its older run.
func checkCopies(t *testing.T, from, dir string, c config.Config) {
	t.Helper()
	a, err := learning.Open(t.Context(), from, c.Grow.HeldOut)
	if err != nil {
		t.Fatal(err)
	}
	source := map[uint64]*replay.Game{}
	for _, g := range games(t, from) {
		source[g.Number] = g
	}
	r := open(t, dir, c)
	defer r.Close()
	i, _, err := r.Inheritance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	learned, held := a.Split(a.Newest(a.Positions()))
	if i.Games == 0 || i.HeldOut < learning.FewestGames || i.HeldOut > len(held) ||
		i.Games+i.HeldOut != len(learned)+len(held) || i.Positions+i.Before != a.Positions() {
		t.Errorf("%+v of %d and %d games", i, len(learned), len(held))
	}
	heldNumbers := map[uint64]bool{}
	if err := r.HeldOutGames(t.Context(), func(_ int64, g *replay.Game, damage error) {
		if damage != nil || !reflect.DeepEqual(g, source[g.Number]) {
			t.Errorf("held-out game %d differs, %v", g.Number, damage)
		}
		heldNumbers[g.Number] = true
	}); err != nil || len(heldNumbers) != i.HeldOut {
		t.Errorf("%d held-out games, %v", len(heldNumbers), err)
	}
	for at, g := range games(t, dir) {
		switch {
		case heldNumbers[g.Number]:
			t.Fatalf("game %d is held out and learned", g.Number)
		case at < i.Games && !reflect.DeepEqual(g, source[g.Number]):
			t.Fatalf("game %d differs from its source", g.Number)
		case at >= i.Games && g.Number != uint64(600+at-i.Games):
			t.Fatalf("the run's own game %d has the number %d", at-i.Games, g.Number)
		}
	}
}

// TestGrowEndsWhenTheLossIsFlat learns at a rate of nearly 0.
func TestGrowEndsWhenTheLossIsFlat(t *testing.T) {
	c := growing(olderRun(t, mini(), 300))
	c.Learn.LearningRate = 1e-12
	c.Train.Steps, c.Replay.Uses, c.Grow.Patience = 100, 0.5, 2
	dir, s := t.TempDir(), &silent{}
	last, err := work(t, t.Context(), dir, c, s)
	if err != nil {
		t.Fatal(err)
	}
	end := s.growths[len(s.growths)-1]
	if len(s.growths) != 3 || end.Step != 15 || end.Ended != endedFlat {
		t.Errorf("%+v, want the end after the first measurement and two misses", s.growths)
	}
	// The copied games count as used: later steps come from the run's own games.
	r := open(t, dir, c)
	i, _, err := r.Inheritance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own, err := r.Games.PositionsAfter(t.Context(), i.Newest)
	if err != nil {
		t.Fatal(err)
	}
	used := float64(last.Step-end.Step) * float64(c.Learn.BatchSize)
	if most := float64(own) * c.Replay.Uses; used > most || used < most/3 {
		t.Errorf("%.0f samples from %d positions of the run itself, want at most %.0f", used, own, most)
	}
	if s.gates == 0 {
		t.Error("the network met no other one in the gate")
	}
}

// TestGrowthJudge decides about losses of games.
func TestGrowthJudge(t *testing.T) {
	games := func(means ...float64) []learning.Sum {
		list := make([]learning.Sum, len(means))
		for i, mean := range means {
			list[i] = learning.Sum{Total: 2 * mean, N: 2}
		}
		return list
	}
	g := newGrowth(config.DefaultGrow())
	for i, test := range []struct {
		loss   []learning.Sum
		misses int
		best   float64 // of the first game
	}{
		{games(2, 3, 4), 0, 4},
		{games(1.9, 3.1, 4), 1, 4},   // as good
		{games(1, 3.5, 4), 2, 4},     // lower by chance
		{games(1.5, 2.6, 3.4), 0, 3}, // lower in all games
		{games(2, 3, 4), 1, 3},       // higher
		{games(1.4, 2.5, 3.3), 0, 2.8},
		{games(9, 9), 0, 18}, // a held-out game was damaged
	} {
		g.judge(test.loss)
		if g.Misses != test.misses || math.Abs(g.Best[0]-test.best) > 1e-9 || len(g.Best) != len(test.loss) {
			t.Errorf("measurement %d: %d misses, best %v; want %d and %v", i, g.Misses, g.Best, test.misses,
				test.best)
		}
	}
}

// TestGrowConcurrently interrupts a concurrent run while it learns from the older run, and then
// lets it end. Other processes wait in this phase.
func TestGrowConcurrently(t *testing.T) {
	c := growing(olderRun(t, mini(), 300))
	c.Train.Serial, c.Train.Steps, c.Train.CycleSteps = false, 200, 4
	c.Grow.MeasureSteps, c.Replay.Ahead = 30, 0
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := work(t, ctx, dir, c, &silent{interrupt: func(step int) {
		if step == 70 {
			cancel()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted, it returns %v", err)
	}
	r := open(t, dir, c)
	registry, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	newest := registry[len(registry)-1]
	g, err := readGrowth(newest)
	if err != nil || g == nil || g.Next <= newest.Step || newest.Step < 70 || newest.Phase != runs.Constant {
		t.Errorf("checkpoint %+v, growth %+v, %v", newest, g, err)
	}
	flow, ok, err := r.Flow(t.Context())
	if err != nil || !ok || !flow.Enough() {
		t.Errorf("other processes do not wait: %+v, %v, %v", flow, ok, err)
	}
	i, _, err := r.Inheritance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if last, err := r.Games.Last(t.Context()); err != nil || last != i.Newest {
		t.Errorf("%d games, %v: there was self-play", last, err)
	}
	r.Close()
	s := &silent{}
	last, err := work(t, t.Context(), dir, c, s)
	if err != nil || s.resumed < newest.Step || last.Phase != runs.Final || len(s.growths) == 0 {
		t.Fatalf("%+v, %v, resumed at %d", last, err, s.resumed)
	}
	r = open(t, dir, c)
	if last, err := r.Games.Last(t.Context()); err != nil || last <= i.Newest {
		t.Errorf("no self-play: %d games, %v", last, err)
	}
	report, err := MakeReport(t.Context(), r, func(string, int, int) {})
	if err != nil || !strings.HasSuffix(report.Older, "games of "+c.Grow.From) {
		t.Errorf("%v, %v", report, err)
	}
	// The phase is over.
	again := &silent{}
	c.Train.Steps = 500
	r.Close()
	if _, err := work(t, t.Context(), dir, c, again); err != nil || len(again.growths) != 0 {
		t.Errorf("with more time it learns from the older run again: %+v, %v", again.growths, err)
	}
}

// TestGrowRefuses names the reason why a run cannot begin with the games of another one.
func TestGrowRefuses(t *testing.T) {
	from := olderRun(t, mini(), 60)
	empty, none := olderRun(t, mini(), 0), t.TempDir()
	for want, change := range map[string]func(c *config.Config, dir *string){
		"no run in":                           func(c *config.Config, _ *string) { c.Grow.From = none },
		"has no searched positions":           func(c *config.Config, _ *string) { c.Grow.From = empty },
		"the games have the rules":            func(c *config.Config, _ *string) { c.Rules.MaxPlies = 31 },
		"the folder of the run itself":        func(_ *config.Config, dir *string) { *dir = from },
		"want at least 100000, which is repl": func(c *config.Config, _ *string) { c.Replay.Min = 100000 },
		"held out, want at least 20":          func(c *config.Config, _ *string) { c.Grow.HeldOut = 0.02 },
	} {
		cfg, dir := growing(from), filepath.Join(t.TempDir(), "new")
		cfg.Grow.HeldOut = 0.5
		change(&cfg, &dir)
		err := TryGames(t.Context(), dir, cfg)
		if dir == from { // it has begun, so the error comes when it is opened
			_, err = runs.Create(t.Context(), dir, cfg)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if _, err := os.Stat(filepath.Join(t.TempDir(), "new")); err == nil {
			t.Error("the folder exists")
		}
	}
	cfg := growing(from)
	cfg.Grow.HeldOut = 0.5
	dir := filepath.Join(t.TempDir(), "new")
	if err := TryGames(t.Context(), dir, cfg); err != nil {
		t.Error(err)
	}
	open(t, dir, cfg).Close()
	cfg.Grow.From = ""
	if _, err := runs.Create(t.Context(), dir, cfg); err == nil ||
		!strings.Contains(err.Error(), "grow.from is "+from) || !strings.Contains(err.Error(), "none now") {
		t.Errorf("without the older run it gives %v", err)
	}
	cfg.Grow.From = olderRun(t, cycling(), 1)
	if _, err := runs.Create(t.Context(), dir, cfg); err == nil ||
		!strings.Contains(err.Error(), "was started with other settings") {
		t.Errorf("with another older run it gives %v", err)
	}
	moved := from + "-moved"
	if err := os.Rename(from, moved); err != nil {
		t.Fatal(err)
	}
	cfg.Grow.From = moved
	open(t, dir, cfg).Close()
	cfg.Grow.From = from
	if r, err := runs.Create(t.Context(), dir, cfg); err == nil {
		defer r.Close()
		if _, err := Train(t.Context(), r, &silent{}); err == nil ||
			!strings.Contains(err.Error(), "are not all copied") {
			t.Errorf("without the games it gives %v", err)
		}
	}
}
