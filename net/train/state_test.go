package train

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// TestResume compares 10 steps with 5 steps, a file and 5 more steps. The results must be the same
// to the bit.
func TestResume(t *testing.T) {
	for _, optimizer := range []hyper.Optimizer{hyper.AdamW, hyper.Muon} {
		t.Run(string(optimizer), func(t *testing.T) {
			board, cfg := game.MustBoard("epaminondas:3x4x1"), smallConfig(8)
			cfg.Optimizer = optimizer
			straight := newTrainer(t, cfg, board, newWeights(t, small, 1))
			steps(t, straight, board, 10)

			path := filepath.Join(t.TempDir(), "state.safetensors")
			first := newTrainer(t, cfg, board, newWeights(t, small, 1))
			steps(t, first, board, 5)
			if err := first.SaveState(path); err != nil {
				t.Fatal(err)
			}
			second := newTrainer(t, cfg, board, newWeights(t, small, 2))
			if err := second.LoadState(path); err != nil {
				t.Fatal(err)
			}
			compareState(t, second, first)
			steps(t, second, board, 5)
			compareState(t, second, straight)
		})
	}
}

// TestRefusedStates checks that a file that is not a state of this network changes nothing.
func TestRefusedStates(t *testing.T) {
	board := game.MustBoard("epaminondas:3x4x1")
	tr, want := newTrainer(t, smallConfig(2), board, newWeights(t, small, 1)),
		newTrainer(t, smallConfig(2), board, newWeights(t, small, 1))
	steps(t, tr, board, 1)
	steps(t, want, board, 1)

	folder := t.TempDir()
	sound := filepath.Join(folder, "sound")
	if err := tr.SaveState(sound); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(name, path string, want error) {
		t.Helper()
		if err := tr.LoadState(path); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", name, err, want)
		}
	}
	refuse("missing", filepath.Join(folder, "missing"), os.ErrNotExist)
	for _, length := range []int{0, 7, 100, len(data) / 2, len(data) - 1} {
		refuse("truncated", write(t, folder, data[:length]), net.ErrCorrupt)
	}
	flipped := append([]byte{}, data...)
	flipped[len(flipped)-10] ^= 1
	refuse("flipped bit", write(t, folder, flipped), net.ErrCorrupt)

	checkpoint := filepath.Join(folder, "checkpoint")
	if err := net.SaveCheckpoint(checkpoint, &net.Checkpoint{Weights: tr.Weights()}); err != nil {
		t.Fatal(err)
	}
	refuse("checkpoint", checkpoint, net.ErrForeign)

	wider := small
	wider.Channels++
	other := filepath.Join(folder, "other")
	if err := newTrainer(t, smallConfig(2), board, newWeights(t, wider, 1)).SaveState(other); err != nil {
		t.Fatal(err)
	}
	refuse("another network", other, net.ErrForeign)

	for name, c := range map[string]struct {
		meta map[string]string
		want error
	}{
		"version": {map[string]string{"format": stateFormat, "version": "2", "step": "1"}, net.ErrVersion},
		"step": {map[string]string{"format": stateFormat, "version": stateVersion, "step": "-1"},
			net.ErrCorrupt},
	} {
		path := filepath.Join(folder, name)
		if err := net.WriteTensors(path, tr.state(), c.meta); err != nil {
			t.Fatal(err)
		}
		refuse(name, path, c.want)
	}
	spoiled := newTrainer(t, smallConfig(2), board, newWeights(t, small, 1))
	spoiled.solver.square[3][0] = float32(math.Inf(1))
	path := filepath.Join(folder, "spoiled")
	if err := spoiled.SaveState(path); err != nil {
		t.Fatal(err)
	}
	refuse("not finite", path, net.ErrCorrupt)
	compareState(t, tr, want)
}

func write(t *testing.T, folder string, data []byte) string {
	t.Helper()
	path := filepath.Join(folder, "damaged")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
