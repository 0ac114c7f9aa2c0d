package loop

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// silent is an observer that prints nothing. It counts, and may interrupt the run.
type silent struct {
	cycles, gates, steps int
	resumed              int64
	finished             bool
	interrupt            func(step int)
	notices              []string
	growths              []Growth
	stages               []Stage
	tasks                map[string]int // number of calls of Doing
	during               func(task string, calls int)
}

func (s *silent) doing(task string) {
	if s.during == nil {
		return
	}
	if s.tasks == nil {
		s.tasks = map[string]int{}
	}
	s.tasks[task]++
	s.during(task, s.tasks[task])
}

func (s *silent) Resumed(step int64, _ int, finished bool) { s.resumed, s.finished = step, finished }
func (s *silent) Doing(task string, _, _ int)              { s.doing(task) }
func (s *silent) Cycle(Status)                             { s.cycles++ }
func (s *silent) Gate(GateResult)                          { s.gates++ }
func (s *silent) Growing(g Growth)                         { s.growths = append(s.growths, g) }
func (s *silent) Entering(e Stage)                         { s.stages = append(s.stages, e) }
func (s *silent) Notice(text string)                       { s.notices = append(s.notices, text) }
func (s *silent) Progress(float64) {
	s.steps++
	if s.interrupt != nil {
		s.interrupt(s.steps)
	}
}

// mini returns the config of a run that takes only a moment.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 4, 1, 4
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Selfplay.Workers, c.Selfplay.RandomPlies = 2, 3
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 6, 2, 0.5
	c.Replay.Min, c.Replay.Uses = 20, 2
	c.Learn.BatchSize, c.Learn.WarmupSteps = 8, 4
	c.Train = config.Train{Steps: 30, Clock: config.WallClock, Cooldown: 0.3, CycleSteps: 10,
		Follow: config.FollowLatest, Serial: true, SerialGames: 8}
	c.Gate.Games, c.Gate.Simulations, c.Gate.OpeningPlies = 8, 4, 2
	c.Report = config.Report{Games: 4, OpeningPlies: 2, Simulations: 4, Opponents: []string{"random"},
		ExactPositions: 50}
	return c
}

// open begins or continues a run.
func open(t *testing.T, dir string, c config.Config) *runs.Run {
	t.Helper()
	r, err := runs.Create(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// work works on a run until it is done or ctx is over.
func work(t *testing.T, ctx context.Context, dir string, c config.Config,
	observer Observer) (runs.Checkpoint, error) {
	t.Helper()
	r := open(t, dir, c)
	defer r.Close()
	return Train(ctx, r, observer)
}

func TestSerialRunRepeatsToTheBit(t *testing.T) {
	c := mini()
	straight := t.TempDir()
	last, err := work(t, t.Context(), straight, c, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	if last.Phase != runs.Final || last.Step != c.Train.Steps {
		t.Fatalf("the run ends at step %d, %s", last.Step, last.Phase)
	}

	// The same run, interrupted many times after a few steps.
	steps := t.TempDir()
	for i := range 7 {
		interrupted(t, steps, c, func(cancel func()) *silent {
			return &silent{interrupt: func(step int) {
				if step == 3+i%5 {
					cancel()
				}
			}}
		})
	}
	finish(t, steps, c)
	same(t, straight, steps)

	// Interruptions at any moment, including self-play and the gate.
	moments := t.TempDir()
	interruptedAtMoments(t, moments, c, 40, 4)
	finish(t, moments, c)
	same(t, straight, moments)

	c.Seed++
	other := t.TempDir()
	finish(t, other, c)
	if bytes.Equal(weights(t, straight)[last.File], weights(t, other)[last.File]) {
		t.Error("another seed gives the same weights")
	}
}

// interrupted works on a run until an observer cancels it, or it is done.
func interrupted(t *testing.T, dir string, c config.Config, observer func(cancel func()) *silent) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := runs.Create(ctx, dir, c)
	if err == nil {
		_, err = Train(ctx, r, observer(cancel))
		r.Close()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// interruptedAtMoments works on a run many times, each time a little longer. A higher pace makes the times
// shorter.
func interruptedAtMoments(t *testing.T, dir string, c config.Config, times, pace int) {
	t.Helper()
	for i := range times {
		interrupted(t, dir, c, func(cancel func()) *silent {
			time.AfterFunc(time.Duration(1+i*i/pace)*time.Millisecond, cancel)
			return &silent{}
		})
	}
}

// finish works on a run until it is done.
func finish(t *testing.T, dir string, c config.Config) {
	t.Helper()
	if _, err := work(t, t.Context(), dir, c, &silent{}); err != nil {
		t.Fatal(err)
	}
}

// same compares the checkpoints, games and metrics of two runs.
func same(t *testing.T, a, b string) {
	t.Helper()
	first, second := weights(t, a), weights(t, b)
	for name, content := range first {
		if !bytes.Equal(content, second[name]) {
			t.Errorf("%s differs", name)
		}
	}
	if len(first) != len(second) || len(first) < 3 {
		t.Errorf("%d checkpoints and %d", len(first), len(second))
	}
	if x, y := games(t, a), games(t, b); !reflect.DeepEqual(x, y) || len(x) == 0 {
		t.Errorf("the %d and %d games differ", len(x), len(y))
	}
	figures, others := metrics(t, a), metrics(t, b)
	for key, value := range figures {
		if others[key] != value {
			t.Errorf("%s is %v and %v", key, value, others[key])
		}
	}
	if len(figures) != len(others) || len(figures) == 0 {
		t.Errorf("%d metrics and %d", len(figures), len(others))
	}
}

// metrics returns those metrics of a run that do not depend on the clock, by step and name.
func metrics(t *testing.T, dir string) map[string]float64 {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := map[string]float64{}
	err = sqlite.EachRow(t.Context(), db, func(rows *sql.Rows) error {
		var key string
		var value float64
		err := rows.Scan(&key, &value)
		list[key] = value
		return err
	}, `SELECT step || ' ' || name, value FROM metrics
WHERE name NOT LIKE '%_per_%' AND name NOT LIKE 'processor_%' AND name NOT LIKE 'exact_%'`)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The mean length covers all games since the last cycle, from any process. Without games it is the
// last known one.
func TestMeanPlies(t *testing.T) {
	c := cycling()
	dir := begun(t, c)
	r := open(t, dir, c)
	l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.learner.trainer.Close()
	last := l.lastSaved.Games
	_, known, err := l.newGames(t.Context(), l.lastSaved)
	if err != nil || known == 0 || known != metrics(t, dir)[fmt.Sprintf("%d mean_plies", l.lastSaved.Step)] {
		t.Errorf("without a game, the mean is %v, %v", known, err)
	}
	g := *games(t, dir)[0]
	for i := range 2 {
		g.Seed, g.Number = 99, uint64(i) // a game of another process
		if last, err = r.Games.Append(t.Context(), &g); err != nil {
			t.Fatal(err)
		}
	}
	l.lastSaved.Games = last - 2
	arrived, plies, err := l.newGames(t.Context(), runs.Checkpoint{Games: last})
	if err != nil || plies != float64(len(g.Moves)) || arrived != 2 {
		t.Errorf("with two games of %d plies, %d games arrived and the mean is %v, %v", len(g.Moves), arrived,
			plies, err)
	}
}

// weights returns the weights files of a run by their names.
func weights(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// games returns the games of a run in the order in which they came.
func games(t *testing.T, dir string) []*replay.Game {
	t.Helper()
	r, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list []*replay.Game
	if err := r.Games.Each(t.Context(), 0, func(_ int64, g *replay.Game) error {
		list = append(list, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestConcurrentRun(t *testing.T) {
	c := mini()
	c.Train.Serial = false
	c.Train.Steps, c.Train.Duration = 0, config.Duration(2*time.Second)
	c.Train.Clock = config.ProcessorClock // so that a busy machine does not shorten the run
	dir := t.TempDir()

	// After an interruption the run keeps its progress.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := work(t, ctx, dir, c, &silent{interrupt: func(step int) {
		if step == 15 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted, it returns %v", err)
	}
	observer := &silent{}
	last, err := work(t, t.Context(), dir, c, observer)
	if err != nil {
		t.Fatal(err)
	}
	if observer.resumed == 0 {
		t.Error("what was learnt before the interruption is lost")
	}
	if last.Phase != runs.Final || last.Step <= observer.resumed || observer.cycles == 0 {
		t.Errorf("resumed at step %d, it ends at step %d (%s) after %d cycles", observer.resumed, last.Step,
			last.Phase, observer.cycles)
	}
	if last.Processor.Used < 2*time.Second {
		t.Errorf("a budget of 2s is spent after %v", last.Processor.Used)
	}

	// A finished run does nothing more.
	again, err := work(t, t.Context(), dir, c, &silent{})
	if err != nil || again.ID != last.ID {
		t.Errorf("a finished run gives checkpoint %d, %v, want %d", again.ID, err, last.ID)
	}

	// With more time, the run continues from before the cooldown.
	for _, longer := range []time.Duration{2400 * time.Millisecond, 3500 * time.Millisecond} {
		c.Train.Duration = config.Duration(longer)
		observer = &silent{}
		before := last
		if last, err = work(t, t.Context(), dir, c, observer); err != nil {
			t.Fatal(err)
		}
		if observer.resumed >= before.Step {
			t.Errorf("%v: it goes on from step %d, want one before the cooldown to step %d", longer,
				observer.resumed, before.Step)
		}
		if last.Phase != runs.Final || last.Processor.Used < longer {
			t.Errorf("%v: it ends in phase %s after %v", longer, last.Phase, last.Processor.Used)
		}
	}
	if states, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.state")); err != nil ||
		len(states) > 4 {
		t.Errorf("training states are left over: %v, %v", states, err)
	}

	// An unfinished run refuses a budget that it has already spent.
	c.Train.Duration = config.Duration(time.Hour)
	interrupted(t, dir, c, func(cancel func()) *silent {
		return &silent{interrupt: func(int) { cancel() }}
	})
	c.Train.Duration = config.Duration(time.Second)
	if _, err := work(t, t.Context(), dir, c, &silent{}); err == nil ||
		!strings.Contains(err.Error(), "give the run more time or steps") {
		t.Errorf("a budget that is spent already gives %v", err)
	}
}

func TestReport(t *testing.T) {
	c := mini()
	dir := t.TempDir()
	r := open(t, dir, c)
	if _, err := MakeReport(t.Context(), r, func(string, int, int) {}); err == nil {
		t.Error("an unfinished run is reported")
	}
	if _, err := Train(t.Context(), r, &silent{}); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	report, err := MakeReport(t.Context(), r, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Matches) != 2 || report.Matches[0].Total.Games() != 4 {
		t.Errorf("matches %+v, want 2 of 4 games", report.Matches)
	}
	if len(report.Exact) != 2 || report.Exact[0].Search.All.Positions != 50 {
		t.Errorf("exact figures %+v, want 2 networks on 50 positions", report.Exact)
	}
	if p := report.Exact[0].Played; p == nil || p.Fixed || p.Policy.All.Positions != 50 ||
		p.Search.All.Positions != 50 {
		t.Errorf("on positions of games: %+v", p)
	}
	if report.Gate == nil || report.Gate.Total.Games() == 0 || report.Gate.Test == nil {
		t.Errorf("the last gate match is %+v", report.Gate)
	}
	var text, kept bytes.Buffer
	if err := errors.Join(WriteReport(&text, report), report.WriteJSON(&kept)); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"against", "random", "step 0", "throws away", "of 50 solved positions",
		"of 50 positions of games", "a new sample", "raw policy", "the last gate match", "points in a pair",
		"processor time:", "of the cores it asked for"} {
		if !bytes.Contains(text.Bytes(), []byte(part)) {
			t.Errorf("the report does not mention %q:\n%s", part, &text)
		}
	}
	file, err := os.ReadFile(runs.ReportPath(r.Dir))
	if err != nil || !bytes.Equal(file, kept.Bytes()) {
		t.Errorf("report.json differs from what is printed (%v)", err)
	}
}

// TestDivergenceKeepsTheLastCheckpoint blows the weights up between two sessions.
func TestDivergenceKeepsTheLastCheckpoint(t *testing.T) {
	c, dir := mini(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	interrupt := func(step int) {
		if step == 20 {
			cancel()
		}
	}
	if _, err := work(t, ctx, dir, c, &silent{interrupt: interrupt}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	last := newest(t, dir, c)
	tensors, meta, err := net.ReadTensors(last.state)
	if err != nil {
		t.Fatal(err)
	}
	for _, tensor := range tensors {
		for i := range tensor.Data {
			tensor.Data[i] *= 1e25
		}
	}
	if err := net.WriteTensors(last.state, tensors, meta); err != nil {
		t.Fatal(err)
	}
	change(t, dir, `DELETE FROM files`) // the digests would reveal the changed state
	if _, err := work(t, t.Context(), dir, c, &silent{}); !errors.Is(err, train.ErrDiverged) {
		t.Fatalf("training that diverges ends with %v", err)
	}
	again := newest(t, dir, c)
	if again != last {
		t.Errorf("after the divergence the newest checkpoint is %s, want %s", again.weights, last.weights)
	}
	if _, err := net.LoadCheckpoint(again.weights); err != nil { // refuses infinite weights and NaN
		t.Error(err)
	}
}

// files has the names of the two files of a checkpoint.
type files struct{ weights, state string }

// newest returns the files of the newest checkpoint of a run.
func newest(t *testing.T, dir string, cfg config.Config) files {
	t.Helper()
	r := open(t, dir, cfg)
	defer r.Close()
	registry, err := r.Checkpoints(t.Context())
	if err != nil || len(registry) == 0 {
		t.Fatalf("%d checkpoints, %v", len(registry), err)
	}
	c := registry[len(registry)-1]
	return files{r.Path(c), r.StatePath(c)}
}
