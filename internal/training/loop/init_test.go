package loop

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// firstWeights returns the checkpoint of step 0 of a run.
func firstWeights(t *testing.T, dir string) *net.Checkpoint {
	t.Helper()
	c, err := net.LoadCheckpoint(filepath.Join(dir, "checkpoints", runs.FileName(0, runs.Constant, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// bare returns weights as bytes, without metadata.
func bare(t *testing.T, w *net.Weights) []byte {
	t.Helper()
	content, err := net.EncodeCheckpoint(&net.Checkpoint{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestInit begins a run on a larger board with the weights of a run on a smaller board.
func TestInit(t *testing.T) {
	small := mini()
	small.Train.Steps = 10
	from := t.TempDir()
	r := open(t, from, small)
	taught, err := Train(t.Context(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	init := filepath.Join(t.TempDir(), "taught.safetensors")
	if err := os.Rename(r.Path(taught), init); err != nil {
		t.Fatal(err)
	}
	learnt, err := net.LoadCheckpoint(init)
	if err != nil {
		t.Fatal(err)
	}

	large := mini()
	// too large to be solved for the exact checks
	large.Rules.Game, large.Init.File = "epaminondas:5x6x1", init
	dir := t.TempDir()
	interrupted(t, dir, large, func(cancel func()) *silent {
		return &silent{interrupt: func(int) { cancel() }}
	})
	first := firstWeights(t, dir)
	if !bytes.Equal(bare(t, first.Weights), bare(t, learnt.Weights)) {
		t.Error("step 0 does not have the weights of the init")
	}
	if first.Meta.Step != 0 || !strings.HasPrefix(first.Meta.Rules, "epaminondas:5x6x1") ||
		!strings.HasPrefix(first.Meta.Parent, "taught.safetensors (SHA-256 ") {
		t.Errorf("step 0 is said to be %+v", first.Meta)
	}
	if bytes.Equal(bare(t, firstWeights(t, from).Weights), bare(t, first.Weights)) {
		t.Fatal("what was learnt are the weights that learning began with")
	}

	// The file is missing. The run continues, and ends in the same way as a run without an
	// interruption.
	straight := t.TempDir()
	finish(t, straight, large)
	if err := os.Remove(init); err != nil {
		t.Fatal(err)
	}
	finish(t, dir, large)
	same(t, straight, dir)

	// The run can be repeated from its own copy.
	again := large
	again.Init = config.Init{File: filepath.Join(dir, "init.safetensors")}
	repeated := t.TempDir()
	finish(t, repeated, again)
	if a, b := games(t, dir), games(t, repeated); len(a) == 0 || len(a) != len(b) {
		t.Errorf("%d games and %d", len(a), len(b))
	}
	last := runs.FileName(large.Train.Steps, runs.Final, 0)
	if !bytes.Equal(weights(t, dir)[last], weights(t, repeated)[last]) {
		t.Error("repeated, the run ends with other weights")
	}

	reportOfInit(t, dir, large)
}

// reportOfInit checks that a report names the origin of step 0.
func reportOfInit(t *testing.T, dir string, c config.Config) {
	t.Helper()
	c.Report.ExactPositions, c.Report.Games = 0, 2 // may change
	r := open(t, dir, c)
	report, err := MakeReport(t.Context(), r, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteReport(&text, report); err != nil {
		t.Fatal(err)
	}
	want := "step 0:            not untrained, but taught.safetensors (SHA-256 "
	if !strings.Contains(text.String(), want) {
		t.Errorf("the report does not say %q:\n%s", want, &text)
	}
}
