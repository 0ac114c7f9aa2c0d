package simd

import "math"

// This file has functions on the channels of squares. Sizes and distances are in bytes. channels is
// a multiple of 16.

// sparse is
//
//	sparse(dst, weights, features, count, rows, length, pitch, each, width)
//
// It adds the contributions of a square's features, at least one, to rows of length bytes in dst.
// The rows lie pitch bytes apart. A feature is its channel and its value. The weights of its rows
// lie width bytes apart. The weights of two adjacent channels lie each bytes apart.
func sparse(fused bool) *function {
	f, p := newFunction("sparse", 9)
	f.fused = fused
	dst, weights, features, count, rows, length, pitch, each, width := p[0], p[1], p[2], p[3], p[4], p[5],
		p[6], p[7], p[8]
	at, end, done, w := f.integer(), f.integer(), f.integer(), f.integer()
	factor := f.floats()
	var sums [6]local // the loads and sums of a feature together fit the registers of x86-64
	for v := range sums {
		sums[v] = f.floats()
	}
	f.set(end, plus(get(features), times(get(count), constant(8))))
	some := func(vectors int) {
		for v := range vectors {
			f.set(sums[v], load(plus(get(dst), get(done)), v*vectorBytes))
		}
		f.set(at, get(features))
		f.repeat(func() {
			f.set(w, plus(plus(get(weights), get(done)), times(loadInteger(get(at)), get(each))))
			f.set(factor, loadOne(get(at), 4))
			for v := range vectors {
				f.set(sums[v], f.addTimes(get(sums[v]), get(factor), load(get(w), v*vectorBytes)))
			}
			f.add(at, constant(8))
		}, func() expression { return above(get(end), get(at)) })
		for v := range vectors {
			f.store(plus(plus(get(dst), get(done)), constant(v*vectorBytes)), get(sums[v]))
		}
		f.add(done, constant(vectors*vectorBytes))
	}
	f.repeat(func() {
		f.set(done, constant(0))
		for _, wide := range []int{len(sums), 2, 1} {
			f.while(atLeast(minus(get(length), get(done)), constant(wide*vectorBytes)), func() { some(wide) })
		}
		f.add(dst, get(pitch))
		f.add(weights, get(width))
		f.add(rows, constant(-1))
	}, func() expression { return get(rows) })
	return f
}

// shift is
//
//	shift(x, bias, rows, columns, channels, pitch)
//
// It adds bias [channels] to every square of rows that lie pitch bytes apart, and applies ReLU.
func shift() *function {
	f, p := newFunction("shift", 6)
	x, bias := p[0], p[1]
	b := f.floats()
	w := walk{rows: p[2], columns: p[3], channels: p[4], pitch: p[5], done: f.integer()}
	w.each(f, x, func() { f.set(b, load(plus(get(bias), get(w.done)), 0)) }, func(square local) {
		f.store(get(square), larger(add(load(get(square), 0), get(b)), zeros()))
	}, func() {})
	return f
}

// shiftLines is
//
//	shiftLines(x, row, column, rows, columns, channels, pitch)
//
// It adds to every square the vector of its row in row [rows, channels] and the vector of its column
// in column [columns, channels], and applies ReLU. The rows of x lie pitch bytes apart.
func shiftLines() *function {
	f, p := newFunction("shiftLines", 7)
	x, row, column := p[0], p[1], p[2]
	channels := p[5]
	at, below, r := f.integer(), f.integer(), f.floats()
	w := walk{rows: p[3], columns: p[4], channels: channels, pitch: p[6], done: f.integer()}
	w.row = func() {
		f.set(r, load(get(below), 0))
		f.add(below, get(channels))
		f.set(at, plus(get(column), get(w.done)))
	}
	w.each(f, x, func() { f.set(below, plus(get(row), get(w.done))) }, func(square local) {
		f.store(get(square), larger(add(add(load(get(square), 0), get(r)), load(get(at), 0)), zeros()))
		f.add(at, get(channels))
	}, func() {})
	return f
}

// pool is
//
//	pool(sum, peak, src, rows, columns, channels, pitch, relu)
//
// It stores the sum and the maximum of every channel over rows that lie pitch bytes apart, with or
// without ReLU.
func pool() *function {
	f, p := newFunction("pool", 8)
	sum, peak, src, relu := p[0], p[1], p[2], p[7]
	floor, all, most, x := f.floats(), f.floats(), f.floats(), f.floats()
	w := walk{rows: p[3], columns: p[4], channels: p[5], pitch: p[6], done: f.integer()}
	f.choose(get(relu), func() { f.set(floor, zeros()) }, func() { f.set(floor, lowest()) })
	w.each(f, src, func() {
		f.set(all, zeros())
		f.set(most, get(floor))
	}, func(square local) {
		f.set(x, larger(load(get(square), 0), get(floor)))
		f.set(all, add(get(all), get(x)))
		f.set(most, larger(get(most), get(x)))
	}, func() {
		f.store(plus(get(sum), get(w.done)), get(all))
		f.store(plus(get(peak), get(w.done)), get(most))
	})
	return f
}

// walk visits the squares once for each four channels.
type walk struct {
	rows, columns, channels, pitch local
	done                           local // bytes of the earlier channels

	row func() // runs before each row, unless it is nil
}

// each does the following for each four channels: it runs begin, then do with the address of every
// square, then end.
func (w *walk) each(f *function, first local, begin func(), do func(square local), end func()) {
	square, row, left, below := f.integer(), f.integer(), f.integer(), f.integer()
	f.repeat(func() {
		begin()
		f.set(row, plus(get(first), get(w.done)))
		f.set(below, get(w.rows))
		f.repeat(func() {
			if w.row != nil {
				w.row()
			}
			f.set(square, get(row))
			f.set(left, get(w.columns))
			f.repeat(func() {
				do(square)
				f.add(square, get(w.channels))
				f.add(left, constant(-1))
			}, func() expression { return get(left) })
			f.add(row, get(w.pitch))
			f.add(below, constant(-1))
		}, func() expression { return get(below) })
		end()
		f.add(w.done, constant(vectorBytes))
	}, func() expression { return above(get(w.channels), get(w.done)) })
}

// extremes is
//
//	extremes(to, x, length)
//
// It searches every fourth number of x, from each of the first four on. The first row of to [2, 4] gets the
// largest magnitudes, as integers of 32 bits. The second row gets the smallest numbers. Where no number is
// negative, that is zero. length is in bytes, a positive multiple of 16.
func extremes() *function {
	f, p := newFunction("extremes", 3)
	to, x, length := p[0], p[1], p[2]
	most, least, y := f.floats(), f.floats(), f.floats()
	f.add(length, get(x))
	f.repeat(func() {
		f.set(y, load(get(x), 0))
		f.set(least, smaller(get(least), get(y)))
		f.set(most, largerInteger(get(most), both(get(y), fourBits(math.MaxInt32))))
		f.add(x, constant(vectorBytes))
	}, func() expression { return above(get(length), get(x)) })
	f.store(get(to), get(most))
	f.store(plus(get(to), constant(vectorBytes)), get(least))
	return f
}

// entries is
//
//	entries(dst, pairs, x, w, count, depth)
//
// There are count pairs of entries, and dst has a float for each pair. An entry names a row of x and then a
// row of w. The function multiplies the two rows of each entry, and adds the products of a pair to its float.
// Rows have depth bytes, a positive multiple of 16.
func entries(fused bool) *function {
	f, p := newFunction("entries", 6)
	f.fused = fused
	dst, pairs, x, w, count, depth := p[0], p[1], p[2], p[3], p[4], p[5]
	end := f.integer()
	var rows [4]local
	for i := range rows {
		rows[i] = f.integer()
	}
	sums := [2]local{f.floats(), f.floats()}
	f.repeat(func() {
		for i, row := range rows {
			number := loadInteger(plus(get(pairs), constant(4*i)))
			f.set(row, plus(get([]local{x, w}[i%2]), times(number, get(depth))))
		}
		f.set(end, plus(get(rows[0]), get(depth)))
		f.set(sums[0], zeros())
		f.set(sums[1], zeros())
		f.repeat(func() {
			for i, sum := range sums {
				f.set(sum, f.addTimes(get(sum), load(get(rows[2*i]), 0), load(get(rows[2*i+1]), 0)))
			}
			for _, row := range rows {
				f.add(row, constant(vectorBytes))
			}
		}, func() expression { return above(get(end), get(rows[0])) })
		f.set(sums[0], add(get(sums[0]), get(sums[1])))
		f.set(sums[0], add(get(sums[0]), rotated(sums[0], 2)))
		f.set(sums[0], add(get(sums[0]), rotated(sums[0], 1)))
		f.storeOne(get(dst), add(loadOne(get(dst), 0), get(sums[0])))
		f.add(dst, constant(4))
		f.add(pairs, constant(16))
		f.add(count, constant(-1))
	}, func() expression { return get(count) })
	return f
}
