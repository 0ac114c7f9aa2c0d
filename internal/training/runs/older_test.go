package runs

import (
	"slices"
	"testing"

	"epaminondas/internal/training/config"
)

// TestOlder lists the opponents of checkpoints in a registry with a cooldown, a branch and a file
// that was registered twice.
func TestOlder(t *testing.T) {
	r := create(t, t.TempDir(), config.Default())
	var files []string
	for _, c := range []struct {
		step   int64
		phase  Phase
		branch int
	}{
		{0, Constant, 0}, {10, Constant, 0}, {20, Constant, 0}, {20, Constant, 0}, {30, Cooldown, 0},
		{40, Final, 0}, {30, Constant, 1}, {40, Constant, 1},
	} {
		file := FileName(c.step, c.phase, c.branch)
		files = append(files, file)
		if _, err := r.Register(t.Context(), Checkpoint{Step: c.step, Phase: c.phase, Branch: c.branch,
			File: file, Sampler: []byte("{}")}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range map[int][]int{0: nil, 1: nil, 2: {1}, 3: {1}, 4: {2}, 5: {2, 4}, 6: {2},
		7: {2, 4, 6}} {
		list, err := r.Older(t.Context(), files[i])
		var got []int
		for _, c := range list {
			got = append(got, slices.Index(files, c.File))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the opponents of %s are %v, %v, want %v", files[i], got, err, want)
		}
	}
	if list, err := r.Older(t.Context(), "step-0000099.safetensors"); err != nil || len(list) > 0 {
		t.Errorf("a file that is not registered has the opponents %v, %v", list, err)
	}
}
