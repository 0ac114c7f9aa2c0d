package train

import (
	"fmt"
	"math"
	"strconv"

	"epaminondas/net"
)

// The metadata of a file of [Trainer.SaveState]. Version 1 has the tensors of the network under
// four prefixes: the weights, their average, and the two moments of the optimizer. muon has
// no second moment, so it stays zero.
const (
	stateFormat  = "epaminondas training state"
	stateVersion = "1"
)

// SaveState writes the trainer's state, without the settings, to a safetensors file. The next step
// depends only on this state and the settings. After an error or a crash there is either the whole
// file or no file.
func (t *Trainer) SaveState(path string) error {
	meta := map[string]string{
		"format":  stateFormat,
		"version": stateVersion,
		"step":    strconv.FormatInt(t.Steps(), 10),
	}
	if err := net.WriteTensors(path, t.state(), meta); err != nil {
		return fmt.Errorf("train: save state: %w", err)
	}
	return nil
}

// LoadState continues from a file of [Trainer.SaveState], exact to the bit. The network must have
// the same shape. Errors wrap [net.ErrCorrupt], [net.ErrForeign] or [net.ErrVersion] unless the
// file could not be read. An error leaves the trainer unchanged.
func (t *Trainer) LoadState(path string) error {
	read, meta, err := net.ReadTensors(path)
	if err != nil {
		return fmt.Errorf("train: load state: %w", err)
	}
	tensors, steps, err := t.checkState(read, meta)
	if err != nil {
		return fmt.Errorf("train: load state %s: %w", path, err)
	}
	for i, p := range t.state() {
		if tensors[i] == nil {
			clear(p.Data)
			continue
		}
		copy(p.Data, tensors[i].Data)
	}
	t.solver.steps = steps
	return nil
}

// state returns the tensors of the state. They share their data with the trainer.
func (t *Trainer) state() []net.Param {
	var list []net.Param
	for i, p := range t.weights.Params {
		for _, part := range []struct {
			prefix string
			data   []float32
		}{
			{"weights/", p.Data},
			{"average/", t.average.Params[i].Data},
			{"mean/", t.solver.mean[i]},
			{"square/", t.solver.square[i]},
		} {
			list = append(list, net.Param{Name: part.prefix + p.Name, Shape: p.Shape, Data: part.data})
		}
	}
	return list
}

// checkState sorts a file's tensors into the order of [Trainer.state], and returns the number of
// steps. Tensors of auxiliary heads may be missing. They are nil, and their head starts at zero.
func (t *Trainer) checkState(tensors []net.Param, meta map[string]string) (matched []*net.Param,
	steps int64, err error) {
	if meta["format"] != stateFormat {
		return nil, 0, fmt.Errorf("%w: the format is %q, want %q", net.ErrForeign, meta["format"],
			stateFormat)
	}
	if meta["version"] != stateVersion {
		return nil, 0, fmt.Errorf("%w: the version is %q, want %q", net.ErrVersion, meta["version"],
			stateVersion)
	}
	if steps, err = strconv.ParseInt(meta["step"], 10, 64); err != nil || steps < 0 {
		return nil, 0, fmt.Errorf("%w: step is %q, want a whole number from 0 on", net.ErrCorrupt,
			meta["step"])
	}
	matched, reason := net.Match(t.state(), tensors)
	if reason != "" {
		return nil, 0, fmt.Errorf("%w: the state does not fit this network: %s", net.ErrForeign, reason)
	}
	for _, p := range tensors {
		for _, v := range p.Data {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, 0, fmt.Errorf("%w: tensor %q has the value %v, which is not finite",
					net.ErrCorrupt, p.Name, v)
			}
		}
	}
	return matched, steps, nil
}
