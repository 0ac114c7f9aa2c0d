package simd

const vectorBytes = 16 // four floats

// multiply is
//
//	multiply(dst, src, weights, bias, rows, in, out, relu, count)
//
// It computes count products dst = act(src x weights + bias). Each product takes the next matrices
// src [rows, in], weights [in, out] and dst [rows, out]. in and out are in bytes, multiples of 16.
// A bias at address 0 means no bias; otherwise it is [out].
func multiply(fused bool) *function {
	f, p := newFunction("multiply", 9)
	f.fused = fused
	return newProduct(f, p).write(p[8])
}

// multiplyInts is
//
//	multiplyInts(dst, src, weights, factors, rows, in, out, unit, count)
//
// It computes count products dst = src x weights, times factors [count, out] and the number at address unit.
// src and weights are integers of 16 bits, and the others are floats. weights is [in/2, out, 2]. in and out
// are the bytes of a row of src and of a row of weights.
func multiplyInts() *function {
	f, p := newFunction("multiplyInts", 9)
	m := newProduct(f, p)
	m.integers = true
	return m.write(p[8])
}

func divided4(e expression) expression { return join(e, constant(2), []byte{0x76}) }

// A block has blockRows rows and blockVectors vectors of columns, so its sums, weights and input take 13 of
// the 16 registers of x86-64.
const blockRows, blockVectors = 2, 4

// product is the function under construction.
type product struct {
	*function
	integers bool // and not floats

	dst, src, weights, bias, rows, in, out, relu local // bias and relu are factors and unit of integers

	column local // bytes before the first column
	left   local // rows to do
	// Of a block: its first input and output, the weights of the step, the end of the first row's inputs.
	x, to, w, end local
	from          [blockRows]local                // the next input of each row
	sums          [blockRows * blockVectors]local // [rows, vectors]
	q             [blockVectors]local             // weights
	s             local                           // an input
}

func newProduct(f *function, p []local) *product {
	m := &product{function: f, dst: p[0], src: p[1], weights: p[2], bias: p[3], rows: p[4], in: p[5],
		out: p[6], relu: p[7]}
	m.column, m.left, m.x, m.to, m.w, m.end = f.integer(), f.integer(), f.integer(), f.integer(), f.integer(),
		f.integer()
	for i := range m.from {
		m.from[i] = f.integer()
	}
	for i := range m.sums {
		m.sums[i] = f.floats()
	}
	for i := range m.q {
		m.q[i] = f.floats()
	}
	m.s = f.floats()
	return m
}

// write writes all products.
func (m *product) write(count local) *function {
	f := m.function
	f.repeat(func() {
		f.set(m.column, constant(0))
		for wide := blockVectors; wide > 0; wide /= 2 {
			f.while(atLeast(minus(get(m.out), get(m.column)), constant(wide*vectorBytes)),
				func() { m.columns(wide) })
		}
		f.add(m.src, times(get(m.rows), get(m.in)))
		f.add(m.weights, times(divided4(get(m.in)), get(m.out)))
		f.add(m.dst, times(get(m.rows), get(m.out)))
		if m.integers {
			f.add(m.bias, get(m.out))
		}
		f.set(count, minus(get(count), constant(1)))
	}, func() expression { return get(count) })
	return f
}

// columns computes some vectors of columns of all rows.
func (m *product) columns(vectors int) {
	m.set(m.x, get(m.src))
	m.set(m.to, plus(get(m.dst), get(m.column)))
	m.set(m.left, get(m.rows))
	m.while(atLeast(get(m.left), constant(blockRows)), func() { m.block(blockRows, vectors) })
	m.when(get(m.left), func() { m.block(1, vectors) })
	m.add(m.column, constant(vectors*vectorBytes))
}

// block computes some rows of some vectors of columns, with all sums in registers.
func (m *product) block(rows, vectors int) {
	each := func(do func(r, v int, sum local)) {
		for r := range rows {
			for v := range vectors {
				do(r, v, m.sums[r*vectors+v])
			}
		}
	}
	loadBias := func(v int) expression { return load(plus(get(m.bias), get(m.column)), v*vectorBytes) }
	clear := func() { each(func(_, _ int, sum local) { m.set(sum, zeros()) }) }
	if m.integers {
		clear()
	} else {
		m.choose(get(m.bias), func() { each(func(_, v int, sum local) { m.set(sum, loadBias(v)) }) }, clear)
	}
	m.set(m.w, plus(get(m.weights), get(m.column)))
	for r := range rows {
		m.set(m.from[r], get(m.x))
		m.add(m.x, get(m.in))
	}
	m.set(m.end, plus(get(m.from[0]), get(m.in)))
	// A loop takes only one input, because older versions of V8 move the loads of a loop to its front. The
	// loads of two inputs need more registers than there are. Most sums would then go to memory and back.
	m.repeat(func() { m.step(rows, vectors) },
		func() expression { return minus(get(m.end), get(m.from[0])) })
	if m.integers {
		m.set(m.s, loadOne(get(m.relu), 0))
		each(func(_, v int, sum local) { m.set(sum, mul(mul(converted(get(sum)), loadBias(v)), get(m.s))) })
	} else {
		m.when(get(m.relu), func() {
			each(func(_, _ int, sum local) { m.set(sum, larger(get(sum), zeros())) })
		})
	}
	for r := range rows {
		for v := range vectors {
			m.store(plus(get(m.to), constant(v*vectorBytes)), get(m.sums[r*vectors+v]))
		}
		m.add(m.to, get(m.out))
	}
	m.add(m.left, constant(-rows))
}

// step adds the products with the next input of each row, or with the next two integers.
func (m *product) step(rows, vectors int) {
	for v := range vectors {
		m.set(m.q[v], load(get(m.w), v*vectorBytes))
	}
	for r := range rows {
		m.set(m.s, loadOne(get(m.from[r]), 0))
		m.add(m.from[r], constant(vectorBytes/4))
		for v := range vectors {
			sum := m.sums[r*vectors+v]
			if m.integers {
				m.set(sum, addIntegers(get(sum), dot(get(m.s), get(m.q[v]))))
			} else {
				m.set(sum, m.addTimes(get(sum), get(m.s), get(m.q[v])))
			}
		}
	}
	m.add(m.w, get(m.out))
}
