package train

import "epaminondas/net/kernel"

// dense is a dense layer of a stage, or a 1x1 convolution with a row for each square.
type dense struct {
	in, out int
	weight  *parameter
	bias    *parameter // nil: none
	turned  []float32  // [out, in]: the weights transposed
}

// dense adds the parameters of the dense layer called name.
func (s *stage) dense(name string, in, out int, bias bool) *dense {
	d := &dense{in: in, out: out, weight: s.tensor(name + ".weight")}
	d.turned = d.weight.turned(in, out)
	if bias {
		d.bias = s.tensor(name + ".bias")
	}
	return d
}

// run computes rows of outputs, and applies ReLU if relu is set. A nil bias means the layer's own
// bias.
func (d *dense) run(dst, src, bias []float32, rows int, relu bool) {
	if bias == nil && d.bias != nil {
		bias = d.bias.data
	}
	kernel.Dense(dst, src, d.weight.data, bias, rows, d.in, d.out, relu)
}

// clearGrad sets the gradients of the parameters over one part of the batch to zero.
func (d *dense) clearGrad(p part) {
	clear(d.weight.grad(p))
	if d.bias != nil {
		clear(d.bias.grad(p))
	}
}

// weightGrad adds the gradient of rows to the gradient of the weights over one part of the batch.
func (d *dense) weightGrad(src, ddst []float32, rows int, p part) {
	kernel.AddDenseWeightGrad(d.weight.grad(p), src, ddst, rows, d.in, d.out)
}

// biasGrad adds the gradient of rows to the gradient of the bias over one part of the batch.
func (d *dense) biasGrad(ddst []float32, rows int, p part) {
	bias := d.bias.grad(p)
	for ; rows > 0; rows-- {
		for i, v := range ddst[:d.out] {
			bias[i] += v
		}
		ddst = ddst[d.out:]
	}
}

// inputGrad sets dsrc to the gradient of rows of inputs. addInputGrad adds this gradient to dsrc.
func (d *dense) inputGrad(dsrc, ddst []float32, rows int) {
	kernel.Dense(dsrc, ddst, d.turned, nil, rows, d.out, d.in, false)
}

func (d *dense) addInputGrad(dsrc, ddst []float32, rows int) {
	kernel.AddDense(dsrc, ddst, d.turned, rows, d.out, d.in)
}
