package loop

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// change runs an SQL statement on the database of a run that no process has open.
func change(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// spoil changes a byte in the middle of a file.
func spoil(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// cycling is the config of a run with more cycles than mini.
func cycling() config.Config {
	c := mini()
	c.Train.Steps, c.Train.SerialGames = 100, 6
	return c
}

// begun returns the folder of a run that was interrupted after three cycles.
func begun(t *testing.T, c config.Config) string {
	t.Helper()
	dir := t.TempDir()
	interrupted(t, dir, c, func(cancel func()) *silent {
		s := &silent{}
		s.interrupt = func(int) {
			if s.cycles >= 3 {
				cancel()
			}
		}
		return s
	})
	return dir
}

// said reports whether an observer received a notice that contains a text.
func said(s *silent, text string) bool { return strings.Contains(strings.Join(s.notices, "\n"), text) }

// A run continues if games of the window are damaged, are missing or have other rules.
func TestDamagedGames(t *testing.T) {
	for _, serial := range []bool{true, false} {
		c := cycling()
		c.Train.Serial = serial
		dir := begun(t, c)
		const newest = `(SELECT id FROM games WHERE positions > 0 AND id <= (SELECT max(games) FROM checkpoints) ORDER BY id DESC LIMIT 1 OFFSET 1)`
		change(t, dir, `UPDATE games SET record = CAST(substr(record, 1, length(record)-1) AS BLOB) WHERE id = `+newest)
		change(t, dir, `DELETE FROM games WHERE id = -1 + `+newest)
		s := &silent{}
		if _, err := work(t, t.Context(), dir, c, s); err != nil {
			t.Fatalf("serial %v: %v", serial, err)
		}
		for _, want := range []string{"1 damaged game is set aside, for example game ",
			"positions of the training window are lost", "1 game of the run is set aside",
			"train repair --run " + dir} {
			if !said(s, want) {
				t.Errorf("serial %v: %q lacks %q", serial, s.notices, want)
			}
		}
	}
}

// A run continues with games of other rules. Earlier versions of the program accepted such games.
func TestGamesByOtherRules(t *testing.T) {
	c, other := cycling(), cycling()
	other.Rules.MaxPlies++
	dir := begun(t, c)
	foreign := games(t, begun(t, other))
	r, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range foreign[:3] {
		g.Seed = 77
		if _, err := r.Games.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	s := &silent{}
	if _, err := work(t, t.Context(), dir, c, s); err != nil {
		t.Fatal(err)
	}
	if !said(s, "3 damaged games are set aside") || !said(s, "max_plies=31") {
		t.Errorf("it says %q", s.notices)
	}
}

// If the newest training state or checkpoint is damaged, a run continues from the previous one.
func TestDamagedCheckpoint(t *testing.T) {
	for name, damage := range map[string]func(files){
		"state":         func(f files) { spoil(t, f.state) },
		"empty state":   func(f files) { os.Truncate(f.state, 0) },
		"missing state": func(f files) { os.Remove(f.state) },
		"weights":       func(f files) { spoil(t, f.weights) },
	} {
		t.Run(name, func(t *testing.T) {
			c := cycling()
			straight := t.TempDir()
			finish(t, straight, c)
			dir := begun(t, c)
			last := newest(t, dir, c)
			damage(last)
			s := &silent{}
			final, err := work(t, t.Context(), dir, c, s)
			if err != nil {
				t.Fatal(err)
			}
			if !said(s, "a checkpoint is damaged") || !said(s, filepath.Base(last.state)[:12]) ||
				!said(s, "instead") || s.resumed == 0 {
				t.Errorf("it goes on from step %d and says %q", s.resumed, s.notices)
			}
			if final.Phase != runs.Final || final.Branch != 1 || final.Step != c.Train.Steps {
				t.Errorf("it ends with %+v", final)
			}
			if a, b := games(t, straight), games(t, dir); len(a) != len(b) { // no game is played twice
				t.Errorf("%d games, want %d", len(b), len(a))
			}
			states, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.state"))
			if err != nil || len(states) > 4 {
				t.Errorf("training states are left over: %v, %v", states, err)
			}
		})
	}
}

// If all training states are damaged, the error names the cure.
func TestNoStateLeft(t *testing.T) {
	c := cycling()
	dir := begun(t, c)
	states, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.state"))
	if err != nil || len(states) < 2 {
		t.Fatalf("%v, %v", states, err)
	}
	for _, path := range states {
		spoil(t, path)
	}
	_, err = work(t, t.Context(), dir, c, &silent{})
	if err == nil || !strings.Contains(err.Error(), dir+" has no usable checkpoint") ||
		!strings.Contains(err.Error(), "train repair --run "+dir) {
		t.Errorf("it gives %v", err)
	}
}

// A run refuses files of another run or another step in the place of its own. The error names the
// file.
func TestSwappedFiles(t *testing.T) {
	cfg := cycling()
	other := cfg
	other.Seed = 9
	foreign := newest(t, begun(t, other), other)
	for name, test := range map[string]struct {
		swap func(dir string, last files) (name string, err error)
		want string
	}{
		"state of another run": {func(_ string, last files) (string, error) {
			return last.state, copyFile(last.state, foreign.state)
		}, "this is not the file that the run wrote"},
		"state of another step": {func(dir string, last files) (string, error) {
			states, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.state"))
			return last.state, errors.Join(err, copyFile(last.state, states[0]))
		}, "the step of the file is"},
		"weights of another run": {func(_ string, last files) (string, error) {
			return last.weights, copyFile(last.weights, foreign.weights)
		}, "of the run"},
		"weights of another step": {func(dir string, last files) (string, error) {
			return last.weights, copyFile(last.weights,
				filepath.Join(dir, "checkpoints", "step-0000000.safetensors"))
		}, "the file has step 0, want"},
		"weights of the same step": {func(dir string, last files) (string, error) {
			c, err := net.LoadCheckpoint(last.weights)
			if err == nil {
				c.Weights.Params[0].Data[0]++
				err = net.SaveCheckpoint(last.weights, c)
			}
			return last.weights, err
		}, "the SHA-256 is"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := begun(t, cfg)
			swapped, err := test.swap(dir, newest(t, dir, cfg))
			if err != nil {
				t.Fatal(err)
			}
			before := weights(t, dir)
			_, err = work(t, t.Context(), dir, cfg, &silent{})
			if !errors.Is(err, runs.ErrSwapped) || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(err.Error(), swapped) {
				t.Errorf("it gives %v", err)
			}
			if after := weights(t, dir); len(after) != len(before) {
				t.Errorf("%d checkpoints are left of %d", len(after), len(before))
			}
		})
	}
}

// copyFile copies a file over another.
func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

// A run that has lost its first checkpoint, the best one, continues after a repair.
func TestRepairNamesAnotherBest(t *testing.T) {
	c := cycling()
	c.Gate.Games = 0 // so that the gate accepts no other checkpoint
	dir := begun(t, c)
	if err := os.Remove(filepath.Join(dir, "checkpoints", "step-0000000.safetensors")); err != nil {
		t.Fatal(err)
	}
	if _, err := work(t, t.Context(), dir, c, &silent{}); err == nil ||
		!strings.Contains(err.Error(), "the best checkpoint") {
		t.Errorf("before the repair it gives %v", err)
	}
	r, err := runs.Hold(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Inspect(t.Context(), r, true, func(string, int, int) {})
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	finish(t, dir, c)
}

// If a process is killed after its last checkpoint and before it removes old files, the next call
// removes them.
func TestFinishedRunIsTidied(t *testing.T) {
	c, dir := cycling(), t.TempDir()
	finish(t, dir, c)
	list := func() []string {
		states, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*.state"))
		if err != nil {
			t.Fatal(err)
		}
		return states
	}
	before := list()
	left := filepath.Join(dir, "checkpoints", "step-0000000.state")
	if err := copyFile(left, before[0]); err != nil {
		t.Fatal(err)
	}
	finish(t, dir, c)
	if after := list(); !slices.Equal(after, before) {
		t.Errorf("the training states are %v, want %v", after, before)
	}
}

// A run from a version without digests and identities continues.
func TestRunWithoutDigests(t *testing.T) {
	c := cycling()
	dir := begun(t, c)
	change(t, dir, `DROP TABLE files; DROP TABLE damaged_games; DELETE FROM meta WHERE key = 'run_identity'`)
	finish(t, dir, c)
}
