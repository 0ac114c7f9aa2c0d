package onnx

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// The messages below come from onnx.proto (https://github.com/onnx/onnx, release 1.12), with the
// fields that this package uses. That file defines the numbers of fields and the codes of types.

// batch is the dimension of a shape that the user of the model chooses: the number of positions.
const batch = -1

// Codes of types: those of tensors, and those of attributes.
const (
	typeFloat = 1 // TensorProto.FLOAT
	typeInt64 = 7 // TensorProto.INT64

	attributeInt  = 2 // AttributeProto.INT
	attributeInts = 7 // AttributeProto.INTS
)

// model is a ModelProto.
type model struct {
	graph    graph
	metadata []entry
}

func (m *model) append(b []byte) []byte {
	b = appendInt(b, 1, irVersion)
	b = appendText(b, 2, "epaminondas") // producer
	b = appendMessage(b, 7, m.graph.append)
	b = appendMessage(b, 8, func(b []byte) []byte { return appendInt(b, 2, opset) }) // of the domain ""
	for _, e := range m.metadata {
		b = appendMessage(b, 14, e.append)
	}
	return b
}

// append writes a StringStringEntryProto.
func (e entry) append(b []byte) []byte { return appendText(appendText(b, 1, e.key), 2, e.value) }

// graph is a GraphProto. Each operator comes after the operators that compute its inputs.
type graph struct {
	name            string
	nodes           []node
	tensors         []tensor
	inputs, outputs []value
}

func (g *graph) append(b []byte) []byte {
	for i := range g.nodes {
		b = appendMessage(b, 1, g.nodes[i].append)
	}
	b = appendText(b, 2, g.name)
	for i := range g.tensors {
		b = appendMessage(b, 5, g.tensors[i].append)
	}
	for _, v := range g.inputs {
		b = appendMessage(b, 11, v.append)
	}
	for _, v := range g.outputs {
		b = appendMessage(b, 12, v.append)
	}
	return b
}

// node is a NodeProto with one output. The output gives the node its name.
type node struct {
	op         string
	inputs     []string
	output     string
	attributes []attribute
}

func (n *node) int(name string, i int) {
	n.attributes = append(n.attributes, attribute{name, attributeInt, []int{i}})
}

func (n *node) ints(name string, list ...int) {
	n.attributes = append(n.attributes, attribute{name, attributeInts, list})
}

func (n *node) append(b []byte) []byte {
	for _, input := range n.inputs {
		b = appendText(b, 1, input)
	}
	b = appendText(b, 2, n.output)
	b = appendText(b, 3, n.output)
	b = appendText(b, 4, n.op)
	for _, a := range n.attributes {
		b = appendMessage(b, 5, a.append)
	}
	return b
}

// attribute is an AttributeProto: an integer or a list of them.
type attribute struct {
	name string
	kind int
	list []int
}

func (a attribute) append(b []byte) []byte {
	field := protowire.Number(3)
	if a.kind == attributeInts {
		field = 8
	}
	b = appendText(b, 1, a.name)
	b = appendInts(b, field, a.list)
	return appendInt(b, 20, a.kind)
}

// tensor is a TensorProto.
type tensor struct {
	name  string
	kind  int
	shape []int
	raw   []byte // little-endian
}

// floatTensor returns a tensor of float32.
func floatTensor(name string, data []float32, shape ...int) tensor {
	raw := make([]byte, 0, 4*len(data))
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return tensor{name, typeFloat, shape, raw}
}

// int64Tensor returns a list of integers.
func int64Tensor(name string, data []int64) tensor {
	raw := make([]byte, 0, 8*len(data))
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return tensor{name, typeInt64, []int{len(data)}, raw}
}

func (t *tensor) append(b []byte) []byte {
	b = appendInts(b, 1, t.shape)
	b = appendInt(b, 2, t.kind)
	b = appendText(b, 8, t.name)
	return protowire.AppendBytes(protowire.AppendTag(b, 9, protowire.BytesType), t.raw)
}

// value is a ValueInfoProto: the name and shape of an input or output of float32.
type value struct {
	name  string
	shape []int
}

func (v value) append(b []byte) []byte {
	dimension := func(size int) func(b []byte) []byte {
		return func(b []byte) []byte {
			if size == batch {
				return appendText(b, 2, "batch")
			}
			return appendInt(b, 1, size)
		}
	}
	shape := func(b []byte) []byte {
		for _, size := range v.shape {
			b = appendMessage(b, 1, dimension(size))
		}
		return b
	}
	tensorType := func(b []byte) []byte { return appendMessage(appendInt(b, 1, typeFloat), 2, shape) }
	b = appendText(b, 1, v.name)
	return appendMessage(b, 2, func(b []byte) []byte { return appendMessage(b, 1, tensorType) })
}

func appendInt(b []byte, field protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), uint64(v))
}

func appendInts(b []byte, field protowire.Number, list []int) []byte {
	for _, v := range list {
		b = appendInt(b, field, v)
	}
	return b
}

func appendText(b []byte, field protowire.Number, text string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), text)
}

// appendMessage appends the result of write as a field, with its length in front.
func appendMessage(b []byte, field protowire.Number, write func(b []byte) []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), write(nil))
}
