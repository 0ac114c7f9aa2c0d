package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/onnx"
)

// save writes an untrained network as a checkpoint and returns it with its path.
func save(t *testing.T, rules string) (string, *net.Checkpoint) {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	c := &net.Checkpoint{Weights: w, Meta: net.Meta{Rules: rules, Step: 42}}
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := net.SaveCheckpoint(path, c); err != nil {
		t.Fatal(err)
	}
	return path, c
}

func TestExportsONNX(t *testing.T) {
	path, c := save(t, "epaminondas:4x6x1,max_plies=60,limit=draw")
	for _, test := range []struct {
		flags       []string
		rules, want string
	}{
		{nil, "epaminondas:4x6x1,max_plies=60,limit=draw",
			"step 42, 0.0 MB: planes [batch, 37, 6, 4] -> policy [batch, 72, 6, 4], wdl [batch, 3]\n"},
		{[]string{"--rules", "crossings"}, "crossings", "planes [batch, 37, 8, 8]"},
	} {
		out := filepath.Join(t.TempDir(), "net.onnx")
		var stdout bytes.Buffer
		if err := run(t.Context(), append(test.flags, "--onnx", out, path), nil, &stdout,
			io.Discard); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(stdout.String(), out+": "+test.rules+",") ||
			!strings.Contains(stdout.String(), test.want) {
			t.Errorf("it says %q, want %q", &stdout, test.want)
		}
		rules, err := game.ParseRules(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		board, err := game.NewBoard(rules)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, onnx.Encode(c, board)) {
			t.Errorf("%v: the file is not the model of the checkpoint on %s (%v)", test.flags, test.rules,
				err)
		}
	}
}

// The safetensors export is equal to the checkpoint, to the byte.
func TestExportsSafetensors(t *testing.T) {
	path, _ := save(t, "crossings")
	out := filepath.Join(t.TempDir(), "copy.safetensors")
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"--safetensors", out, path}, nil, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the copy is another checkpoint (%v)", err)
	}
	if !strings.HasPrefix(stdout.String(), out+": step 42 of "+path) {
		t.Errorf("it says %q", &stdout)
	}
}

// A run exports its finished player. Before the end it exports the last checkpoint that passed the
// gate, or the newest if none did.
func TestExportsThePlayerOfARun(t *testing.T) {
	dir := t.TempDir()
	cfg := config.Default()
	cfg.Network = net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}
	init, _ := save(t, "crossings")
	cfg.Init.File = filepath.Join(filepath.Dir(init), "taught.safetensors")
	if err := os.Rename(init, cfg.Init.File); err != nil {
		t.Fatal(err)
	}
	r, err := runs.Create(t.Context(), dir, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := run(t.Context(), []string{"--run", dir, "--json"}, nil, io.Discard, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "no checkpoint yet") {
		t.Errorf("a run without checkpoints gives %v", err)
	}
	rules, err := cfg.Rules.Parse()
	if err != nil {
		t.Fatal(err)
	}
	var registry []runs.Checkpoint
	add := func(step int64, phase runs.Phase) {
		_, saved := save(t, rules.Name())
		saved.Meta.Step = 10 * step
		c := runs.Checkpoint{Step: 10 * step, Phase: phase, File: runs.FileName(10*step, phase, 0),
			Games: 100 * step, Sampler: []byte{}}
		if step == 1 {
			c.Elapsed, c.Processor = 2*time.Hour, runs.Processor{Counted: true, Used: 3 * time.Hour,
				Offered: 4 * time.Hour}
		}
		if err := net.SaveCheckpoint(r.Path(c), saved); err != nil {
			t.Fatal(err)
		}
		if c, err = r.Register(t.Context(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
		registry = append(registry, c)
	}
	for step := range int64(3) {
		add(step, runs.Constant)
	}
	described := func(which ...string) card {
		var stdout bytes.Buffer
		out := filepath.Join(t.TempDir(), "best.safetensors")
		if err := run(t.Context(), append(which, "--json", "--safetensors", out), nil, &stdout,
			io.Discard); err != nil {
			t.Fatal(err)
		}
		var c card
		if err := json.Unmarshal(stdout.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if written, err := net.LoadCheckpoint(out); err != nil || written.Meta.Step != c.Step {
			t.Errorf("written is %+v, %v; described is step %d", written, err, c.Step)
		}
		return c
	}
	if c := described("--run", dir); c.Step != 20 || c.Run.Games != 200 || c.Run.Matches != nil ||
		c.Run.Gate != nil || c.Run.Best || c.Network.Channels != 4 || c.Parameters == 0 ||
		c.Rules != rules.Name() {
		t.Errorf("without a gate: %+v %+v, want the newest", c, c.Run)
	}
	for _, tt := range []struct {
		command command
		want    string
	}{
		{command{Run: dir}, filepath.Base(dir) + " step 20"},
		{command{Checkpoint: r.Path(registry[1])}, "step-0000010"},
		// The description then names the run, but the page is the same.
		{command{Checkpoint: r.Path(registry[1]), JSON: true}, "step-0000010"},
	} {
		if s, err := tt.command.load(t.Context()); err != nil || s.title != tt.want {
			t.Errorf("%+v has the title %q, %v; want %q", tt.command, s.title, err, tt.want)
		}
	}
	if err := r.AddMatch(t.Context(), runs.Match{Candidate: registry[1].ID, Best: registry[0].ID,
		Accepted: true, Verdict: "accepted", Detail: map[string]any{"b": registry[0].File,
			"score": 0.6}}); err != nil {
		t.Fatal(err)
	}
	report := `{"model": "where/it/was/` + registry[1].File + `", "exact": [{"policy": {"all": {"rate": 0.2}}}, {}], "matches": [{"b": "random", "score": 0.75, "elo": {"estimate": 190.8, "low": 100, "high": "inf"}}]}`
	if err := os.WriteFile(runs.ReportPath(r.Dir), []byte(report), 0o644); err != nil {
		t.Fatal(err)
	}
	c := described("--run", dir)
	if c.Step != 10 || len(c.Run.Matches) != 1 || c.Run.Matches[0].Against != "random" ||
		c.Run.Matches[0].Score != 0.75 || c.Run.Matches[0].Elo.Low != 100 {
		t.Errorf("with a gate: %+v %+v, want the one that passed and what the report says of it", c, c.Run)
	}
	if c.Run.Exact == nil || c.Run.Exact.Policy.All.Rate != 0.2 || !c.Run.Best || c.Run.Gate == nil ||
		c.Run.Gate.Against != registry[0].File || c.Run.Gate.Score != 0.6 {
		t.Errorf("of the best it tells %+v", c.Run)
	}
	if c.Run.Processor == nil || *c.Run.Processor != (runs.ProcessorTime{Hours: 3, Cores: 2, Share: 0.75}) {
		t.Errorf("of its processor time it tells %+v", c.Run.Processor)
	}
	if !strings.HasPrefix(c.Run.Init, "taught.safetensors (SHA-256 ") {
		t.Errorf("the run is said to have begun from %q", c.Run.Init)
	}
	// A named checkpoint has the same description as the best. A checkpoint elsewhere has no run.
	if named := described(r.Path(registry[1])); !reflect.DeepEqual(named.Run, c.Run) {
		t.Errorf("named by its file it is %+v, as the best %+v", named.Run, c.Run)
	}
	if other := described(r.Path(registry[0])); other.Run == nil || other.Run.Processor != nil ||
		other.Run.Best || other.Run.Gate != nil || other.Run.Matches != nil || other.Run.Exact != nil {
		t.Errorf("of another checkpoint it tells %+v", other.Run)
	}
	add(3, runs.Final)
	if c := described("--run", dir); c.Step != 30 || c.Run.Best || c.Run.Phase != runs.Final {
		t.Errorf("at its end the run exports %+v %+v, want the finished player", c, c.Run)
	}
	add(4, runs.Constant)
	if c := described("--run", dir); c.Step != 10 || !c.Run.Best {
		t.Errorf("continued, the run exports %+v %+v, want the one that passed the gate", c, c.Run)
	}
	elsewhere, _ := save(t, "crossings")
	if outside := described(elsewhere); outside.Run != nil {
		t.Errorf("of a file outside of any run it tells %+v", outside.Run)
	}
	best := runs.CheckpointPath(dir, runs.FileName(10, runs.Constant, 0))
	if err := os.Rename(elsewhere, best); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--run", dir, "--json"}, {best, "--json"}} {
		if err := run(t.Context(), args, nil, io.Discard, io.Discard); !errors.Is(err, runs.ErrSwapped) {
			t.Errorf("%q with an exchanged checkpoint gives %v", args, err)
		}
	}
}

func TestMistakesAreNamed(t *testing.T) {
	path, _ := save(t, "crossings")
	silent, _ := save(t, "")
	out := filepath.Join(t.TempDir(), "net.onnx")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "name one checkpoint, or the folder of a run"},
		{[]string{"--json", "--run", "x", path}, "give only one of the two"},
		{[]string{path}, "give --onnx FILE, --safetensors FILE, --web DIR or --json"},
		{[]string{"--safetensors", path, path}, "would overwrite it"},
		{[]string{"--onnx", out, "--safetensors", out, path}, "give two different files"},
		{[]string{"--json", "--rules", "crossings", path}, "only an ONNX model depends on the board"},
		{[]string{"--json", "--run", filepath.Join(out, "run")}, "--run: run: no run in"},
		{[]string{"--onnx", path, path}, "would overwrite it"},
		{[]string{"--onnx", filepath.Join(out, "missing", "net.onnx"), path}, "there is no folder"},
		{[]string{"--onnx", out, silent}, "give --rules"},
		{[]string{"--onnx", out, "--rules", "chess", path}, `"chess"`},
		{[]string{"--json", "--address", "https://example.org", path}, "give --web DIR too"},
		{[]string{"--web", out, "--address", "example.org/play", path}, "want the whole address"},
		{[]string{"--web", out, "--address", "ftp://example.org/play", path}, "want the whole address"},
		{[]string{"--web", out, "--address", "https://me:secret@example.org/", path}, "want a folder"},
		{[]string{"--web", out, "--address", "https://example.org/?a=b", path}, "want a folder"},
		{[]string{"--web", out, "--address", "https://example.org/#top", path}, "want a folder"},
		{[]string{"--web", out, "--address", "https://exa mple.org/", path}, "invalid character"},
	} {
		err := run(t.Context(), test.args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives %v, want a usage error with %q", test.args, err, test.want)
		}
	}
	missing := []string{"--onnx", out, path + ".missing"}
	err := run(t.Context(), missing, nil, io.Discard, io.Discard)
	var usage *cli.UsageError
	if err == nil || errors.As(err, &usage) || !strings.Contains(err.Error(), "missing") {
		t.Errorf("%q gives %v, want a failure that names the file", missing, err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a mistake left a file")
	}
}

func TestHelp(t *testing.T) {
	var stdout bytes.Buffer
	err := run(t.Context(), []string{"--help"}, nil, &stdout, io.Discard)
	if !errors.Is(err, cli.ErrHelp) || !strings.Contains(stdout.String(), "export --onnx tiny.onnx") {
		t.Errorf("help gives %v\n%s", err, &stdout)
	}
}
