package kernel

import (
	"math"
	"slices"
	"testing"
)

// fromBF16 returns the value of a bfloat16.
func fromBF16(x uint16) float32 { return math.Float32frombits(uint32(x) << 16) }

// plainBF16 is the plain twin of a bf16Conv, for one image. It adds in the order of the tiles: the
// even and the odd ones of 32 input channels apart, then both together, and then to the sum so far.
// The product of two bfloat16 is exact in float32.
func plainBF16(src, weights, bias, residual []float32, s shape, relu bool) []float32 {
	dst := make([]float32, PaddedLen(s.h, s.w, s.out))
	for square := range s.h * s.w {
		corner := square/s.w*(s.w+2) + square%s.w
		at := (corner + s.w + 3) * s.out
		for o := range s.out {
			var sum float32
			for k := range 9 {
				row := src[(corner+k/3*(s.w+2)+k%3)*s.in:][:s.in]
				for first := 0; first < s.in; first += tileChannels {
					var part [2]float32
					for i := first; i < first+tileChannels; i++ {
						weight := weights[(k*s.in+i)*s.out+o]
						part[i%2] += fromBF16(bfloat16(row[i])) * fromBF16(bfloat16(weight))
					}
					sum += part[0] + part[1]
				}
			}
			sum += bias[o]
			if residual != nil {
				sum += residual[at+o]
			}
			if relu {
				sum = max(sum, 0)
			}
			dst[at+o] = sum
		}
	}
	return dst
}

// tiledShapes returns every height of a board, with channels that fit tiles.
func tiledShapes() []shape {
	var list []shape
	rng := newRand(50)
	for n := range 14 {
		in, out := tileChannels*(1+n%3), tileChannels*(1+n/3%3)
		list = append(list, shape{3 + n, 3 + rng.IntN(14), in, out})
	}
	return list
}

// TestBF16IsItsTwin compares convolutions with their plain twin, to the bit.
func TestBF16IsItsTwin(t *testing.T) {
	needAMX(t)
	rng := newRand(51)
	for n, s := range tiledShapes() {
		src, weights, bias := between(image(rng, s.h, s.w, s.in)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		src[(s.w+3)*s.in+n] = 1e-39 // subnormal: counts as zero
		inside := normal(rng, s.h*s.w*s.out)
		c := &Conv{in: s.in, out: s.out, method: newBF16Conv(s.in, s.out)}
		c.Load(weights, bias)
		for _, residual := range []string{"none", "another image", "in place"} {
			dst, intact := buffer(t, "dst", PaddedLen(s.h, s.w, s.out))
			var other []float32
			switch residual {
			case "another image":
				other = padded(inside, s.h, s.w, s.out)
			case "in place": // as in a residual block
				Pad(dst, inside, s.h, s.w, s.out)
				other = dst
			}
			want := unpadded(plainBF16(src, weights, bias, other, s, n%2 == 0), s.h, s.w, s.out)
			scratch, scratchIntact := buffer(t, "scratch", c.ScratchLen(s.h, s.w))
			spoil(scratch)
			c.Run(dst, src, other, scratch, s.h, s.w, n%2 == 0)
			intact()
			scratchIntact()
			checkBorder(t, s.String(), dst, s.h, s.w, s.out)
			for i, v := range unpadded(dst, s.h, s.w, s.out) {
				if v != want[i] {
					t.Fatalf("%v, residual %s: value %d is %v, the twin's %v", s, residual, i, v, want[i])
				}
			}
			c.LoadTurned(turned(weights, s.in, s.out)) // the same weights
		}
	}
}

// TestFastConvIsClose compares fast convolutions with exact ones. Without AMX they are the same.
func TestFastConvIsClose(t *testing.T) {
	defer func(before bool) { amx = before }(amx)
	rng := newRand(52)
	for _, s := range append(tiledShapes(), shape{8, 8, 24, 32}, shape{8, 8, 32, 40}) {
		src, weights := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out)
		run := func(c *Conv) []float32 {
			dst := make([]float32, PaddedLen(s.h, s.w, s.out))
			c.Run(dst, src, nil, make([]float32, c.ScratchLen(s.h, s.w)), s.h, s.w, false)
			return dst
		}
		want := run(NewConv(weights, nil, s.in, s.out))
		for _, amx = range []bool{false, hasAMX()} {
			got := run(NewFastConv(weights, nil, s.in, s.out))
			if same := slices.Equal(got, want); same != (!amx || !fitsTiles(s.in, s.out)) {
				t.Fatalf("%v, amx %v: a fast convolution is the same as an exact one: %v", s, amx, same)
			}
			var off, size float64
			for i, v := range want {
				off, size = off+math.Pow(float64(got[i]-v), 2), size+math.Pow(float64(v), 2)
			}
			if ratio := math.Sqrt(off / size); !(ratio < 4e-3) {
				t.Errorf("%v: the error is %.1e of the size", s, ratio)
			}
		}
	}
}

// TestBFloat16 compares the rounding of the processor with its definition, for ties, subnormal
// numbers, infinities, NaN and random bits.
func TestBFloat16(t *testing.T) {
	needAMX(t)
	rng := newRand(53)
	src := make([]float32, 1<<16)
	for i := range src {
		src[i] = math.Float32frombits(rng.Uint32())
	}
	for i, bits := range []uint32{0, 1 << 31, 1, 0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000,
		0xFF800000, 0x7F800001, 0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0xBF808000, 0xBF818000} {
		src[i] = math.Float32frombits(bits)
	}
	dst := make([]float32, len(src)/2)
	roundBF16(&dst[0], &src[0], len(src))
	for i, x := range src {
		got := uint16(math.Float32bits(dst[i/2]) >> (16 * (i % 2)))
		if want := bfloat16(x); got != want {
			t.Errorf("%v (%#x) becomes %#x, want %#x", x, math.Float32bits(x), got, want)
		}
	}
}

// TestNotANumberStaysInTiles checks that ReLU does not hide a NaN, and that it spreads no further
// than the taps.
func TestNotANumberStaysInTiles(t *testing.T) {
	needAMX(t)
	const h, w, c = 5, 6, 32
	rng := newRand(54)
	src, dst := image(rng, h, w, c), make([]float32, PaddedLen(h, w, c))
	src[(2*(w+2)+2)*c+7] = float32(math.NaN()) // row 1, column 1
	conv := &Conv{in: c, out: c, method: newBF16Conv(c, c)}
	conv.Load(normal(rng, 9*c*c), make([]float32, c))
	conv.Run(dst, src, nil, make([]float32, conv.ScratchLen(h, w)), h, w, true)
	for i, v := range unpadded(dst, h, w, c) {
		square := i / c
		if near := square/w <= 2 && square%w <= 2; near != (v != v) {
			t.Fatalf("square %d: %v", square, v)
		}
	}
}

func BenchmarkFastConv(b *testing.B) {
	needAMX(b)
	rng := newRand(55)
	for _, s := range []shape{{6, 4, 32, 32}, {6, 4, 64, 64}, {8, 8, 32, 32}, {8, 8, 64, 64},
		{12, 14, 32, 32}, {12, 14, 64, 64}, {12, 14, 128, 128}} {
		src, weights := image(rng, s.h, s.w, s.in), normal(rng, 9*s.in*s.out)
		b.Run(s.String(), func(b *testing.B) {
			c := &Conv{in: s.in, out: s.out, method: newBF16Conv(s.in, s.out)}
			c.Load(weights, make([]float32, s.out))
			dst, scratch := image(rng, s.h, s.w, s.out), make([]float32, c.ScratchLen(s.h, s.w))
			for b.Loop() {
				c.Run(dst, src, dst, scratch, s.h, s.w, true)
			}
			flops := 2 * 9 * float64(s.h*s.w*s.in*s.out)
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
