package train

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"epaminondas/net"
	"epaminondas/net/kernel"
)

// builder adds operations to a graph. It keeps the first error, and later operations are nil.
type builder struct {
	*workers
	graph  *gorgonia.ExprGraph
	h, w   int // height and width of the board
	params gorgonia.Nodes
	byName map[string]*gorgonia.Node
	sums   map[[2]int][]*kernel.ConvGrad // sums of each thread, by the input and output channels
	err    error
}

// newBuilder returns an empty graph for batches on boards of h rows and w columns, with a node for
// every tensor of weights. The nodes share the tensors.
func newBuilder(pool *workers, h, w int, weights *net.Weights) *builder {
	b := &builder{
		workers: pool, graph: gorgonia.NewGraph(), h: h, w: w,
		byName: map[string]*gorgonia.Node{}, sums: map[[2]int][]*kernel.ConvGrad{},
	}
	for _, p := range weights.Params {
		n := b.input(p.Name, p.Data, p.Shape...)
		b.params = append(b.params, n)
		b.byName[p.Name] = n
	}
	return b
}

// input adds a node that holds data. The caller may change data between runs.
func (b *builder) input(name string, data []float32, shape ...int) *gorgonia.Node {
	value := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
	return gorgonia.NewTensor(b.graph, tensor.Float32, len(shape), gorgonia.WithName(name),
		gorgonia.WithShape(shape...), gorgonia.WithValue(value))
}

// param returns the node of a tensor of weights.
func (b *builder) param(name string) *gorgonia.Node {
	n := b.byName[name]
	if n == nil && b.err == nil {
		b.err = fmt.Errorf("train: the network has no %s", name)
	}
	return n
}

// apply adds the result of o, computed from inputs.
func (b *builder) apply(o *op, inputs ...*gorgonia.Node) *gorgonia.Node {
	if b.err != nil {
		return nil
	}
	o.builder = b
	o.allocate(inputs)
	n, err := gorgonia.ApplyOp(o, inputs...)
	if err != nil {
		b.err = fmt.Errorf("train: add %s: %w", o.name, err)
	}
	return n
}

// network adds the network of net to a graph, reading the batch x. The result has the layout of
// scores.
func (b *builder) network(cfg net.Config, x *batch) *gorgonia.Node {
	planes := b.input("planes", x.planes, b.padded(cfg.Planes.Count()).shape()...)
	return b.heads(cfg, b.trunk(cfg, planes), x)
}
