package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A workshop has the programs and the run.
type workshop struct {
	tree   string // folder of the module
	dir    string // folder of all files
	stderr io.Writer

	checkpoints int // of the run
}

// newWorkshop makes the folder and builds the programs.
func newWorkshop(ctx context.Context, o options, stderr io.Writer) (*workshop, error) {
	w := &workshop{tree: o.tree, dir: o.dir, stderr: stderr, checkpoints: o.checkpoints}
	if w.dir == "" {
		dir, err := os.MkdirTemp("", "scale-")
		if err != nil {
			return nil, err
		}
		w.dir = dir
	}
	bin := filepath.Join(w.dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", bin+string(filepath.Separator), "./cmd/train",
		"./cmd/play", "./cmd/arena")
	build.Dir, build.Stdout, build.Stderr = w.tree, stderr, stderr
	w.tell("builds the programs in %s", bin)
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build the programs in %s: %w", w.tree, err)
	}
	return w, nil
}

// tell prints what the tool does.
func (w *workshop) tell(format string, args ...any) {
	fmt.Fprintf(w.stderr, "scale: "+format+"\n", args...)
}

// program returns the path of a program.
func (w *workshop) program(name string) string { return filepath.Join(w.dir, "bin", name) }

// runs returns the folder of the runs, and run the only run in it.
func (w *workshop) runs() string { return filepath.Join(w.dir, "runs") }
func (w *workshop) run() string  { return filepath.Join(w.runs(), "large") }

// train returns the command that trains the run. The network is small, so that ten thousand
// checkpoints need little space. The window is as large as in configs/tiny.toml.
func (w *workshop) train() []string {
	words := []string{w.program("train"), "--config", filepath.Join(w.tree, "configs", "tiny.toml"), "--run",
		w.run()}
	for _, setting := range []string{
		"network.blocks=1", "network.channels=4", "network.value_hidden=4", "learn.batch_size=1",
		"learn.threads=1", "replay.min=100", "replay.ahead=100000", "gate.games=4", "gate.share=0.5",
		"gate.simulations=2", "report.games=0", "report.exact_positions=0", "train.duration=100000h",
		fmt.Sprintf("train.cycle_steps=%d", w.checkpoints),
	} {
		words = append(words, "--set", setting)
	}
	return words
}
