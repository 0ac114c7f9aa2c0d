package runs

import (
	"strings"
	"testing"

	"epaminondas/internal/training/config"
)

// staged is a config with three stages, the first on another board.
func staged() config.Config {
	c := config.Default()
	c.Stages = []config.Stage{
		{Name: "other board", Until: 0.2, Set: []string{"rules.game=epaminondas:6x6"}},
		{Name: "this board", Until: 0.5},
		{Name: "long searches", Set: []string{"selfplay.full_simulations=64"}},
	}
	return c
}

// add registers a checkpoint of a stage.
func add(t *testing.T, r *Run, step int64, stage int, archive string) Checkpoint {
	t.Helper()
	c := Checkpoint{Step: step, Phase: Constant, File: FileName(step, Constant, 0), Sampler: []byte("{}"),
		Stage: stage, Archive: archive}
	c, err := r.Register(t.Context(), c, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The first checkpoint of a stage on another board becomes the best and loses its archive. On the same
// board nothing of this happens.
func TestRegisterEntersStages(t *testing.T) {
	dir := t.TempDir()
	r := create(t, dir, staged())
	add(t, r, 0, 0, "")
	add(t, r, 10, 0, "positions")
	best := func(want Checkpoint, when string) {
		t.Helper()
		if id, ok, err := r.Best(t.Context()); err != nil || !ok || id != want.ID {
			t.Errorf("%s the best is %d, %v, %v, want %d", when, id, ok, err, want.ID)
		}
	}
	board := add(t, r, 10, 1, "") // the same file again
	best(board, "on another board")
	if text, err := r.Archive(t.Context(), board.File); err != nil || text != "" {
		t.Errorf("its archive is %q, %v, want none", text, err)
	}
	add(t, r, 20, 1, "")
	last := add(t, r, 20, 2, "")
	best(board, "on the same board")
	if playing, ok, err := r.Playing(t.Context()); err != nil || !ok || playing.ID != last.ID ||
		playing.Stage != 2 {
		t.Errorf("%+v plays, %v, %v, want the last one in its stage", playing, ok, err)
	}
	if r.Stage() != 0 {
		t.Error("an open run changes its stage by itself")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Read(t.Context(), dir, func(r *Run) error {
		if r.Stage() != 2 || r.Config.Selfplay.FullSimulations != 64 || r.Whole().StageCount() != 3 {
			t.Errorf("read again, the run is in stage %d with %+v", r.Stage(), r.Config.Selfplay)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// A database from a stranger may name any stage.
func TestStageOutOfRange(t *testing.T) {
	dir := t.TempDir()
	r := create(t, dir, staged())
	add(t, r, 0, 0, "")
	for _, stage := range []int{-1, 3, 1 << 40} {
		if _, err := r.db.ExecContext(t.Context(), `UPDATE stages SET stage = ?`, stage); err != nil {
			t.Fatal(err)
		}
		_, listed := r.Checkpoints(t.Context())
		_, _, playing := r.Playing(t.Context())
		_, opened := OpenReadOnly(t.Context(), dir)
		for what, err := range map[string]error{"list": listed, "player": playing, "run": opened} {
			if err == nil || !strings.Contains(err.Error(), "but the run has 3") {
				t.Errorf("stage %d: the %s gives %v", stage, what, err)
			}
		}
	}
}
