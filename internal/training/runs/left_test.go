package runs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"epaminondas/internal/training/config"
)

// A copy of a run keeps the rows of the checkpoints that it leaves behind, but nobody reads their files.
func TestCopyDatabase(t *testing.T) {
	l, told := newRun(t)
	var list []Checkpoint
	for step := range int64(6) {
		c, _ := register(t, l.Run, 10*step, "")
		list = append(list, c)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(l.Run.Dir)); err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(dir, databaseName)
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(database + ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	needs := &Needs{Checkpoints: []Checkpoint{list[0], list[3], list[5]}, FirstGame: 1}
	if err := l.Run.CopyDatabase(t.Context(), database, needs); err != nil {
		t.Fatal(err)
	}
	if size(database+"-wal") > 0 {
		t.Error("the copy has a log")
	}
	check := func(r *Run) {
		t.Helper()
		copied, err := r.Checkpoints(t.Context())
		if err != nil || len(copied) != len(list) {
			t.Fatalf("%d checkpoints, %v", len(copied), err)
		}
		for i, c := range copied {
			left := i == 1 || i == 2 || i == 4
			_, err := r.LoadWeights(t.Context(), c)
			if c.Left != left || Unusable(err) != left || (err == nil) == left {
				t.Errorf("checkpoint %d is left behind: %v; reading it gives %v", i, c.Left, err)
			}
		}
		older, err := r.Older(t.Context(), list[5].File)
		if err != nil || len(older) != 1 || older[0].File != list[3].File {
			t.Errorf("the opponents are %+v, %v", older, err)
		}
	}
	if err := Read(t.Context(), dir, func(r *Run) error { check(r); return nil }); err != nil {
		t.Fatal(err)
	}
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	check(r)
	r.Config.Selfplay.OlderShare = 0.5
	players := Players{Run: r, Board: l.Board, Tell: l.Tell}
	if m, err := players.PlayerOf(t.Context(), list[5], nil); err != nil || m.Older == nil || len(*told) > 0 {
		t.Errorf("the opponent is %+v, %v, with the notices %q", m.Older, err, *told)
	}
	// A file that is written again is there.
	if err := r.Redigest(t.Context(), list[4]); err != nil {
		t.Fatal(err)
	}
	if again, err := r.Checkpoints(t.Context()); err != nil || again[4].Left || !again[1].Left {
		t.Errorf("after the file is written again: %+v, %v", again, err)
	}
	if here, err := l.Run.Checkpoints(t.Context()); err != nil || here[1].Left {
		t.Errorf("copying changes the run: %v, %v", here[1].Left, err)
	}
}

// The paths of the init and of the older run are from the machine where a run began.
func TestPathsOfAnotherMachine(t *testing.T) {
	from := t.TempDir()
	if err := create(t, from, config.Default()).Close(); err != nil {
		t.Fatal(err)
	}
	c, dir := narrow(), filepath.Join(t.TempDir(), "run")
	c.Init.File, c.Grow.From = checkpoint(t, c.Network, 1), filepath.Join(t.TempDir(), "older")
	if err := os.Rename(from, c.Grow.From); err != nil {
		t.Fatal(err)
	}
	r := create(t, dir, c)
	r.Close()
	if err := errors.Join(os.Remove(c.Init.File), os.RemoveAll(c.Grow.From)); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(t.TempDir(), "another", "home")
	c.Init.File = filepath.Join(there, filepath.Base(c.Init.File))
	c.Grow.From = filepath.Join(there, "older")
	again := create(t, dir, c)
	again.Close()
	if again.Config.Init.SHA256 != r.Config.Init.SHA256 || again.Config.Grow.Run != r.Config.Grow.Run {
		t.Errorf("it continues with %v and %v", again.Config.Init, again.Config.Grow)
	}
	c.Grow.From = filepath.Join(there, "other")
	if _, err := Create(t.Context(), dir, c); !errors.Is(err, ErrNoRun) {
		t.Errorf("a folder with another name gives %v", err)
	}
}

func TestIsPart(t *testing.T) {
	for name, want := range map[string]bool{
		"run.toml": true, "run.db": true, "init.safetensors": true, "report.json": true,
		"checkpoints/step-0000010-final-branch2.state": true, "checkpoints/step-0000010.safetensors": true,
		"": false, "run.db-wal": false, "train.lock": false, "fleet/key": false, "checkpoints": false,
		"checkpoints/": false, "checkpoints/run.db": false, "checkpoints/../run.db": false,
		`checkpoints\step-0000010.state`: false, "step-0000010.state": false, "/run.db": false,
		"checkpoints/my-best.safetensors": false, "checkpoints/step-0000010.state\n": false,
	} {
		if IsPart(name) != want {
			t.Errorf("%q is a part of a run: %v, want %v", name, !want, want)
		}
	}
}
