package train

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// FuzzState checks metadata and tensors of a training state. They must fit the trainer, or the
// error must name the fault. FuzzDecodeTensors in package net checks the reader of the file.
func FuzzState(f *testing.F) {
	f.Add(stateFormat, stateVersion, "12", 0, "", 0, float32(0))
	f.Add(stateFormat, stateVersion, "-1", 0, "", 0, float32(0))
	f.Add(stateFormat, "2", "12", 1, "weights/stem.weight", 1, float32(1))
	f.Add("", "", "", -1, "x", -1, float32(2))
	trainer := newTrainer(f, smallConfig(2), game.MustBoard("epaminondas:3x4x1"), newWeights(f, small, 1))
	f.Fuzz(func(t *testing.T, format, version, step string, at int, name string, side int, value float32) {
		var tensors []net.Param
		for _, p := range trainer.state() {
			tensors = append(tensors,
				net.Param{Name: p.Name, Shape: slices.Clone(p.Shape), Data: slices.Clone(p.Data)})
		}
		if at < 0 {
			tensors = tensors[1:]
		} else if p := &tensors[at%len(tensors)]; name != "" {
			p.Name, p.Shape[0], p.Data[0] = name, side, value
		}
		_, steps, err := trainer.checkState(tensors,
			map[string]string{"format": format, "version": version, "step": step})
		switch {
		case err == nil:
			if want, _ := strconv.ParseInt(step, 10, 64); steps != want || steps < 0 ||
				format != stateFormat || version != stateVersion || at < 0 {
				t.Errorf("accepted: %q %q %q, %d tensors", format, version, step, len(tensors))
			}
		case !errors.Is(err, net.ErrForeign) && !errors.Is(err, net.ErrVersion) &&
			!errors.Is(err, net.ErrCorrupt):
			t.Errorf("unnamed error %v", err)
		}
	})
}
