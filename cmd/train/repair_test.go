package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

// TestRepair damages a run in many ways. It then checks the run, mends it, and continues training.
func TestRepair(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
	args := []string{"--config", path, "--run", dir, "--set", "report.games=0", "--set",
		"report.exact_positions=0"}
	if err := run(t.Context(), args, nil, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	look := func(flags ...string) (string, error) {
		var stdout bytes.Buffer
		err := run(t.Context(), append([]string{"repair", "--run", dir}, flags...), nil, &stdout, io.Discard)
		return stdout.String(), err
	}
	out, err := look()
	if err != nil || strings.Contains(out, "damaged ") ||
		!strings.Contains(out, "the run is finished at step 60") {
		t.Fatalf("a sound run: %v\n%s", err, out)
	}

	untouched, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := look(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(dir); err != nil || !after.ModTime().Equal(untouched.ModTime()) {
		t.Errorf("a check makes or removes files in the folder of the run, %v", err)
	}

	checkpoints := filepath.Join(dir, "checkpoints")
	final := filepath.Join(checkpoints, "step-0000060-final.safetensors")
	sound, err := os.ReadFile(final)
	if err != nil {
		t.Fatal(err)
	}
	states, err := filepath.Glob(filepath.Join(checkpoints, "*.state"))
	if err != nil || len(states) != 4 {
		t.Fatalf("%v, %v", states, err)
	}
	trunk := states[1] // of the constant phase, from which a longer run continues
	for _, file := range []string{final, trunk, filepath.Join(checkpoints, "step-0000010.safetensors")} {
		if err := os.WriteFile(file, []byte("scratched"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(checkpoints, "my-best.safetensors"), sound, 0o644); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, `UPDATE games SET record = x'00' WHERE id IN (3, 4)`)
	edit(t, dir, `INSERT OR REPLACE INTO meta VALUES ('best_checkpoint', (SELECT id FROM checkpoints WHERE step = 10))`)

	before := tree(t, dir)
	out, err = look()
	if err == nil || !strings.Contains(err.Error(), "6 parts are damaged; --mend can mend 5 of them") {
		t.Errorf("it ends with %v", err)
	}
	for _, want := range []string{
		"sound    database", "damaged  game 3: ", "--mend would set it aside",
		"damaged  step-0000060-final.safetensors: ", "--mend would write it again",
		"damaged  training state of step ", "--mend would rename the file",
		"damaged  step-0000010.safetensors: ",
		"damaged  best checkpoint", "--mend would make step ",
		"checkpoints/my-best.safetensors (not made by training, stays)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	if after := tree(t, dir); len(after) != len(before) || after[trunk] != before[trunk] ||
		after[final] != before[final] {
		t.Error("looking changes the folder")
	}

	out, err = look("--mend", "--json")
	var found loop.Inspection
	if json.Unmarshal([]byte(out), &found) != nil || err == nil ||
		!strings.Contains(err.Error(), "1 damaged part cannot be mended") {
		t.Errorf("mending ends with %v\n%s", err, out)
	}
	if wrong, mendable, mended := found.Wrong(); wrong != 6 || mendable != 5 || mended != 5 {
		t.Errorf("%d parts are wrong, %d mendable, %d mended", wrong, mendable, mended)
	}
	after := tree(t, dir)
	if after[final] != string(sound) {
		t.Error("the final checkpoint is not what it was")
	}
	if after[trunk+".set-aside-1"] != "scratched" || after[final+".set-aside-1"] != "scratched" ||
		after[trunk] != "" {
		t.Error("what was wrong is not set aside")
	}
	if out, err = look(); err == nil || strings.Contains(out, "--mend would") ||
		!strings.Contains(out, "set aside before: game 3 (") {
		t.Errorf("after mending: %v\n%s", err, out)
	}
	var stderr bytes.Buffer
	if err := run(t.Context(), append(args, "--set", "train.steps=120"), nil, io.Discard,
		&stderr); err != nil || !strings.Contains(stderr.String(), "note: 2 games of the run are set aside") {
		t.Errorf("going on gives %v\n%s", err, &stderr)
	}
}

// edit changes the database of a run.
func edit(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// tree returns the content of the files in the folder checkpoints.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = string(content)
	}
	return files
}

func TestRepairRefuses(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
	settings, err := config.Load(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = run(t.Context(), []string{"repair", "--run", dir}, nil, io.Discard, io.Discard)
	if !errors.Is(err, runs.ErrNoRun) {
		t.Errorf("no run gives %v", err)
	}
	r, err := runs.Create(t.Context(), dir, settings)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = run(t.Context(), []string{"repair", "--run", dir}, nil, io.Discard, io.Discard)
	if !errors.Is(err, runs.ErrInUse) {
		t.Errorf("a run in training gives %v", err)
	}
	var usage *cli.UsageError
	if err := run(t.Context(), []string{"repair"}, nil, io.Discard, io.Discard); !errors.As(err, &usage) ||
		!strings.Contains(err.Error(), "--run") {
		t.Errorf("no folder gives %v", err)
	}
}
