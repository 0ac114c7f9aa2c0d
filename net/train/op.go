package train

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"epaminondas/internal/base/noun"
)

// op is an operation of a graph with the arithmetic of this package. gorgonia differentiates it by
// pullback, which returns the nodes of the gradients.
//
// The result is in a buffer of the op, or in a given buffer. The next run overwrites it.
type op struct {
	name   string                           // says what it computes; unique in a graph
	inputs []hm.Type                        // types of the inputs
	shape  tensor.Shape                     // shape of the result; () is a scalar
	do     func(out []float32, in []values) // overwrites out

	// wrt says for each input whether a gradient flows to it. nil means that no gradient flows.
	// pullback returns one node for each input, nil for an input without a gradient.
	wrt      []bool
	pullback func(in gorgonia.Nodes, out, grad *gorgonia.Node) gorgonia.Nodes

	builder *builder
	in      []values
	out     []float32 // the buffer; if it is nil, allocate creates one
	result  gorgonia.Value
}

// values are the elements of an input, row-major; one for a scalar.
type values = []float32

var (
	_ gorgonia.Op   = (*op)(nil)
	_ gorgonia.SDOp = (*op)(nil)
)

// allocate prepares the buffers of an op that reads nodes.
func (o *op) allocate(nodes gorgonia.Nodes) {
	o.in = make([]values, len(nodes))
	for _, n := range nodes {
		o.inputs = append(o.inputs, n.Type())
	}
	if o.out == nil {
		o.out = make([]float32, o.shape.TotalSize())
	}
	if o.shape.IsScalar() {
		o.result = gorgonia.NewF32(0)
		return
	}
	o.result = tensor.New(tensor.WithShape(o.shape...), tensor.WithBacking(o.out))
}

// Do implements [gorgonia.Op].
func (o *op) Do(inputs ...gorgonia.Value) (gorgonia.Value, error) {
	if len(inputs) != len(o.in) {
		return nil, fmt.Errorf("train: %s has %s, want %d", o.name, noun.Count(len(inputs), "input"),
			len(o.in))
	}
	for i, input := range inputs {
		switch v := input.(type) {
		case *tensor.Dense:
			o.in[i] = v.Float32s()
		case *gorgonia.F32:
			o.in[i] = append(o.in[i][:0], float32(*v))
		default:
			return nil, fmt.Errorf("train: %s: input %d has the unknown type %T", o.name, i, v)
		}
	}
	o.do(o.out, o.in)
	if scalar, ok := o.result.(*gorgonia.F32); ok {
		*scalar = gorgonia.F32(o.out[0])
	}
	return o.result, nil
}

// InferShape implements [gorgonia.Op]. A graph has one batch size, so shapes are fixed.
func (o *op) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.shape, nil }

// Type implements [gorgonia.Op].
func (o *op) Type() hm.Type {
	types := append([]hm.Type{}, o.inputs...)
	if o.shape.IsScalar() {
		return hm.NewFnType(append(types, tensor.Float32)...)
	}
	return hm.NewFnType(append(types, gorgonia.TensorType{Dims: o.shape.Dims(), Of: tensor.Float32})...)
}

// DiffWRT implements [gorgonia.SDOp].
func (o *op) DiffWRT(int) []bool { return o.wrt }

// SymDiff implements [gorgonia.SDOp].
func (o *op) SymDiff(in gorgonia.Nodes, out, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	if o.pullback == nil {
		return nil, fmt.Errorf("train: %s has no gradient", o.name)
	}
	nodes := o.pullback(in, out, grad)
	return nodes, o.builder.err
}

// Arity implements [gorgonia.Op].
func (o *op) Arity() int { return len(o.in) }

// ReturnsPtr implements [gorgonia.Op]. False gives the result a register of its own.
func (o *op) ReturnsPtr() bool { return false }

// CallsExtern implements [gorgonia.Op].
func (o *op) CallsExtern() bool { return false }

// OverwritesInput implements [gorgonia.Op].
func (o *op) OverwritesInput() int { return -1 }

// WriteHash implements [gorgonia.Op].
func (o *op) WriteHash(h hash.Hash) { fmt.Fprint(h, o.name) }

// Hashcode implements [gorgonia.Op]: the same name is the same op.
func (o *op) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// String implements [gorgonia.Op].
func (o *op) String() string { return o.name }
