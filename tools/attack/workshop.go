package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A workshop holds the programs and the folder of all attacks.
type workshop struct {
	tree  string // folder of the module
	bin   string // folder of the programs
	dir   string // folder of the trials
	limit time.Duration
}

// programs returns the names of the commands under attack.
func programs() []string { return []string{"train", "selfplay", "arena", "play"} }

// newWorkshop makes the folder and builds the programs.
func newWorkshop(ctx context.Context, o options, stderr io.Writer) (*workshop, error) {
	w := &workshop{tree: o.tree, bin: o.commands, dir: o.dir, limit: o.limit}
	if w.dir == "" {
		dir, err := os.MkdirTemp("", "attack-")
		if err != nil {
			return nil, err
		}
		w.dir = dir
	}
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(w.dir); err != nil || len(entries) > 0 {
		return nil, usageError{fmt.Sprintf("--dir %s: want a new or an empty folder", w.dir)}
	}
	if w.bin != "" {
		return w, nil
	}
	w.bin = filepath.Join(w.dir, "bin")
	arguments := []string{"build", "-o", w.bin + string(filepath.Separator)}
	for _, name := range programs() {
		arguments = append(arguments, "./cmd/"+name)
	}
	build := exec.CommandContext(ctx, "go", arguments...)
	build.Dir, build.Stdout, build.Stderr = w.tree, stderr, stderr
	fmt.Fprintln(stderr, "attack: builds the programs in", w.bin)
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("build the programs in %s: %w", w.tree, err)
	}
	return w, nil
}

// close removes the folder unless it is kept.
func (w *workshop) close(keep bool) error {
	if keep {
		return nil
	}
	return os.RemoveAll(w.dir)
}

// program returns the path of a program.
func (w *workshop) program(name string) string { return filepath.Join(w.bin, name) }

// train returns the command that trains a small network in a folder.
func (w *workshop) train(dir string, settings ...string) []string {
	return withSettings([]string{w.program("train"), "--config", w.config(), "--run", dir},
		append(small(), settings...))
}

// withSettings returns the words of a command followed by one --set for each setting.
func withSettings(words, settings []string) []string {
	for _, setting := range settings {
		words = append(words, "--set", setting)
	}
	return words
}

// config returns the config that every run begins from.
func (w *workshop) config() string { return filepath.Join(w.tree, "configs", "tiny.toml") }

// small returns settings for configs/tiny.toml. With them a cycle takes a tenth of a second.
func small() []string {
	return append(smallGames(),
		"network.blocks=1", "network.channels=4", "network.value_hidden=4",
		"replay.min=20", "replay.uses=2", "learn.batch_size=8", "learn.threads=1",
		"train.duration=0s", "train.cycle_steps=10",
		"gate.games=8", "gate.simulations=4", "gate.opening_plies=2",
		"report.games=0", "report.exact_positions=0", "report.opponents=[]")
}

// smallGames returns the settings of small that self-play without a network knows.
func smallGames() []string {
	return []string{
		"rules.game=epaminondas:3x5x1", "rules.max_plies=30", "search.max_considered=4",
		"search.memory_mib=16",
		"selfplay.workers=1", "selfplay.full_simulations=6", "selfplay.fast_simulations=2",
		"selfplay.cache_positions=64",
	}
}

// serial returns the settings of a run that repeats to the bit.
func serial(steps int) []string {
	return []string{"train.serial=true", "train.serial_games=6", fmt.Sprintf("train.steps=%d", steps)}
}
