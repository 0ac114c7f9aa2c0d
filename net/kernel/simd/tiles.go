package simd

// These are the transforms of Winograd's F(4x4, 3x3) of package kernel, for four channels at a
// time.
const (
	tileOut     = 4
	tileIn      = 6
	frequencies = tileIn * tileIn
)

// spread is
//
//	spread(v, patch, stride, channels)
//
// It transforms the patch [6, 6, channels] of a tile into its frequencies v [36, .., channels],
// which lie stride bytes apart. channels is in bytes, a multiple of 16.
func spread(fused bool) *function {
	f, p := newFunction("spread", 4)
	f.fused = fused
	v, patch, stride, channels := p[0], p[1], p[2], p[3]
	at, done := f.integer(), f.integer()
	var x [frequencies]local
	for i := range x {
		x[i] = f.floats()
	}
	f.repeat(func() {
		f.loadAll(x[:], at, plus(get(patch), get(done)), channels)
		for j := range tileIn {
			f.spreadInputs([]local{x[j], x[6+j], x[12+j], x[18+j], x[24+j], x[30+j]})
		}
		f.set(at, plus(get(v), get(done)))
		for r := range tileIn {
			row := x[r*tileIn:][:tileIn]
			f.spreadInputs(row)
			for _, y := range row {
				f.store(get(at), get(y))
				f.add(at, get(stride))
			}
		}
		f.add(done, constant(vectorBytes))
	}, func() expression { return above(get(channels), get(done)) })
	return f
}

// loadAll reads vectors that lie stride bytes apart.
func (f *function) loadAll(to []local, at local, first expression, stride local) {
	f.set(at, first)
	for _, x := range to {
		f.set(x, load(get(at), 0))
		f.add(at, get(stride))
	}
}

// spreadInputs replaces x by B^T x.
func (f *function) spreadInputs(v []local) {
	x := func(i int) expression { return get(v[i]) }
	a := f.let(f.subTimes(x(4), x(2), four(4)))
	b := f.let(f.subTimes(x(3), x(1), four(4)))
	c := f.let(sub(x(4), x(2)))
	d := f.let(scaled(sub(x(3), x(1)), 2))
	f.set(v[0], f.addTimes(get(c), sub(x(0), x(2)), four(4)))
	f.set(v[5], sub(f.addTimes(x(5), sub(x(1), x(3)), four(4)), x(3)))
	f.set(v[1], add(get(a), get(b)))
	f.set(v[2], sub(get(a), get(b)))
	f.set(v[3], add(get(c), get(d)))
	f.set(v[4], sub(get(c), get(d)))
}

// gather is
//
//	gather(dst, m, bias, residual, stride, channels, pitch, tall, wide, relu)
//
// It transforms the frequencies m [36, .., channels] of a tile, which lie stride bytes apart, into
// its outputs. It stores the outputs of tall rows and wide columns in dst [.., channels], with bias
// [channels], residual and activation. The rows of dst lie pitch bytes apart. channels is in bytes,
// a multiple of 16. residual has the layout of dst; address 0 means no residual.
func gather(fused bool) *function {
	f, p := newFunction("gather", 10)
	f.fused = fused
	dst, m, bias, residual, stride, channels, pitch, tall, wide, relu := p[0], p[1], p[2], p[3], p[4], p[5],
		p[6], p[7], p[8], p[9]
	at, row, done := f.integer(), f.integer(), f.integer()
	var x [frequencies]local
	for i := range x {
		x[i] = f.floats()
	}
	b, y := f.floats(), f.floats()
	f.repeat(func() {
		f.loadAll(x[:], at, plus(get(m), get(done)), stride)
		for j := range tileIn {
			f.gatherOutputs([]local{x[j], x[6+j], x[12+j], x[18+j], x[24+j], x[30+j]})
		}
		f.set(b, load(plus(get(bias), get(done)), 0))
		f.set(row, get(done))
		for r := range tileOut {
			f.when(above(get(tall), constant(r)), func() {
				out := x[r*tileIn:][:tileIn]
				f.gatherOutputs(out)
				f.set(at, get(row))
				for c := range tileOut {
					f.when(above(get(wide), constant(c)), func() {
						f.set(y, add(get(out[c]), get(b)))
						f.when(get(residual), func() {
							f.set(y, add(get(y), load(plus(get(residual), get(at)), 0)))
						})
						f.when(get(relu), func() { f.set(y, larger(get(y), zeros())) })
						f.store(plus(get(dst), get(at)), get(y))
					})
					f.add(at, get(channels))
				}
			})
			f.add(row, get(pitch))
		}
		f.add(done, constant(vectorBytes))
	}, func() expression { return above(get(channels), get(done)) })
	return f
}

// gatherOutputs replaces the first four of m by A^T m.
func (f *function) gatherOutputs(v []local) {
	x := func(i int) expression { return get(v[i]) }
	s, d := f.let(add(x(1), x(2))), f.let(sub(x(1), x(2)))
	p, q := f.let(add(x(3), x(4))), f.let(sub(x(3), x(4)))
	f.set(v[0], add(add(x(0), get(s)), get(p)))
	f.set(v[1], f.addTimes(get(d), get(q), four(2)))
	f.set(v[2], f.addTimes(get(s), get(p), four(4)))
	f.set(v[3], add(f.addTimes(get(d), get(q), four(8)), x(5)))
}
