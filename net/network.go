package net

import (
	"fmt"

	"epaminondas/net/kernel"
)

// Network is a set of weights frozen and laid out for inference. It is immutable and shared by
// the evaluators of all goroutines and boards.
type Network struct {
	config   Config
	search   string
	stem     *kernel.SparseConv // reads the channels of a position's features
	stemBias []float32
	blocks   []block

	policyHidden affine
	policyPool   []float32 // [2C, C]
	policyOut    []float32 // [MovePlanes, C]: transposed, so that one logit is one dot product
	policyBias   []float32 // [MovePlanes]

	valueHidden, valueDense, valueOut affine

	occupation affine // empty if the network has not learned it
}

// affine is a dense layer or a 1x1 convolution.
type affine struct {
	weight, bias []float32
}

// block is a residual block. pool [2C, C] is nil if it does not pool. rows and columns [2C, C] are nil
// if it does not pool over rows and columns.
type block struct {
	conv1, conv2        *kernel.Conv
	pool, rows, columns []float32
}

// NewNetwork returns the network of w. Later changes of w do not affect it.
func NewNetwork(w *Weights) *Network {
	w = w.Clone()
	layer := func(name string) affine {
		return affine{w.Param(name + ".weight").Data, w.Param(name + ".bias").Data}
	}
	c := w.Config.Channels
	conv := func(name string) *kernel.Conv {
		a := layer(name)
		return kernel.NewInferenceConv(a.weight, a.bias, c, c)
	}
	stem, layout := layer("stem"), w.Config.Planes.layout()
	n := &Network{
		config:       w.Config,
		search:       w.Search,
		stem:         kernel.NewSparseConv(layout.stemWeights(stem.weight, c), len(layout.shares), c),
		stemBias:     stem.bias,
		blocks:       make([]block, w.Config.Blocks),
		policyHidden: layer("policy.hidden"),
		policyPool:   w.Param("policy.pool.weight").Data,
		policyOut:    transpose(w.Param("policy.out.weight").Data, c, MovePlanes),
		policyBias:   w.Param("policy.out.bias").Data,
		valueHidden:  layer("value.hidden"),
		valueDense:   layer("value.dense"),
		valueOut:     layer("value.out"),
		occupation:   occupationHead(w),
	}
	for i := range n.blocks {
		name := fmt.Sprintf("block%d.", i)
		n.blocks[i] = block{conv1: conv(name + "conv1"), conv2: conv(name + "conv2")}
		if w.Config.Pooled(i) {
			n.blocks[i].pool = w.Param(name + "pool.weight").Data
		}
		if w.Config.PooledLines(i) {
			n.blocks[i].rows = w.Param(name + "rows.weight").Data
			n.blocks[i].columns = w.Param(name + "columns.weight").Data
		}
	}
	return n
}

// Config returns the shape of the network.
func (n *Network) Config() Config { return n.config }

// Search returns the search constants of the network: see [Weights].
func (n *Network) Search() string { return n.search }

// transpose returns the matrix m [rows, columns] as [columns, rows].
func transpose(m []float32, rows, columns int) []float32 {
	t := make([]float32, len(m))
	for r := range rows {
		for c := range columns {
			t[c*rows+r] = m[r*columns+c]
		}
	}
	return t
}
