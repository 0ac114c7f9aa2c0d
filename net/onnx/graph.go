package onnx

import (
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/net"
)

// builder adds the layers of a network to a graph. Tensors of weights keep their names of a
// checkpoint. A layer's output has the layer's name.
type builder struct {
	weights *net.Weights
	graph   graph
}

// newGraph returns the graph of a network for boards of b's size. It computes the same as
// net.Evaluator, but it gives the logits of all moves.
func newGraph(w *net.Weights, b *game.Board) graph {
	g := &builder{weights: widened(w), graph: graph{name: "epaminondas"}}
	planes := w.Config.Planes.Count()
	g.input(Planes, batch, planes, b.Height(), b.Width())
	trunk := g.trunk(g.padded(Planes, planes))
	g.policy(trunk)
	g.wdl(trunk)
	g.output(Policy, batch, net.MovePlanes, b.Height(), b.Width())
	g.output(WDL, batch, g.outputs("value.out"))
	return g.graph
}

// widePlanes returns the number of planes of the first convolution, a multiple of eight. The
// additional planes are zero. ONNX Runtime lays images out in blocks of eight channels. With 37
// planes it leaves that layout after every block. For 4 blocks x 32 channels it then takes 1.11
// times as long as with 40 planes.
func widePlanes(planes int) int { return (planes + 7) / 8 * 8 }

// widened returns w with weights for the additional planes. It shares all other tensors with w.
func widened(w *net.Weights) *net.Weights {
	w = &net.Weights{Config: w.Config, Params: slices.Clone(w.Params)}
	stem := w.Param("stem.weight")
	planes, out := w.Config.Planes.Count(), w.Config.Channels
	all := widePlanes(planes)
	wide := make([]float32, 9*all*out)
	for k := range 9 {
		copy(wide[k*all*out:], stem.Data[k*planes*out:][:planes*out])
	}
	stem.Shape, stem.Data = []int{3, 3, all, out}, wide
	return w
}

// padded adds the additional planes to an input of n planes and returns the name of the result.
func (g *builder) padded(planes string, n int) string {
	name, amounts := planes+".padded", planes+".pads"
	pads := make([]int64, 8) // at the beginning of each dimension, then at the end
	pads[4+1] = int64(widePlanes(n) - n)
	g.graph.tensors = append(g.graph.tensors, int64Tensor(amounts, pads))
	return g.node("Pad", name, planes, amounts).output
}

// trunk adds the residual trunk.
func (g *builder) trunk(planes string) string {
	x := g.relu(g.conv("stem", planes))
	for i := range g.weights.Config.Blocks {
		block := fmt.Sprintf("block%d", i)
		inner := g.conv(block+".conv1", x)
		if g.weights.Config.Pooled(i) {
			inner = g.pooled(block, inner, g.weights.Config.PooledLines(i))
		}
		branch := g.conv(block+".conv2", g.relu(inner))
		x = g.relu(g.add(block, x, branch))
	}
	return x
}

// pooled adds the pooling of a block to inner, over the board and perhaps over rows and columns.
func (g *builder) pooled(block, inner string, lines bool) string {
	features := g.relu(inner)
	shifted := g.add(block+".shifted", inner, g.conv(block+".pool", g.pool(block, features)))
	if lines {
		rows, columns := block+".rows", block+".columns"
		rowwise := g.conv(rows, g.poolAlong(rows, features, 3))
		columnwise := g.conv(columns, g.poolAlong(columns, features, 2))
		shifted = g.add(rows+".shifted", shifted, rowwise)
		shifted = g.add(columns+".shifted", shifted, columnwise)
	}
	return shifted
}

// policy adds the policy head.
func (g *builder) policy(trunk string) {
	shift := g.conv("policy.pool", g.pool("policy", trunk))
	hidden := g.relu(g.add("policy.shifted", g.conv("policy.hidden", trunk), shift))
	g.convTo(Policy, "policy.out", hidden)
}

// wdl adds the value head.
func (g *builder) wdl(trunk string) {
	pooled := g.pool("value", g.relu(g.conv("value.hidden", trunk)))
	flat := g.node("Flatten", "value.flat", pooled).output
	units := g.relu(g.dense("value.dense", flat))
	g.node("Softmax", WDL, g.dense("value.out", units))
}

// conv adds a convolution, 3x3 or 1x1, under the layer's own name.
func (g *builder) conv(layer, x string) string { return g.convTo(layer, layer, x) }

// convTo is conv with another name for the output.
func (g *builder) convTo(output, layer, x string) string {
	p := g.weights.Param(layer + ".weight")
	side := 1 // a dense layer applied to every square
	if len(p.Shape) == 4 {
		side = p.Shape[0]
	}
	in, out := p.Shape[len(p.Shape)-2], p.Shape[len(p.Shape)-1]
	g.tensor(p.Name, outputsFirst(p.Data, side*side, in, out), out, in, side, side)
	n := g.node("Conv", output, g.withBias(layer, x, p.Name)...)
	border := side / 2
	n.ints("kernel_shape", side, side)
	n.ints("pads", border, border, border, border)
	return output
}

// dense adds a dense layer.
func (g *builder) dense(layer, x string) string {
	p := g.weights.Param(layer + ".weight")
	g.tensor(p.Name, p.Data, p.Shape...)
	g.node("Gemm", layer, g.withBias(layer, x, p.Name)...)
	return layer
}

// withBias adds the bias of a layer, if it has one, and appends its name to the inputs.
func (g *builder) withBias(layer string, inputs ...string) []string {
	p := g.weights.Param(layer + ".bias")
	if p == nil {
		return inputs
	}
	g.tensor(p.Name, p.Data, p.Shape...)
	return append(inputs, p.Name)
}

// pool adds the means and then the maxima of all channels, [batch, 2C, 1, 1].
func (g *builder) pool(name, x string) string {
	mean, peak, both := name+".mean", name+".max", name+".pooled"
	g.node("GlobalAveragePool", mean, x)
	g.node("GlobalMaxPool", peak, x)
	g.node("Concat", both, mean, peak).int("axis", 1)
	return both
}

// poolAlong is pool along one axis of x, which becomes 1: axis 3 summarises rows, axis 2 columns.
func (g *builder) poolAlong(name, x string, axis int) string {
	mean, peak, both := name+".mean", name+".max", name+".pooled"
	g.node("ReduceMean", mean, x).ints("axes", axis)
	g.node("ReduceMax", peak, x).ints("axes", axis)
	g.node("Concat", both, mean, peak).int("axis", 1)
	return both
}

func (g *builder) relu(x string) string {
	return g.node("Relu", x+".relu", x).output
}

func (g *builder) add(name, a, b string) string {
	return g.node("Add", name, a, b).output
}

// node adds an operator.
func (g *builder) node(op, output string, inputs ...string) *node {
	g.graph.nodes = append(g.graph.nodes, node{op: op, inputs: inputs, output: output})
	return &g.graph.nodes[len(g.graph.nodes)-1]
}

// tensor adds weights.
func (g *builder) tensor(name string, data []float32, shape ...int) {
	g.graph.tensors = append(g.graph.tensors, floatTensor(name, data, shape...))
}

// outputs returns the number of outputs of a layer.
func (g *builder) outputs(layer string) int {
	shape := g.weights.Param(layer + ".weight").Shape
	return shape[len(shape)-1]
}

func (g *builder) input(name string, shape ...int) {
	g.graph.inputs = append(g.graph.inputs, value{name, shape})
}

func (g *builder) output(name string, shape ...int) {
	g.graph.outputs = append(g.graph.outputs, value{name, shape})
}

// outputsFirst returns weights [squares, in, out] in the order of ONNX, [out, in, squares].
func outputsFirst(data []float32, squares, in, out int) []float32 {
	turned := make([]float32, len(data))
	for s := range squares {
		for i := range in {
			for o := range out {
				turned[(o*in+i)*squares+s] = data[(s*in+i)*out+o]
			}
		}
	}
	return turned
}
