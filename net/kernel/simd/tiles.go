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
//	spread(v, x, stride, channels, pitch, scales)
//
// It transforms the inputs x [6, 6, channels] of a tile into frequencies. Then it multiplies the frequencies
// by scales [36] and rounds them to integers of 16 bits, which are the results v [36, .., channels]. Two
// frequencies lie stride bytes apart, and two rows of x lie pitch bytes apart. channels is in bytes of x, a
// multiple of 16.
func spread(fused bool) *function {
	f, p := newFunction("spread", 6)
	f.fused = fused
	v, x, stride, channels, pitch, scales := p[0], p[1], p[2], p[3], p[4], p[5]
	at, column, end := f.integer(), f.integer(), f.integer()
	var y [frequencies]local
	for i := range y {
		y[i] = f.floats()
	}
	rounded := f.floats()
	f.set(end, plus(get(x), get(channels)))
	f.repeat(func() {
		f.set(column, get(x))
		for j := range tileIn {
			f.spreadInputs(f.loadColumn(y[:], j, at, column, pitch))
			f.add(column, get(channels))
		}
		f.set(at, get(v))
		for r := range tileIn {
			row := y[r*tileIn:][:tileIn]
			f.spreadInputs(row)
			for c, y := range row {
				sum := f.addTimes(four(roundingTerm), get(y), loadOne(get(scales), 4*(r*tileIn+c)))
				f.set(rounded, subIntegers(sum, four(roundingTerm)))
				f.storeHalf(get(at), narrowed(rounded))
				f.add(at, get(stride))
			}
		}
		f.add(v, constant(vectorBytes/2))
		f.add(x, constant(vectorBytes))
	}, func() expression { return above(get(end), get(x)) })
	return f
}

// roundingTerm rounds a number below 2^22 if it is added: the last bits of the sum are an integer.
const roundingTerm = 3 << 22

// loadColumn reads column j of the 6 x 6 vectors of a tile, which lie pitch bytes apart from first on. It
// returns the column.
func (f *function) loadColumn(tile []local, j int, at, first, pitch local) []local {
	var column []local
	f.set(at, get(first))
	for r := range tileIn {
		x := tile[r*tileIn+j]
		f.set(x, load(get(at), 0))
		f.add(at, get(pitch))
		column = append(column, x)
	}
	return column
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
	at, column, rowStride, row, done := f.integer(), f.integer(), f.integer(), f.integer(), f.integer()
	var x [frequencies]local
	for i := range x {
		x[i] = f.floats()
	}
	b, y, floor := f.floats(), f.floats(), f.floats()
	f.choose(get(relu), func() { f.set(floor, zeros()) }, func() { f.set(floor, lowest()) })
	f.set(rowStride, times(get(stride), constant(tileIn)))
	// put stores an output, with the residual if there is one.
	put := func(out local, more bool) {
		f.set(y, add(get(out), get(b)))
		if more {
			f.set(y, add(get(y), load(plus(get(residual), get(at)), 0)))
		}
		f.store(plus(get(dst), get(at)), larger(get(y), get(floor)))
		f.add(at, get(channels))
	}
	// rows stores the outputs of a whole tile, or those that exist.
	rows := func(whole, more bool) {
		f.set(row, get(done))
		for r := range tileOut {
			some := func() {
				out := x[r*tileIn:][:tileIn]
				f.gatherOutputs(out)
				f.set(at, get(row))
				for c := range tileOut {
					if whole {
						put(out[c], more)
					} else {
						f.when(above(get(wide), constant(c)), func() { put(out[c], more) })
					}
				}
			}
			if whole {
				some()
			} else {
				f.when(above(get(tall), constant(r)), some)
			}
			f.add(row, get(pitch))
		}
	}
	f.repeat(func() {
		f.set(column, plus(get(m), get(done)))
		for j := range tileIn {
			f.gatherOutputs(f.loadColumn(x[:], j, at, column, rowStride))
			f.add(column, get(stride))
		}
		f.set(b, load(plus(get(bias), get(done)), 0))
		f.choose(times(atLeast(get(tall), constant(tileOut)), atLeast(get(wide), constant(tileOut))), func() {
			f.choose(get(residual), func() { rows(true, true) }, func() { rows(true, false) })
		}, func() {
			f.choose(get(residual), func() { rows(false, true) }, func() { rows(false, false) })
		})
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
