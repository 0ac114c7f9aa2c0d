package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// trains runs the command and returns its output.
func trains(ctx context.Context, args ...string) (stdout, stderr string, err error) {
	var out, notes bytes.Buffer
	err = run(ctx, args, nil, &out, &notes)
	return out.String(), notes.String(), err
}

// TestPack moves a finished run and continues it elsewhere.
func TestPack(t *testing.T) {
	config := miniConfig(t)
	home := t.TempDir()
	dir, file := filepath.Join(home, "run"), filepath.Join(home, "run.tar.zst")
	quick := []string{"--set", "report.games=0", "--set", "report.exact_positions=0", "--set",
		"replay.max=60"}
	train := append([]string{"--config", config, "--run", dir}, quick...)
	if _, stderr, err := trains(t.Context(), train...); err != nil {
		t.Fatal(err, stderr)
	}
	own := filepath.Join(dir, "checkpoints", "my-best.safetensors")
	if err := os.WriteFile(own, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	stdout, stderr, err := trains(t.Context(), "pack", "--run", dir, file)
	if err != nil || !strings.Contains(stdout, "step         60 (final)") ||
		!strings.Contains(stdout, "checkpoints  ") || strings.Contains(stdout, "games        all") ||
		!strings.Contains(stderr, "note: training did not make 1 file in the folder checkpoints") {
		t.Fatalf("%v\n%s\n%s", err, stdout, stderr)
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Error("packing changes the folder")
	}

	moved := filepath.Join(t.TempDir(), "new", "run")
	stdout, stderr, err = trains(t.Context(), "unpack", "--run", moved, file)
	if err != nil || !strings.Contains(stdout, "the run is finished") {
		t.Fatalf("%v\n%s\n%s", err, stdout, stderr)
	}
	stdout, _, err = trains(t.Context(), "repair", "--run", moved)
	found := regexp.MustCompile(`games: (\d+) of (\d+); \d+ more were left behind when the run was packed\n`).
		FindStringSubmatch(stdout)
	if err != nil || found == nil || found[1] != found[2] {
		t.Errorf("%v\n%s", err, stdout)
	}
	// The settings in the folder continue the run, also with another budget.
	settings := runs.ConfigPath(moved)
	if _, stderr, err = trains(t.Context(), "--config", settings, "--run", moved); err != nil ||
		!strings.Contains(stderr, "is finished: step 60") {
		t.Errorf("%v\n%s", err, stderr)
	}
	if _, stderr, err = trains(t.Context(), "--config", settings, "--run", moved, "--set",
		"train.steps=120"); err != nil || !strings.Contains(stderr, "going on in "+moved) ||
		strings.Contains(stderr, "note:") {
		t.Errorf("%v\n%s", err, stderr)
	}
	if _, _, err = trains(t.Context(), "repair", "--run", moved); err != nil {
		t.Error(err)
	}

	whole := filepath.Join(home, "all.tar.zst")
	if stdout, _, err = trains(t.Context(), "pack", "--run", dir, "--all", whole); err != nil ||
		!strings.Contains(stdout, "games        all ") || !strings.Contains(stdout, "checkpoints  all ") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

// TestPackRefuses checks that errors name the cure, and change nothing.
func TestPackRefuses(t *testing.T) {
	home := t.TempDir()
	dir, file := filepath.Join(home, "run"), filepath.Join(home, "file")
	settings, err := config.Load(miniConfig(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	refuses := func(usage bool, want string, args ...string) {
		t.Helper()
		_, _, err := trains(t.Context(), args...)
		var mistake *cli.UsageError
		if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &mistake) != usage {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	refuses(false, "no run in", "pack", "--run", dir, file)
	refuses(true, "expected \"<file>\"", "pack", "--run", dir)
	refuses(true, "--run", "pack", file)
	r, err := runs.Create(t.Context(), dir, settings)
	if err != nil {
		t.Fatal(err)
	}
	refuses(false, "stop the training with Ctrl-C first", "pack", "--run", dir, file)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	refuses(false, "has no checkpoint yet: train it", "pack", "--run", dir, file)
	refuses(true, "there is no folder", "pack", "--run", dir, filepath.Join(home, "none", "file"))
	refuses(true, "there is no file", "unpack", "--run", filepath.Join(home, "new"), file)
	if err := os.WriteFile(file, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	refuses(true, "exists already: give another name, or remove this file first", "pack", "--run", dir, file)
	refuses(true, "give another folder with --run, or move this one away", "unpack", "--run", dir, file)
	refuses(false, "this is not a packed run", "unpack", "--run", filepath.Join(home, "new"), file)
	if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
		t.Errorf("the file is %q, %v", text, err)
	}
	if entries, err := os.ReadDir(home); err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
}

// TestPackOfDamage packs a run without a damaged checkpoint that training can do without. It refuses a
// run whose training state is damaged.
func TestPackOfDamage(t *testing.T) {
	config := miniConfig(t)
	home := t.TempDir()
	dir := filepath.Join(home, "run")
	if _, stderr, err := trains(t.Context(), "--config", config, "--run", dir, "--set", "report.games=0",
		"--set", "report.exact_positions=0"); err != nil {
		t.Fatal(err, stderr)
	}
	scratch := func(name string) {
		t.Helper()
		path := filepath.Join(dir, "checkpoints", name)
		if err := os.WriteFile(path, []byte("scratched"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, dir, `INSERT OR REPLACE INTO meta VALUES ('best_checkpoint', (SELECT max(id) FROM checkpoints))`)
	scratch("step-0000000.safetensors")
	file, moved := filepath.Join(home, "file"), filepath.Join(home, "moved")
	if _, stderr, err := trains(t.Context(), "pack", "--run", dir, file); err != nil ||
		!strings.Contains(stderr, "note: step-0000000.safetensors: ") ||
		!strings.Contains(stderr, "training can do without this file") {
		t.Fatalf("%v\n%s", err, stderr)
	}
	if _, stderr, err := trains(t.Context(), "unpack", "--run", moved, file); err != nil {
		t.Fatal(err, stderr)
	}
	if _, err := os.Stat(filepath.Join(moved, "checkpoints", "step-0000000.safetensors")); err == nil {
		t.Error("the damaged file is packed")
	}
	scratch("step-0000060-final.state")
	if _, _, err := trains(t.Context(), "pack", "--run", dir, file+"2"); err == nil ||
		!strings.Contains(err.Error(), "train repair --run "+dir) {
		t.Errorf("a damaged state: %v", err)
	}
	if _, err := os.Stat(file + "2"); err == nil {
		t.Error("there is a file")
	}
}

// TestKilledPack kills packing and unpacking at many moments. There is a whole file and a whole folder,
// or none.
func TestKilledPack(t *testing.T) {
	config := miniConfig(t)
	home := t.TempDir()
	dir, file := filepath.Join(home, "run"), filepath.Join(home, "file")
	if _, stderr, err := trains(t.Context(), "--config", config, "--run", dir, "--set", "report.games=0",
		"--set", "report.exact_positions=0"); err != nil {
		t.Fatal(err, stderr)
	}
	began := time.Now()
	if _, stderr, err := trains(t.Context(), "pack", "--run", dir, file); err != nil {
		t.Fatal(err, stderr)
	}
	usual := time.Since(began)
	killed := func(after time.Duration, args ...string) {
		t.Helper()
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "TRAIN_TEST_COMMAND=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(after)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	}
	const kills = 8
	for i := range kills {
		after := usual * time.Duration(i+1) / kills * 2
		again := filepath.Join(home, fmt.Sprint("file-", i))
		moved := filepath.Join(home, fmt.Sprint("moved-", i))
		killed(after, "pack", "--run", dir, again)
		if _, err := os.Stat(again); err == nil {
			if _, _, err := trains(t.Context(), "unpack", "--run", moved+"-again", again); err != nil {
				t.Errorf("packing was killed after %v: %v", after, err)
			}
		}
		killed(after, "unpack", "--run", moved, file)
		if _, err := os.Stat(moved); err == nil {
			if _, _, err := trains(t.Context(), "repair", "--run", moved); err != nil {
				t.Errorf("unpacking was killed after %v: %v", after, err)
			}
		} else if _, _, err := trains(t.Context(), "unpack", "--run", moved, file); err != nil {
			t.Errorf("after a kill, unpacking gives %v", err)
		}
	}
	if _, _, err := trains(t.Context(), "repair", "--run", dir); err != nil {
		t.Errorf("the packed run: %v", err)
	}
}
