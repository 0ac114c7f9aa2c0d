package net

import (
	"math"

	"epaminondas/game"
)

// plainPredict is the plain network in float64, the oracle of the engine. It uses no kernel and
// computes every logit.
func plainPredict(w *Weights, s *game.State, moves []game.Move) (prior []float64, wdl []float64) {
	n := plainNet{w, s.Board().Height(), s.Board().Width()}
	x := n.trunk(s)
	c := w.Config.Channels
	var hidden [][]float64
	for _, square := range x {
		hidden = append(hidden, n.dense("policy.hidden", square))
	}
	hidden = apply(relu, shift(hidden, n.dense("policy.pool", pool(x))))
	logits := make([]float64, 0, len(x)*MovePlanes)
	for _, square := range hidden {
		logits = append(logits, n.dense("policy.out", square)...)
	}
	for _, m := range moves {
		rear, landing := MoveIndex(s.Board(), s.Turn(), m)
		prior = append(prior, logits[rear]+logits[landing])
	}
	var v [][]float64
	for _, square := range x {
		v = append(v, relu(n.dense("value.hidden", square)))
	}
	units := relu(n.dense("value.dense", pool(v)[:2*c]))
	return plainSoftmax(prior), plainSoftmax(n.dense("value.out", units))
}

// plainNet applies the layers of w to images with one vector for each square.
type plainNet struct {
	w             *Weights
	height, width int
}

// trunk returns the features of each square after all blocks.
func (n plainNet) trunk(s *game.State) (x [][]float64) {
	cfg := n.w.Config
	planes, count := plainEncode(s, cfg.Planes), cfg.Planes.Count()
	for q := range s.Board().Area() {
		x = append(x, widen(planes[q*count:][:count]))
	}
	x = apply(relu, n.conv("stem", x))
	for i := range cfg.Blocks {
		block := "block" + string(rune('0'+i)) + "."
		h := n.conv(block+"conv1", x)
		if cfg.Pooled(i) {
			h = n.pooled(block, h)
		}
		h = n.conv(block+"conv2", apply(relu, h))
		for q := range x {
			x[q] = relu(sum(x[q], h[q]))
		}
	}
	return x
}

func (n plainNet) bias(layer string) []float64 {
	if p := n.w.Param(layer + ".bias"); p != nil {
		return widen(p.Data)
	}
	weight := n.w.Param(layer + ".weight")
	return make([]float64, weight.Shape[len(weight.Shape)-1])
}

func (n plainNet) dense(layer string, x []float64) []float64 {
	y, weight := n.bias(layer), n.w.Param(layer+".weight").Data
	for o := range y {
		for i, v := range x {
			y[o] += v * float64(weight[i*len(y)+o])
		}
	}
	return y
}

func (n plainNet) conv(layer string, x [][]float64) [][]float64 {
	weight := n.w.Param(layer + ".weight").Data
	var y [][]float64
	for q := range x {
		sums := n.bias(layer)
		for k := range 9 {
			row, column := q/n.width+k/3-1, q%n.width+k%3-1
			if row < 0 || column < 0 || row >= n.height || column >= n.width {
				continue
			}
			from := x[row*n.width+column]
			for o := range sums {
				for i, v := range from {
					sums[o] += v * float64(weight[(k*len(from)+i)*len(sums)+o])
				}
			}
		}
		y = append(y, sums)
	}
	return y
}

// pooled returns x plus what the pooling of a block adds to each square.
func (n plainNet) pooled(block string, x [][]float64) [][]float64 {
	features := apply(relu, x)
	y := shift(x, n.dense(block+"pool", pool(features)))
	if n.w.Config.Pooling != PoolLines {
		return y
	}
	for q := range x {
		row, column := q/n.width, q%n.width
		var across, along [][]float64
		for i, square := range features {
			if i/n.width == row {
				across = append(across, square)
			}
			if i%n.width == column {
				along = append(along, square)
			}
		}
		y[q] = sum(y[q], sum(n.dense(block+"rows", pool(across)), n.dense(block+"columns", pool(along))))
	}
	return y
}

func pool(x [][]float64) []float64 {
	c := len(x[0])
	p := make([]float64, 2*c)
	copy(p[c:], x[0])
	for _, square := range x {
		for i, v := range square {
			p[i] += v / float64(len(x))
			p[c+i] = max(p[c+i], v)
		}
	}
	return p
}

func shift(x [][]float64, by []float64) [][]float64 {
	return apply(func(square []float64) []float64 { return sum(square, by) }, x)
}

func apply(f func([]float64) []float64, x [][]float64) [][]float64 {
	y := make([][]float64, len(x))
	for q := range x {
		y[q] = f(x[q])
	}
	return y
}

func sum(a, b []float64) []float64 {
	y := make([]float64, len(a))
	for i := range a {
		y[i] = a[i] + b[i]
	}
	return y
}

func relu(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = max(v, 0)
	}
	return y
}

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func plainSoftmax(x []float64) []float64 {
	y, total := make([]float64, len(x)), 0.0
	for i, v := range x {
		y[i] = math.Exp(v)
		total += y[i]
	}
	for i := range y {
		y[i] /= total
	}
	return y
}
