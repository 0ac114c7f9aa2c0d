package kernel

import (
	"math"
	"slices"
	"testing"
)

// naiveLines returns the squares of each line of a board, rows first.
func naiveLines(h, w int) [][]int {
	lines := make([][]int, h+w)
	for q := range h * w {
		lines[q/w] = append(lines[q/w], q)
		lines[h+q%w] = append(lines[h+q%w], q)
	}
	return lines
}

// naiveLinePool is the definition of the pool of an image without border and of every line.
func naiveLinePool(flat []float32, h, w, c int) []float64 {
	pool := naivePool(flat, c)
	for _, line := range naiveLines(h, w) {
		var squares []float32
		for _, q := range line {
			squares = append(squares, flat[q*c:][:c]...)
		}
		pool = append(pool, naivePool(squares, c)...)
	}
	return pool
}

// naiveAddLines is the definition of AddLines, of an image without border.
func naiveAddLines(flat, lines []float32, h, w, c int) []float64 {
	sums := make([]float64, len(flat))
	for i, v := range flat {
		q := i / c
		sums[i] = float64(max(v+lines[q/w*c+i%c]+lines[(h+q%w)*c+i%c], 0))
	}
	return sums
}

func TestLinePoolPadded(t *testing.T) { eachPath(t, testLinePoolPadded) }

func testLinePoolPadded(t *testing.T) {
	rng := newRand(50)
	for n, s := range shapes(rng) {
		c := 1 + 5*n%70
		flat := normal(rng, s.h*s.w*c)
		src := padded(flat, s.h, s.w, c)
		rectify(flat)
		dst, intact := buffer(t, "dst", (1+s.h+s.w)*2*c)
		LinePoolPadded(dst, src, s.h, s.w, c)
		intact()
		compare(t, s.String(), dst, naiveLinePool(flat, s.h, s.w, c))
		global := make([]float32, 2*c)
		if GlobalPoolPadded(global, src, s.h, s.w, c); !slices.Equal(dst[:2*c], global) {
			t.Fatalf("%v: the first summary is %v, want %v", s, dst[:2*c], global)
		}
	}
}

func TestAddLines(t *testing.T) { eachPath(t, testAddLines) }

func testAddLines(t *testing.T) {
	rng := newRand(51)
	for n, s := range shapes(rng) {
		c := 1 + 5*n%70
		flat, lines := normal(rng, s.h*s.w*c), between(normal(rng, (s.h+s.w)*c))
		x, intact := buffer(t, "x", PaddedLen(s.h, s.w, c))
		Pad(x, flat, s.h, s.w, c)
		AddLines(x, lines, s.h, s.w, c)
		intact()
		checkBorder(t, s.String(), x, s.h, s.w, c)
		compareWithin(t, s.String(), unpadded(x, s.h, s.w, c), naiveAddLines(flat, lines, s.h, s.w, c), 0)
	}
}

// TestAddLinesExtendsAddChannels checks that the lines add up to a vector for all squares, to the
// bit, if all rows have that vector and all columns are zero.
func TestAddLinesExtendsAddChannels(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		rng := newRand(52)
		for n, s := range shapes(rng) {
			c := 1 + 5*n%70
			x, bias := image(rng, s.h, s.w, c), normal(rng, c)
			want := slices.Clone(x)
			AddChannels(want, bias, s.h, s.w, c)
			AddLines(x, append(slices.Repeat(bias, s.h), make([]float32, s.w*c)...), s.h, s.w, c)
			if !slices.Equal(x, want) {
				t.Fatalf("%v: the squares differ", s)
			}
		}
	})
}

func TestSumLines(t *testing.T) { eachPath(t, testSumLines) }

func testSumLines(t *testing.T) {
	rng := newRand(53)
	for n, s := range shapes(rng) {
		c := 1 + 5*n%70
		flat := normal(rng, s.h*s.w*c)
		var want []float64
		for _, line := range naiveLines(s.h, s.w) {
			sum := make([]float64, c)
			for _, q := range line {
				for i := range c {
					sum[i] += float64(flat[q*c+i])
				}
			}
			want = append(want, sum...)
		}
		dst, intact := buffer(t, "dst", (s.h+s.w)*c)
		SumLines(dst, padded(flat, s.h, s.w, c), s.h, s.w, c)
		intact()
		compareWithin(t, s.String(), dst, want, 1e-5)
	}
}

// TestLinePoolPaddedGrad compares with the definition: each square gets the gradients of its row and
// its column.
func TestLinePoolPaddedGrad(t *testing.T) { eachPath(t, testLinePoolPaddedGrad) }

func testLinePoolPaddedGrad(t *testing.T) {
	rng := newRand(54)
	for n, s := range shapes(rng) {
		h, w, c := s.h, s.w, 1+5*n%70
		src, before := normal(rng, h*w*c), normal(rng, h*w*c)
		pooled, grad := make([]float32, (1+h+w)*2*c), between(normal(rng, (h+w)*2*c))
		LinePoolPadded(pooled, padded(src, h, w, c), h, w, c)
		pooled = pooled[2*c:]
		want := doubles(before)
		for line, squares := range naiveLines(h, w) {
			addNaiveLineGrad(want, src, squares, pooled[line*2*c:], grad[line*2*c:], c)
		}
		dsrc, intact := buffer(t, "dsrc", PaddedLen(h, w, c))
		Pad(dsrc, before, h, w, c)
		scratch, scratchIntact := buffer(t, "scratch", c)
		spoil(scratch)
		LinePoolPaddedGrad(dsrc, padded(src, h, w, c), between(pooled), grad, scratch, h, w, c)
		intact()
		scratchIntact()
		checkBorder(t, s.String(), dsrc, h, w, c)
		compare(t, s.String(), unpadded(dsrc, h, w, c), want)
	}
}

// addNaiveLineGrad adds the gradient of the pool of one line, after ReLU.
func addNaiveLineGrad(want []float64, src []float32, squares []int, pooled, grad []float32, c int) {
	for i := range c {
		found := false
		for _, q := range squares {
			v := src[q*c+i]
			if v <= 0 {
				continue
			}
			want[q*c+i] += float64(grad[i]) / float64(len(squares))
			if v == pooled[c+i] && !found {
				want[q*c+i] += float64(grad[c+i])
				found = true
			}
		}
	}
}

// TestNotANumberStaysInLines checks a NaN on any square. It must make the means of its row and its
// column NaN, but no maximum, and AddLines must keep it.
func TestNotANumberStaysInLines(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		const h, w = 3, 4
		rng := newRand(55)
		for c := 1; c <= 40; c++ {
			flat, square := normal(rng, h*w*c), rng.IntN(h*w)
			for i := range c {
				flat[square*c+i] = float32(math.NaN())
			}
			dst, x := make([]float32, (1+h+w)*2*c), padded(flat, h, w, c)
			LinePoolPadded(dst, x, h, w, c)
			dst = dst[2*c:]
			for line, squares := range naiveLines(h, w) {
				for i, v := range dst[line*2*c:][:2*c] {
					if (v == v) == (i < c && slices.Contains(squares, square)) {
						t.Fatalf("mean or maximum %d of line %d is %v, bad is square %d", i, line, v, square)
					}
				}
			}
			AddLines(x, normal(rng, (h+w)*c), h, w, c)
			for i, v := range unpadded(x, h, w, c) {
				if (v == v) == (i/c == square) {
					t.Fatalf("value %d of %d channels is %v, bad is square %d", i, c, v, square)
				}
			}
		}
	})
}
