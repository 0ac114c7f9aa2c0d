package runs

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/net"
)

// create begins a run in a folder.
func create(t *testing.T, dir string, c config.Config) *Run {
	t.Helper()
	r, err := Create(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestCreateKeepsTheConfig(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r%20 1") // a name that an address would have to escape
	c := config.Default()
	c.Seed = 5
	create(t, dir, c).Close()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Config, c) {
		t.Errorf("got  %+v\nwant %+v", r.Config, c)
	}

	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	c.Train.Duration *= 2 // may change
	create(t, dir, c).Close()
	c.Learn.BatchSize++ // may not
	_, err = Create(t.Context(), dir, c)
	if err == nil || !strings.Contains(err.Error(), "learn.batch_size is 256 there, but 257 now") {
		t.Errorf("a changed setting gives %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder gives %v", err)
	}
	dir := t.TempDir()
	create(t, dir, config.Default()).Close()
	for name, content := range map[string]string{configName: "learn = 3\n",
		databaseName: "not a database, but long enough to look at it: " + strings.Repeat("x", 200)} {
		path := filepath.Join(dir, name)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err := Open(t.Context(), dir); err == nil {
			r.Close()
			t.Errorf("a foreign %s is accepted", name)
		} else if !strings.Contains(err.Error(), name) {
			t.Errorf("the error about %s does not name it: %v", name, err)
		}
		if err := os.WriteFile(path, before, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.db.Exec(`UPDATE meta SET value = 99 WHERE key = ?`, schemaKey); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir); err == nil ||
		!strings.Contains(err.Error(), "version of its tables is 99") {
		t.Errorf("a newer version gives %v", err)
	}
}

func TestOnlyOneTrains(t *testing.T) {
	dir, c := t.TempDir(), config.Default()
	first := create(t, dir, c)
	c.Train.Duration *= 2
	if _, err := Create(t.Context(), dir, c); !errors.Is(err, ErrInUse) {
		t.Errorf("a second one gives %v", err)
	}
	other, err := Open(t.Context(), dir) // looking and adding games is for all
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if other.Config.Train.Duration != config.Default().Train.Duration {
		t.Error("the one that was refused has changed the config")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	create(t, dir, c)
}

func TestRegistry(t *testing.T) {
	ctx := context.Background()
	r := create(t, t.TempDir(), config.Default())
	if _, ok, err := r.Best(ctx); ok || err != nil {
		t.Errorf("a new run has a best: %v, %v", ok, err)
	}
	first := Checkpoint{Step: 0, Phase: Constant, Budget: "b", File: FileName(0, Constant, 0),
		Sampler: []byte("{}")}
	second := Checkpoint{Step: 10, Phase: Cooldown, Budget: "b", Branch: 1, File: FileName(10, Cooldown, 1),
		Games: 7, Elapsed: 90 * time.Second, Sampler: []byte(`{"last":7}`), Processor: Processor{true,
			2 * time.Minute, 3 * time.Minute}}
	var err error
	if first, err = r.Register(ctx, first, nil, nil); err != nil {
		t.Fatal(err)
	}
	match := Match{Best: first.ID, Wins: 3, Losses: 1, Verdict: "accepted", Accepted: true,
		Detail: map[string]int{"games": 4}}
	if second, err = r.Register(ctx, second, []Metric{{"games", 4}}, &match); err != nil {
		t.Fatal(err)
	}
	list, err := r.Checkpoints(ctx)
	if err != nil || !reflect.DeepEqual(list, []Checkpoint{first, second}) {
		t.Errorf("registry %+v, %v, want %+v", list, err, []Checkpoint{first, second})
	}
	if best, ok, err := r.Best(ctx); best != second.ID || !ok || err != nil {
		t.Errorf("best is %d, %v, %v, want %d", best, ok, err, second.ID)
	}
	if err := r.AddMatch(ctx, Match{Candidate: 77, Best: first.ID, Verdict: "rejected"}); err == nil {
		t.Error("a match of a checkpoint that does not exist is recorded")
	}
	match.Best = 77
	if _, err := r.Register(ctx, second, nil, &match); err == nil {
		t.Error("a checkpoint is registered without the match that judged it")
	}
	if list, err := r.Checkpoints(ctx); len(list) != 2 || err != nil {
		t.Errorf("after the refusal there are %d checkpoints, %v", len(list), err)
	}
}

func TestTidy(t *testing.T) {
	r := create(t, t.TempDir(), config.Default())
	var kept []Checkpoint
	for step := range int64(3) {
		c, err := r.Register(t.Context(), Checkpoint{Step: step, Phase: Constant,
			File: FileName(step, Constant, 0), Sampler: []byte{}}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, c)
		for _, path := range []string{r.Path(c), r.StatePath(c)} {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	mine := []string{".notes.tmp", "my-best.safetensors", "my-best.state", "step-0000009.safetensors.bak",
		"step-0000009-mine.safetensors", "step-9.state"}
	for _, name := range append(mine, "step-0000009.safetensors", "step-0000009.state",
		".step-0000009.state.123.tmp") {
		put(t, filepath.Join(r.Dir, checkpointsName, name), "")
	}
	if err := r.Tidy(t.Context(), kept[0], kept[2]); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(r.Dir, checkpointsName))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	want := append(mine, "step-0000000.safetensors", "step-0000000.state", "step-0000001.safetensors",
		"step-0000002.safetensors", "step-0000002.state")
	slices.Sort(want)
	if !reflect.DeepEqual(names, want) {
		t.Errorf("%q is left, want %q", names, want)
	}
}

// Tidy removes at most the checkpoints that a killed process can leave, and no checkpoint of
// another run.
func TestTidyKeepsOtherCheckpoints(t *testing.T) {
	for name, others := range map[string][]string{
		"of another run":      {FileName(9, Constant, 0)},
		"more than one":       {FileName(8, Constant, 0), FileName(9, Constant, 0)},
		"of a killed process": {FileName(9, Constant, 0)},
	} {
		r := create(t, t.TempDir(), config.Default())
		weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
			rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		meta, want := net.Meta{Run: r.Identity()}, len(others)
		switch name {
		case "of another run":
			meta.Run = "another"
		case "of a killed process":
			want = 0
		}
		for _, file := range others {
			if err := net.SaveCheckpoint(CheckpointPath(r.Dir, file),
				&net.Checkpoint{Weights: weights, Meta: meta}); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(filepath.Join(r.Dir, checkpointsName)); err != nil || len(left) != want {
			t.Errorf("checkpoints %s: %d are left, %v, want %d", name, len(left), err, want)
		}
	}
}

func TestMetricsReplaceThoseOfAnEarlierTry(t *testing.T) {
	ctx := context.Background()
	r := create(t, t.TempDir(), config.Default())
	for _, loss := range []float64{2, 1} {
		c := Checkpoint{Step: 10, Phase: Constant, File: FileName(10, Constant, 0), Elapsed: time.Minute,
			Sampler: []byte{}}
		if _, err := r.Register(ctx, c, []Metric{{"loss_total", loss}, {"games", 4}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	var rows int
	var loss, elapsed float64
	if err := r.db.QueryRow(`SELECT count(*) FROM metrics`).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if err := r.db.QueryRow(`SELECT value, elapsed FROM metrics WHERE name = 'loss_total'`).Scan(&loss,
		&elapsed); err != nil {
		t.Fatal(err)
	}
	if rows != 2 || loss != 1 || elapsed != 60 {
		t.Errorf("%d rows, loss %g at %g s, want 2, 1 and 60", rows, loss, elapsed)
	}
}
