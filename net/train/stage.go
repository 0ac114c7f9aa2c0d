package train

import (
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"epaminondas/net/kernel"
)

// A stage is a part of the network that forms one operation of the graph. Its gradient is another
// operation. Both take a share of the batch through all layers before the next share, so that the
// data between two layers stays in the cache. The stage keeps the data that the gradient needs.
type stage struct {
	*builder
	name   string
	params []*parameter
	loads  []func() // preparations of the parameters before a run

	src, dst   []float32 // input and output of this run
	ddst, dsrc []float32 // the gradients of dst and src; dsrc is nil if no gradient flows to the input

	length int       // length of the gradients of all parameters, one after the other
	sums   []float32 // these gradients over each part [parts, length]
	grads  []float32 // their sums over the batch [length]
}

// A parameter is a tensor of weights of a stage.
type parameter struct {
	stage *stage
	node  *gorgonia.Node
	data  []float32 // its elements in this run
	size  int       // number of elements
	at    int       // start of its gradient
}

// newStage returns a stage without parameters.
func (b *builder) newStage(name string) *stage { return &stage{builder: b, name: name} }

// tensor adds the tensor of weights called name to the parameters.
func (s *stage) tensor(name string) *parameter {
	p := &parameter{stage: s, node: s.param(name), at: s.length}
	if p.node != nil {
		p.size = p.node.Shape().TotalSize()
		s.length += p.size
	}
	s.params = append(s.params, p)
	return p
}

// grad returns the gradient of the parameter over one part of the batch.
func (p *parameter) grad(of part) []float32 {
	return p.stage.sums[of.index*p.stage.length+p.at:][:p.size]
}

// turned returns the transpose of the parameter, [rows, columns]. Each run first updates it.
func (p *parameter) turned(rows, columns int) []float32 {
	t := make([]float32, rows*columns)
	p.stage.loads = append(p.stage.loads, func() { kernel.Transpose(t, p.data, rows, columns) })
	return t
}

// add adds the stage to the graph, as an operation on x with a result of the given shape. forward
// must overwrite dst for the samples of a part. backward must overwrite the gradients of all
// parameters over the part and, unless dsrc is nil, also dsrc.
func (s *stage) add(x *gorgonia.Node, shape tensor.Shape, forward, backward func(p part)) *gorgonia.Node {
	if s.err != nil {
		return nil
	}
	inputs := gorgonia.Nodes{x}
	o := &op{name: s.name, shape: shape, wrt: []bool{x.Op() != nil}}
	for _, p := range s.params {
		inputs, o.wrt = append(inputs, p.node), append(o.wrt, true)
	}
	load := func(task, _ int) { s.loads[task]() }
	o.do = func(dst []float32, in []values) {
		s.src, s.dst = in[0], dst
		for i, p := range s.params {
			p.data = in[1+i]
		}
		s.distribute(len(s.loads), load)
		s.run(forward)
	}
	o.pullback = func(_ gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes {
		return s.gradients(x, out, grad, backward)
	}
	return s.apply(o, inputs...)
}

// sumColumns is the number of elements of the gradient that one task adds up.
const sumColumns = 1024

// gradients adds the gradient of the stage as one operation. The gradients of the input and the
// parameters are views of it.
func (s *stage) gradients(x, out, grad *gorgonia.Node, backward func(p part)) gorgonia.Nodes {
	s.sums, s.grads = make([]float32, s.parts*s.length), make([]float32, s.length)
	sum := func(task, _ int) {
		first := task * sumColumns
		columns := min(sumColumns, s.length-first)
		kernel.SumRows(s.grads[first:], s.sums[first:], s.length, s.parts, columns)
	}
	whole := s.apply(&op{
		name: "gradient of " + s.name, shape: tensor.Shape{s.length}, out: s.grads,
		do: func(_ []float32, in []values) {
			s.ddst = in[1]
			s.run(backward)
			s.distribute((s.length+sumColumns-1)/sumColumns, sum)
		},
	}, out, grad)
	nodes := gorgonia.Nodes{nil}
	if x.Op() != nil {
		s.dsrc = make([]float32, x.Shape().TotalSize())
		nodes[0] = s.view("gradient of the input of "+s.name, whole, s.dsrc, x.Shape())
	}
	for _, p := range s.params {
		nodes = append(nodes, s.view("gradient of "+p.node.Name(), whole, s.grads[p.at:][:p.size],
			p.node.Shape()))
	}
	return nodes
}

// view adds a node for data, which the operation of another node overwrites.
func (b *builder) view(name string, of *gorgonia.Node, data []float32, shape tensor.Shape) *gorgonia.Node {
	return b.apply(&op{name: name, shape: shape.Clone(), out: data, do: func([]float32, []values) {}}, of)
}
