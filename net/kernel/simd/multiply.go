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
	m, bias, relu := newProduct(f, p), p[3], p[7]
	m.start = func(each eachSum) {
		f.choose(get(bias), func() { each(func(v int, sum local) { f.set(sum, m.vector(bias, v)) }) },
			func() { each(m.clear) })
	}
	m.addProduct = func(sum, w expression) expression { return f.addTimes(sum, get(m.s), w) }
	m.finish = func(each eachSum) {
		f.when(get(relu), func() { each(func(_ int, sum local) { f.set(sum, larger(get(sum), zeros())) }) })
	}
	return m.write(p[8], func() {})
}

// multiplyInts is
//
//	multiplyInts(dst, src, weights, factors, rows, in, out, unit, count)
//
// It computes count products dst = src x weights. It multiplies the sums by factors [count, out] and by the
// number at address unit. src and weights are integers of 16 bits, and the others are floats. weights is
// [in/2, out, 2]. in and out are the bytes of a row of src and of a row of weights.
func multiplyInts() *function {
	f, p := newFunction("multiplyInts", 9)
	m, factors, unit := newProduct(f, p), p[3], p[7]
	m.start = func(each eachSum) { each(m.clear) }
	m.addProduct = func(sum, w expression) expression { return addIntegers(sum, dot(get(m.s), w)) }
	m.finish = func(each eachSum) {
		f.set(m.s, loadOne(get(unit), 0))
		each(func(v int, sum local) {
			f.set(sum, mul(mul(converted(get(sum)), m.vector(factors, v)), get(m.s)))
		})
	}
	return m.write(p[8], func() { f.add(factors, get(m.out)) })
}

func divided4(e expression) expression { return join(e, constant(2), []byte{0x76}) }

// A block has blockRows rows and blockVectors vectors of columns, so its sums, weights and input take 13 of
// the 16 registers of x86-64.
const blockRows, blockVectors = 2, 4

// product is the function under construction.
type product struct {
	*function
	dst, src, weights, rows, in, out local

	start      func(each eachSum)                 // sets the sums of a block
	addProduct func(sum, w expression) expression // adds the product of the input s and weights to a sum
	finish     func(each eachSum)                 // turns the sums into outputs

	column local // bytes before the first column
	left   local // rows to do
	// Of a block: its first input and output, the weights of the step, the end of the first row's inputs.
	x, to, w, end local
	from          [blockRows]local                // the next input of each row
	sums          [blockRows * blockVectors]local // [rows, vectors]
	q             [blockVectors]local             // weights
	s             local                           // an input
}

// eachSum calls do with each sum of a block, and with the number of its vector in the row.
type eachSum func(do func(vector int, sum local))

// newProduct returns a product whose function has the parameters of multiply and multiplyInts.
func newProduct(f *function, p []local) *product {
	m := &product{function: f, dst: p[0], src: p[1], weights: p[2], rows: p[4], in: p[5], out: p[6]}
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

// vector reads one of the vectors of a row that belong to the columns of the block.
func (m *product) vector(row local, v int) expression {
	return load(plus(get(row), get(m.column)), v*vectorBytes)
}

func (m *product) clear(_ int, sum local) { m.set(sum, zeros()) }

// write writes all products. next writes the code that comes between two of them.
func (m *product) write(count local, next func()) *function {
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
		next()
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
	each := func(do func(v int, sum local)) {
		for i, sum := range m.sums[:rows*vectors] {
			do(i%vectors, sum)
		}
	}
	m.start(each)
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
	m.finish(each)
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
			m.set(sum, m.addProduct(get(sum), get(m.q[v])))
		}
	}
	m.add(m.w, get(m.out))
}
