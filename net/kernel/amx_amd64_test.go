package kernel

import "testing"

// plainTiles is the plain twin of a tileConv, for one image. It adds in the order of the tiles: the
// even and the odd ones of 32 input channels apart, then both together, and then to the sum so far.
// The product of two bfloat16 is exact in float32.
func plainTiles(src, weights, bias, residual []float32, s shape, relu bool) []float32 {
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

// TestTileConvIsItsTwin compares convolutions with their plain twin, to the bit.
func TestTileConvIsItsTwin(t *testing.T) {
	needAMX(t)
	rng := newRand(51)
	for n, s := range tiledShapes() {
		src, weights, bias := between(image(rng, s.h, s.w, s.in)), between(normal(rng, 9*s.in*s.out)),
			between(normal(rng, s.out))
		src[(s.w+3)*s.in+n] = 1e-39 // subnormal: counts as zero
		inside := normal(rng, s.h*s.w*s.out)
		c := &Conv{in: s.in, out: s.out, method: newTileConv(s.in, s.out)}
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
			want := unpadded(plainTiles(src, weights, bias, other, s, n%2 == 0), s.h, s.w, s.out)
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

// TestNotANumberStaysInTiles checks that ReLU does not hide a NaN, and that it spreads no further
// than the taps.
func TestNotANumberStaysInTiles(t *testing.T) {
	needAMX(t)
	eachNearNaN(newTileConv, func(square int, near bool, v float32) {
		if near != (v != v) {
			t.Fatalf("square %d: %v", square, v)
		}
	})
}
