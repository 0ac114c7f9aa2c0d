package kernel

// taps are those from eight input channels to eight output channels, [9, 8, 8].
type taps [9 * lanes * lanes]float32

func (c *avx2Conv) load(weights []float32) {
	c.eachEight(func(p *panel, i, inputs, o, outputs int) {
		if outputs == lanes {
			c.store(p, i, inputs, o, &weights[i*c.out+o], c.in*c.out, c.out)
			return
		}
		var t taps
		for k := range 9 {
			for r := range inputs {
				copy(t[(k*lanes+r)*lanes:][:outputs], weights[(k*c.in+i+r)*c.out+o:])
			}
		}
		c.store(p, i, inputs, o, &t[0], lanes*lanes, lanes)
	})
}

func (c *avx2Conv) loadTurned(weights []float32) {
	c.eachEight(func(p *panel, i, inputs, o, outputs int) {
		var t taps
		for k := range 9 {
			to := t[k*lanes*lanes:][:lanes*lanes]
			for n := range outputs {
				for r, x := range weights[((8-k)*c.out+o+n)*c.in+i:][:inputs] {
					to[r*lanes+n] = x
				}
			}
		}
		c.store(p, i, inputs, o, &t[0], lanes*lanes, lanes)
	})
}

// eachEight calls f for every eight input channels and eight output channels, or as many as are
// left, in an order that completes the lines of a panel while they are in the first cache.
func (c *avx2Conv) eachEight(f func(p *panel, i, inputs, o, outputs int)) {
	for n := range c.panels {
		p := &c.panels[n]
		for i := 0; i < c.in; i += lanes {
			for o := p.first; o < min(c.out, p.first+p.vectors*lanes); o += lanes {
				f(p, i, min(lanes, c.in-i), o, min(lanes, c.out-o))
			}
		}
	}
}

// store sets the frequencies G w G^T of the taps from some input channels to eight output
// channels. The taps lie tap apart, those of an input channel row after those of another.
func (c *avx2Conv) store(p *panel, i, inputs, o int, w *float32, tap, row int) {
	spreadTaps(&p.weights[p.at(i, o, c.in)], w, p.stride*floatBytes, p.width*floatBytes, tap*floatBytes, row*floatBytes, inputs)
}
