package runs

import (
	"errors"
	"testing"

	"epaminondas/internal/training/config"
)

// TestArchives registers checkpoints with and without an archive.
func TestArchives(t *testing.T) {
	r := create(t, t.TempDir(), config.Default())
	register := func(step int64, archive string) Checkpoint {
		t.Helper()
		c, err := r.Register(t.Context(), Checkpoint{Step: step, Phase: Constant, Archive: archive,
			File: FileName(step, Constant, 0), Sampler: []byte("{}")}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	is := func(c Checkpoint, want string) {
		t.Helper()
		if got, err := r.Archive(t.Context(), c.File); got != want || err != nil {
			t.Errorf("step %d: archive %q, %v, want %q", c.Step, got, err, want)
		}
	}
	bare, first, second := register(0, ""), register(10, "a\nb\n"), register(20, "c\n")
	is(bare, "")
	is(first, "a\nb\n")
	is(second, "c\n")
	register(10, "other\n") // the same file again
	is(first, "a\nb\n")
	if _, err := r.db.Exec(`UPDATE archives SET positions = 'd' WHERE file = ?`, first.File); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Archive(t.Context(), first.File); !errors.Is(err, ErrArchive) || got != "" {
		t.Errorf("a changed archive gives %q, %v", got, err)
	}
	is(second, "c\n")
}
