package net

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Param is one named tensor of a network. Convolutions are [3, 3, in, out], dense layers and
// 1x1 convolutions [in, out], biases [out].
type Param struct {
	Name  string
	Shape []int
	Data  []float32 // row-major
	Decay bool      // weight decay applies; false for biases
}

// Weights are all parameters of a network, in the fixed order of its layout.
type Weights struct {
	Config Config
	Params []Param
	// Search holds the search constants for play with these weights, as mcts.Config.Tuned reads
	// them; empty for the defaults. Checkpoints store it.
	Search string
}

// layer describes one tensor of weights with its bias in the layout of a network.
type layer struct {
	name  string
	shape []int   // of the weights; the bias has the last dimension
	gain  float64 // standard deviation of the starting weights, times sqrt(fan in)
	bias  bool
}

const (
	outcomes    = 3 // win, draw, loss
	occupations = 3 // own, enemy, empty

	// With small outputs, a new network gives all moves nearly the same probability.
	gainOutput = 0.1
	// A variance of 2 over fan in keeps the variance of a ReLU's input (He et al.,
	// arXiv:1502.01852) ...
	gainReLU = math.Sqrt2
	// ... and two summed branches share it.
	gainShared = 1
	// Most planes are zero. This factor brings the mean square of the features near one.
	gainStem = 5 * gainReLU
)

// layers returns the layout of a network. There is no normalisation. The last convolution of a
// residual branch starts at zero, so every block starts as the identity. So the features do not
// grow without limit in deep networks (Fixup, arXiv:1901.09321).
func (c Config) layers() []layer {
	n := c.Channels
	list := []layer{{"stem", []int{3, 3, c.Planes.Count(), n}, gainStem, true}}
	for i := range c.Blocks {
		block := fmt.Sprintf("block%d.", i)
		list = append(list, layer{block + "conv1", []int{3, 3, n, n}, gainReLU, true})
		if c.Pooled(i) {
			list = append(list, layer{block + "pool", []int{2 * n, n}, 0, false})
		}
		if c.PooledLines(i) {
			list = append(list, layer{block + "rows", []int{2 * n, n}, 0, false},
				layer{block + "columns", []int{2 * n, n}, 0, false})
		}
		list = append(list, layer{block + "conv2", []int{3, 3, n, n}, 0, true})
	}
	return slices.Concat(list,
		[]layer{
			{"policy.hidden", []int{n, n}, gainShared, true},
			{"policy.pool", []int{2 * n, n}, gainShared, false},
			{"policy.out", []int{n, MovePlanes}, gainOutput, true},
		},
		c.headLayers(HeadMoves),
		[]layer{
			{"value.hidden", []int{n, n}, gainReLU, true},
			{"value.dense", []int{2 * n, c.ValueHidden}, gainReLU, true},
			{"value.out", []int{c.ValueHidden, outcomes}, gainOutput, true},
		},
		c.headLayers(HeadPosition),
		c.headLayers(HeadSquares),
	)
}

// params returns the tensors of a layout without their data.
func params(layers []layer) []Param {
	var list []Param
	for _, l := range layers {
		list = append(list, Param{Name: l.name + ".weight", Shape: l.shape, Decay: true})
		if l.bias {
			list = append(list, Param{Name: l.name + ".bias", Shape: l.shape[len(l.shape)-1:]})
		}
	}
	return list
}

// NewWeights returns the starting weights of a network. The weights are normally distributed with a
// fixed variance for each layer, and the biases are zero. The only error comes from
// [Config.Validate].
func NewWeights(cfg Config, rng *rand.Rand) (*Weights, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	layers := cfg.layers()
	w := &Weights{Config: cfg, Params: params(layers)}
	for i := range w.Params {
		w.Params[i].Data = make([]float32, size(w.Params[i].Shape))
	}
	for _, l := range layers {
		weight := w.Param(l.name + ".weight").Data
		fanIn := len(weight) / l.shape[len(l.shape)-1]
		deviation := l.gain / math.Sqrt(float64(fanIn))
		for i := range weight {
			weight[i] = float32(rng.NormFloat64() * deviation)
		}
	}
	return w, nil
}

// Clone returns a copy that shares nothing with w.
func (w *Weights) Clone() *Weights {
	c := &Weights{Config: w.Config, Params: slices.Clone(w.Params), Search: w.Search}
	for i, p := range c.Params {
		c.Params[i].Shape, c.Params[i].Data = slices.Clone(p.Shape), slices.Clone(p.Data)
	}
	return c
}

// Widened returns weights of a network that reads more groups of planes, or pools over more squares,
// and computes the same: the new weights are zero. It returns an error if w reads a group that is
// not in planes, or pools over more squares.
func (w *Weights) Widened(planes Groups, pooling Pooling) (*Weights, error) {
	cfg := w.Config
	cfg.Planes, cfg.Pooling = planes, pooling
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if !planes.Has(w.Config.Planes) {
		return nil, fmt.Errorf(
			"net: the network needs the planes %s, but some are missing in %s",
			w.Config.Planes, planes)
	}
	if pooling < w.Config.Pooling {
		return nil, fmt.Errorf("net: the network needs the pooling %s, not %s", w.Config.Pooling, pooling)
	}
	wide := &Weights{Config: cfg, Params: params(cfg.layers()), Search: w.Search}
	for i := range wide.Params {
		to := &wide.Params[i]
		to.Data = make([]float32, size(to.Shape))
		switch from := w.Param(to.Name); {
		case from == nil: // new: zero
		case to.Name == "stem.weight":
			copyPlanes(to.Data, from.Data, planes, w.Config)
		default:
			copy(to.Data, from.Data)
		}
	}
	return wide, nil
}

// copyPlanes copies the weights of a stem with the planes of cfg to a stem with more groups.
func copyPlanes(to, from []float32, groups Groups, cfg Config) {
	n, out := groups.Count(), cfg.Channels
	old := cfg.Planes.Describe()
	for _, g := range groups.Describe() {
		at := slices.IndexFunc(old, func(o Group) bool { return o.Name == g.Name })
		if at < 0 {
			continue
		}
		for tap := range 9 {
			source := from[(tap*cfg.Planes.Count()+old[at].First)*out:]
			copy(to[(tap*n+g.First)*out:], source[:g.Count*out])
		}
	}
}

// Param returns the tensor with the given name, or nil if there is none.
func (w *Weights) Param(name string) *Param {
	for i := range w.Params {
		if w.Params[i].Name == name {
			return &w.Params[i]
		}
	}
	return nil
}

// size returns the number of elements of a tensor.
func size(shape []int) int {
	n := 1
	for _, side := range shape {
		n *= side
	}
	return n
}
