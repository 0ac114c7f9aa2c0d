package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is a decoded protocol-buffer message: the values of each field in their order, uint64 or
// []byte.
type message map[protowire.Number][]any

func parse(t *testing.T, b []byte) message {
	t.Helper()
	m := message{}
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			t.Fatalf("no tag: %v", protowire.ParseError(n))
		}
		b = b[n:]
		var v any
		switch kind {
		case protowire.VarintType:
			v, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			v, n = protowire.ConsumeBytes(b)
		default:
			t.Fatalf("field %d has wire type %d", field, kind)
		}
		if n < 0 {
			t.Fatalf("field %d: %v", field, protowire.ParseError(n))
		}
		b = b[n:]
		m[field] = append(m[field], v)
	}
	return m
}

func (m message) ints(field protowire.Number) []int {
	var list []int
	for _, v := range m[field] {
		list = append(list, int(v.(uint64)))
	}
	return list
}

func (m message) int(field protowire.Number) int { return m.ints(field)[0] }

func (m message) texts(field protowire.Number) []string {
	var list []string
	for _, v := range m[field] {
		list = append(list, string(v.([]byte)))
	}
	return list
}

func (m message) text(field protowire.Number) string { return m.texts(field)[0] }

func (m message) messages(t *testing.T, field protowire.Number) []message {
	t.Helper()
	var list []message
	for _, v := range m[field] {
		list = append(list, parse(t, v.([]byte)))
	}
	return list
}

// operator is a decoded node.
type operator struct {
	op              string
	inputs, outputs []string
	attributes      map[string][]int
}

func operators(t *testing.T, graph message) []operator {
	t.Helper()
	var list []operator
	for _, n := range graph.messages(t, 1) {
		o := operator{n.text(4), n.texts(1), n.texts(2), map[string][]int{}}
		for _, a := range n.messages(t, 5) {
			switch kind := a.int(20); kind {
			case 2: // INT
				o.attributes[a.text(1)] = a.ints(3)
			case 7: // INTS
				o.attributes[a.text(1)] = a.ints(8)
			default:
				t.Fatalf("attribute %s has type %d", a.text(1), kind)
			}
		}
		list = append(list, o)
	}
	return list
}

// initializers returns the tensors of a graph by name.
func initializers(t *testing.T, graph message) map[string]array {
	t.Helper()
	tensors := map[string]array{}
	for _, m := range graph.messages(t, 5) {
		a := array{shape: m.ints(1)}
		raw := m[9][0].([]byte)
		switch kind := m.int(2); kind {
		case 1: // FLOAT
			for ; len(raw) > 0; raw = raw[4:] {
				a.data = append(a.data, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
			}
		case 7: // INT64
			for ; len(raw) > 0; raw = raw[8:] {
				a.data = append(a.data, float64(int64(binary.LittleEndian.Uint64(raw))))
			}
		default:
			t.Fatalf("tensor %s has type %d", m.text(8), kind)
		}
		if len(a.data) != a.size() {
			t.Fatalf("tensor %s has %d elements and shape %v", m.text(8), len(a.data), a.shape)
		}
		tensors[m.text(8)] = a
	}
	return tensors
}

// shapes returns inputs (field 11) or outputs (12) of a graph as text, "name [batch 3]".
func shapes(t *testing.T, graph message, field protowire.Number) []string {
	t.Helper()
	var list []string
	for _, v := range graph.messages(t, field) {
		tensor := v.messages(t, 2)[0].messages(t, 1)[0]
		if kind := tensor.int(1); kind != 1 {
			t.Fatalf("%s has type %d", v.text(1), kind)
		}
		var sizes []string
		for _, d := range tensor.messages(t, 2)[0].messages(t, 1) {
			if len(d[2]) > 0 {
				sizes = append(sizes, d.text(2))
			} else {
				sizes = append(sizes, fmt.Sprint(d.int(1)))
			}
		}
		list = append(list, fmt.Sprint(v.text(1), " ", sizes))
	}
	return list
}
