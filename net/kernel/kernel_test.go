package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// shape has the sizes of a convolution.
type shape struct{ h, w, in, out int }

func (s shape) String() string { return fmt.Sprintf("%dx%d %d->%d", s.h, s.w, s.in, s.out) }

// fewer returns the number of cases of a long test: n, or a third of it with -short. An emulator of another
// processor is slow.
func fewer(n int) int {
	if testing.Short() {
		return n / 3
	}
	return n
}

// shapes returns shapes with every board side. Some have odd numbers of channels.
func shapes(rng *rand.Rand) []shape {
	list := []shape{{3, 3, 1, 1}, {6, 4, 37, 16}, {8, 8, 5, 7}, {12, 14, 8, 6}}
	for side := 3; side <= 16; side++ {
		list = append(list, shape{side, 3 + rng.IntN(14), 1 + rng.IntN(13), 1 + rng.IntN(13)})
	}
	return list
}

// canary is the number that tests put into memory that a kernel must not write.
const canary = float32(-12345)

// buffer returns n floats from the middle of a guarded slice, and a function that fails the test
// if anything around them was written.
func buffer(t *testing.T, name string, n int) ([]float32, func()) {
	const guard = 67
	whole := make([]float32, n+2*guard)
	for i := range whole {
		whole[i] = canary
	}
	return whole[guard : guard+n], func() {
		t.Helper()
		for i, v := range whole {
			if (i < guard || i >= guard+n) && v != canary {
				t.Fatalf("%s: written at %d of %d", name, i-guard, n)
			}
		}
	}
}

// spoil fills scratch with NaN, which shows in the results if a kernel reads it before it writes.
func spoil(scratch []float32) {
	for i := range scratch {
		scratch[i] = float32(math.NaN())
	}
}

// checkBorder fails the test if the border of a padded image is not all canaries.
func checkBorder(t *testing.T, name string, x []float32, h, w, c int) {
	t.Helper()
	for r := range h + 2 {
		for q := range w + 2 {
			inside := r >= 1 && r <= h && q >= 1 && q <= w
			for i := range c {
				if v := x[(r*(w+2)+q)*c+i]; !inside && v != canary {
					t.Fatalf("%s: border written at row %d column %d: %v", name, r, q, v)
				}
			}
		}
	}
}

func normal(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// image returns a random padded image with a border of zeros.
func image(rng *rand.Rand, h, w, c int) []float32 {
	x := make([]float32, PaddedLen(h, w, c))
	Pad(x, normal(rng, h*w*c), h, w, c)
	return x
}

// unpadded returns the inside of a padded image.
func unpadded(x []float32, h, w, c int) []float32 {
	y := make([]float32, h*w*c)
	Unpad(y, x, h, w, c)
	return y
}

// compare fails the test if got and want, sums of some hundred products, differ by more than
// rounding.
func compare(t *testing.T, name string, got []float32, want []float64) {
	t.Helper()
	compareWithin(t, name, got, want, 1e-4)
}

func compareWithin(t *testing.T, name string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(got), len(want))
	}
	for i := range got {
		if diff := math.Abs(float64(got[i]) - want[i]); !(diff <= tolerance*(1+0.1*math.Abs(want[i]))) {
			t.Fatalf("%s: value %d is %v, want %v", name, i, got[i], want[i])
		}
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestPadRoundTrip(t *testing.T) {
	rng := newRand(1)
	for _, s := range shapes(rng) {
		src := normal(rng, s.h*s.w*s.in)
		padded, intact := buffer(t, "padded", PaddedLen(s.h, s.w, s.in))
		Pad(padded, src, s.h, s.w, s.in)
		intact()
		checkBorder(t, s.String(), padded, s.h, s.w, s.in)
		back, intact := buffer(t, "unpadded", len(src))
		Unpad(back, padded, s.h, s.w, s.in)
		intact()
		for i := range src {
			if back[i] != src[i] {
				t.Fatalf("%v: value %d came back as %v, was %v", s, i, back[i], src[i])
			}
		}
	}
}

func TestKernelsDoNotAllocate(t *testing.T) { eachPath(t, testKernelsDoNotAllocate) }

func testKernelsDoNotAllocate(t *testing.T) {
	rng := newRand(2)
	const h, w, in, out = 6, 4, 5, 7
	src, dst := image(rng, h, w, in), image(rng, h, w, out)
	weights, bias := normal(rng, 9*in*out), normal(rng, out)
	pool, lines := make([]float32, 2*out), make([]float32, (1+h+w)*2*out)
	pairs := make([]Pair, len(pool))
	if n := testing.AllocsPerRun(10, func() {
		Dense(dst, src, weights, bias, h*w, in, out, true)
		GlobalPool(pool, dst, h, w, out)
		GlobalPoolPadded(pool, dst, h, w, out)
		AddChannels(dst, bias, h, w, out)
		LinePoolPadded(lines, dst, h, w, out)
		AddLines(dst, lines, h, w, out)
		AddEntries(pool, pairs[:], dst, weights, out)
		Softmax(pool)
	}); n != 0 {
		t.Errorf("%v allocations a run, want none", n)
	}
}
