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

	"epaminondas/net"
)

// write puts a config file into a folder of the test.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	c, err := Load(write(t, "seed = 9\n[rules]\ngame = \"crossings\"\n[train]\nduration = \"90s\"\n"),
		[]string{"learn.batch_size=32", "train.follow=best", `report.opponents=["greedy"]`})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Seed, want.Rules.Game, want.Train.Duration = 9, "crossings", Duration(90*time.Second)
	want.Learn.BatchSize, want.Train.Follow, want.Report.Opponents = 32, FollowBest, []string{"greedy"}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestLoadNamesTheMistake(t *testing.T) {
	for _, test := range []struct {
		name, text, set string
		want            []string
	}{
		{"unknown key", "[learn]\nbatchsize = 3\n", "", []string{"c.toml", "unknown key", "batchsize", "2|"}},
		{"syntax", "[learn\n", "", []string{"c.toml", "1|"}},
		{"type", "[learn]\nbatch_size = \"many\"\n", "", []string{"batch_size", "2|"}},
		{"range", "[learn]\nbatch_size = 0\n", "", []string{"batch_size is 0"}},
		{"game", "[rules]\ngame = \"chess\"\n", "", []string{"chess", "epaminondas"}},
		{"duration", "[train]\nduration = \"soon\"\n", "", []string{"soon", "30m"}},
		{"endless games", "[rules]\nmax_plies = 0\n", "", []string{"max_plies is 0"}},
		{"games too long to store", "[rules]\nmax_plies = 70000\n", "", []string{"70000", "at most 65536"}},
		{"nobody becomes the best", "[train]\nfollow = \"best\"\n", "gate.games=0",
			[]string{"gate: games is 0", `"latest"`}},
		{"options in the name", "[rules]\ngame = \"crossings,max_plies=9\"\n", "",
			[]string{"keys of their own"}},
		{"nothing to learn", "[selfplay]\nfull_share = 0.0\n", "", []string{"full_share is 0"}},
		{"endless", "[train]\nduration = \"0s\"\n", "", []string{"steps and duration are both 0"}},
		{"cycle", "[train]\ncycle_time = \"-1s\"\n", "", []string{"cycle_time is -1s"}},
		{"clock", "[train]\nclock = \"sun\"\n", "", []string{`clock is "sun"`, "wall or processor"}},
		{"serial by time", "[train]\nserial = true\n", "", []string{"serial", "steps"}},
		{"planes", "[network]\nplanes = \"lines,walls\"\n", "",
			[]string{"walls", "want some of lines, attack", "2|"}},
		{"set of planes", "", "network.planes=attack",
			[]string{"--set network.planes=attack", "but the group lines is required"}},
		{"pooling", "[network]\npooling = \"diagonals\"\n", "",
			[]string{`pooling is "diagonals"`, `want "board" or "board,rows,columns"`, "2|"}},
		{"pooling of no block", "[network]\npool_every = 0\n", "network.pooling=board,rows,columns",
			[]string{`pooling is "board,rows,columns"`, "pool_every is 0, want 1 to 4"}},
		{"set without value", "", "learn.batch_size",
			[]string{"--set learn.batch_size", "section.key=value"}},
		{"set of an unknown key", "", "learn.batchsize=3",
			[]string{"--set learn.batchsize=3", "unknown key"}},
		{"set of a wrong type", "", "learn.batch_size=many",
			[]string{"--set learn.batch_size=many", "it is text, want a whole number"}},
		{"set of a value out of range", "", "learn.batch_size=0",
			[]string{"c.toml with learn.batch_size=0", "batch_size is 0"}},
		{"no unit", "", "train.duration=5", []string{"duration is 5 without a unit", "30m"}},
		{"seconds without a unit", "", "train.duration=3600", []string{"duration is 3600 without a unit"}},
		{"a list for a number", "", "learn.batch_size=[64]", []string{"it is a list, want a whole number"}},
		{"a number for a section", "", "train=5", []string{"it is a whole number, want a section"}},
		{"a date", "", "learn.batch_size=2020-01-01", []string{"it is a local date, want a whole number"}},
		{"a section for a number", "", "learn.batch_size.x=1",
			[]string{"it is a section, want a whole number"}},
		{"no unit of a cycle", "[train]\ncycle_time = 30\n", "", []string{"cycle_time is 30 without a unit"}},
		{"a list", "", "report.opponents=x", []string{"it is text, want a list such as"}},
	} {
		var settings []string
		if test.set != "" {
			settings = append(settings, test.set)
		}
		_, err := Load(write(t, test.text), settings)
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		for _, part := range test.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not mention %q", test.name, err, part)
			}
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.toml"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := Default().Text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("[rules]\ngame = \"epaminondas:3x3x1,max_plies=-1\"\n"))
	f.Add([]byte("train.duration = \"1h\"\nseed = -1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := Default()
		if decode(text, &c) == nil && c.Validate() == nil {
			if _, err := c.Board(); err != nil {
				t.Errorf("a valid config has no board: %v", err)
			}
		}
	})
}

// create begins a run in a folder.
func create(t *testing.T, dir string, config Config) *Run {
	t.Helper()
	r, err := Create(t.Context(), dir, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestCreateKeepsTheConfig(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r%20 1") // a name that an address would have to escape
	config := Default()
	config.Seed = 5
	create(t, dir, config).Close()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Config, config) {
		t.Errorf("got  %+v\nwant %+v", r.Config, config)
	}

	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	config.Train.Duration *= 2 // may change
	create(t, dir, config).Close()
	config.Learn.BatchSize++ // may not
	_, err = Create(t.Context(), dir, config)
	if err == nil || !strings.Contains(err.Error(), "learn.batch_size is 256 there, but 257 now") {
		t.Errorf("a changed setting gives %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNoRun) {
		t.Errorf("an empty folder gives %v", err)
	}
	dir := t.TempDir()
	create(t, dir, Default()).Close()
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
	dir, config := t.TempDir(), Default()
	first := create(t, dir, config)
	config.Train.Duration *= 2
	if _, err := Create(t.Context(), dir, config); !errors.Is(err, ErrInUse) {
		t.Errorf("a second one gives %v", err)
	}
	other, err := Open(t.Context(), dir) // looking and adding games is for all
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if other.Config.Train.Duration != Default().Train.Duration {
		t.Error("the one that was refused has changed the config")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	create(t, dir, config)
}

func TestRegistry(t *testing.T) {
	ctx := context.Background()
	r := create(t, t.TempDir(), Default())
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
	r := create(t, t.TempDir(), Default())
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
		r := create(t, t.TempDir(), Default())
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
	r := create(t, t.TempDir(), Default())
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
