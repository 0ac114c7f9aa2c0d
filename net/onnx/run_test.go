package onnx

import (
	"math"
	"slices"
	"testing"
)

// array is a tensor of the interpreter: [batch, channels, rows, columns], or fewer dimensions.
type array struct {
	shape []int
	data  []float64
}

func newArray(shape ...int) array {
	a := array{shape: shape}
	a.data = make([]float64, a.size())
	return a
}

func (a array) size() int {
	n := 1
	for _, side := range a.shape {
		n *= side
	}
	return n
}

// dim returns a dimension, or 1 beyond the last dimension.
func (a array) dim(i int) int {
	if i < len(a.shape) {
		return a.shape[i]
	}
	return 1
}

// at returns an element by its four indices. If a dimension is 1, its only element stands for all
// indices.
func (a array) at(i ...int) float64 {
	index := 0
	for d, side := range a.shape {
		index *= side
		if side > 1 {
			index += i[d]
		}
	}
	return a.data[index]
}

// fill sets every element to the result of f for its four indices.
func (a array) fill(f func(n, c, y, x int) float64) array {
	i := 0
	for n := range a.dim(0) {
		for c := range a.dim(1) {
			for y := range a.dim(2) {
				for x := range a.dim(3) {
					a.data[i] = f(n, c, y, x)
					i++
				}
			}
		}
	}
	return a
}

// interpret runs a graph by the specification of ONNX's operators, in plain float64.
func interpret(t *testing.T, graph message, inputs map[string]array) map[string]array {
	t.Helper()
	values := initializers(t, graph)
	for name, a := range inputs {
		values[name] = a
	}
	for _, o := range operators(t, graph) {
		var in []array
		for _, name := range o.inputs {
			a, ok := values[name]
			if !ok {
				t.Fatalf("%s %v reads %s before it is there", o.op, o.outputs, name)
			}
			in = append(in, a)
		}
		if _, taken := values[o.outputs[0]]; taken || len(o.outputs) != 1 {
			t.Fatalf("%s writes %v again", o.op, o.outputs)
		}
		values[o.outputs[0]] = operate(t, o, in)
	}
	return values
}

func operate(t *testing.T, o operator, in []array) array {
	t.Helper()
	x := in[0]
	switch o.op {
	case "Conv":
		return convolve(t, o, in)
	case "Gemm":
		return newArray(x.shape[0], in[1].shape[1]).fill(func(n, c, _, _ int) float64 {
			sum := in[2].data[c]
			for i := range x.shape[1] {
				sum += x.at(n, i) * in[1].at(i, c)
			}
			return sum
		})
	case "Pad":
		amounts := in[1].data
		for i, v := range amounts {
			if v != 0 && i != 5 {
				t.Fatalf("padding of %v", amounts)
			}
		}
		return newArray(x.shape[0], x.shape[1]+int(amounts[5]), x.shape[2],
			x.shape[3]).fill(func(n, c, y, column int) float64 {
			if c >= x.shape[1] {
				return 0
			}
			return x.at(n, c, y, column)
		})
	case "Relu":
		return newArray(x.shape...).fill(func(n, c, y, column int) float64 {
			return max(0, x.at(n, c, y, column))
		})
	case "Add":
		return newArray(x.shape...).fill(func(n, c, y, column int) float64 {
			return x.at(n, c, y, column) + in[1].at(n, c, y, column)
		})
	case "Concat":
		if !slices.Equal(o.attributes["axis"], []int{1}) {
			t.Fatalf("concatenation with %v", o.attributes)
		}
		first := x.shape[1]
		both := newArray(x.shape[0], first+in[1].shape[1], x.shape[2], x.shape[3])
		return both.fill(func(n, c, y, column int) float64 {
			if c < first {
				return x.at(n, c, y, column)
			}
			return in[1].at(n, c-first, y, column)
		})
	case "GlobalAveragePool":
		return pool(x, func(square []float64) float64 {
			sum := 0.0
			for _, v := range square {
				sum += v
			}
			return sum / float64(len(square))
		})
	case "GlobalMaxPool":
		return pool(x, slices.Max[[]float64])
	case "ReduceMean":
		axis := reducedAxis(t, o)
		return reduce(x, axis, func(sum, v float64) float64 { return sum + v/float64(x.shape[axis]) }, 0)
	case "ReduceMax":
		return reduce(x, reducedAxis(t, o), math.Max, math.Inf(-1))
	case "Flatten":
		return array{[]int{x.shape[0], x.size() / x.shape[0]}, x.data}
	case "Softmax":
		return newArray(x.shape...).fill(func(n, c, _, _ int) float64 {
			sum := 0.0
			for i := range x.shape[1] {
				sum += math.Exp(x.at(n, i) - x.at(n, c))
			}
			return 1 / sum
		})
	}
	t.Fatalf("operator %s is unknown", o.op)
	return array{}
}

// pool reduces every channel of every position to one number.
func pool(x array, f func([]float64) float64) array {
	squares := x.shape[2] * x.shape[3]
	return newArray(x.shape[0], x.shape[1], 1, 1).fill(func(n, c, _, _ int) float64 {
		return f(x.data[(n*x.shape[1]+c)*squares:][:squares])
	})
}

// reducedAxis returns the only axis of a reduction, which keeps it as a dimension of 1: that is the
// default of the attribute keepdims.
func reducedAxis(t *testing.T, o operator) int {
	t.Helper()
	axes := o.attributes["axes"]
	if len(axes) != 1 || axes[0] < 2 || axes[0] > 3 || len(o.attributes) != 1 {
		t.Fatalf("%s with %v", o.op, o.attributes)
	}
	return axes[0]
}

// reduce folds one of the last two axes of x.
func reduce(x array, axis int, fold func(a, b float64) float64, start float64) array {
	shape := slices.Clone(x.shape)
	shape[axis] = 1
	return newArray(shape...).fill(func(n, c, y, column int) float64 {
		at, result := [4]int{n, c, y, column}, start
		for i := range x.shape[axis] {
			at[axis] = i
			result = fold(result, x.at(at[:]...))
		}
		return result
	})
}

func convolve(t *testing.T, o operator, in []array) array {
	t.Helper()
	x, w := in[0], in[1]
	side, pads := o.attributes["kernel_shape"], o.attributes["pads"]
	border := side[0] / 2
	if !slices.Equal(side, w.shape[2:]) || !slices.Equal(pads, []int{border, border, border, border}) ||
		w.shape[1] != x.shape[1] {
		t.Fatalf("convolution %v: kernel_shape %v, pads %v, weights %v, input %v", o.outputs, side, pads,
			w.shape, x.shape)
	}
	return newArray(x.shape[0], w.shape[0], x.shape[2], x.shape[3]).fill(func(n, out, y, column int) float64 {
		sum := 0.0
		if len(in) > 2 {
			sum = in[2].data[out]
		}
		for dy := range side[0] {
			for dx := range side[1] {
				row, col := y+dy-border, column+dx-border
				if row < 0 || col < 0 || row >= x.shape[2] || col >= x.shape[3] {
					continue
				}
				for c := range x.shape[1] {
					sum += x.at(n, c, row, col) * w.at(out, c, dy, dx)
				}
			}
		}
		return sum
	})
}
