package kernel

import (
	"fmt"
	"math"
	"testing"
)

// naiveGrad is the definition of the gradient of the weights, in float64, added to dweights.
func naiveGrad(dweights []float64, src, ddst []float32, s shape) {
	for r := range s.h {
		for c := range s.w {
			for k := range 9 {
				sr, sc := r+k/3-1, c+k%3-1
				if sr < 0 || sr >= s.h || sc < 0 || sc >= s.w {
					continue
				}
				for i, x := range src[(sr*s.w+sc)*s.in:][:s.in] {
					for o, y := range ddst[(r*s.w+c)*s.out:][:s.out] {
						dweights[(k*s.in+i)*s.out+o] += float64(x) * float64(y)
					}
				}
			}
		}
	}
}

// gradCase is a batch of samples that a fuzzer's bytes determine.
type gradCase struct {
	shape
	samples, first int       // number of all samples, and of those in the first part
	src, ddst      []float32 // padded images, one after the other
	want           []float64
	scale          []float64 // [in, out]
}

func newGradCase(s shape, flags byte, seed uint64) *gradCase {
	const unit = 576 // the transform of sums divides by 24 twice
	rng, kind := newRand(seed), fuzzKind(flags>>kindShift&3)
	g := &gradCase{shape: s, samples: 1 + int(seed%5), want: make([]float64, 9*s.in*s.out)}
	if s.h*s.w*s.in*s.out < 5000 {
		g.samples += int(seed/5) % 70 // enough for several passes
	}
	g.first = int(flags) % (g.samples + 1)
	g.scale = make([]float64, s.in*s.out)
	for range g.samples {
		x, y := kind.numbers(rng, s.h*s.w*s.in, s.in, 1), kind.numbers(rng, s.h*s.w*s.out, s.out, unit)
		naiveGrad(g.want, x, y, s)
		from, to := largest(x, s.in), largest(y, s.out)
		for i := range g.scale {
			g.scale[i] += float64(s.h*s.w) * from[i/s.out] * from[i/s.out] * to[i%s.out] * to[i%s.out]
		}
		g.src = append(g.src, padded(x, s.h, s.w, s.in)...)
		g.ddst = append(g.ddst, padded(y, s.h, s.w, s.out)...)
	}
	for i := range g.scale {
		g.scale[i] = math.Sqrt(g.scale[i])
	}
	g.src, g.ddst = between(g.src), between(g.ddst)
	return g
}

// run sums the gradient in two parts. It first adds and resets another gradient, which must have no
// effect.
func (g *gradCase) run(t *testing.T) []float32 {
	sum := NewConvGrad(g.in, g.out)
	dst, intact := buffer(t, "dweights", len(g.want))
	clear(dst)
	scratch, scratchIntact := buffer(t, "scratch", sum.ScratchLen(g.samples, g.h, g.w))
	spoil(scratch)
	sum.Add(g.src, g.ddst, scratch, 1, g.h, g.w)
	sum.Reset()
	sum.Add(g.src, g.ddst, scratch, g.first, g.h, g.w)
	sum.Add(g.src[g.first*PaddedLen(g.h, g.w, g.in):], g.ddst[g.first*PaddedLen(g.h, g.w, g.out):], scratch,
		g.samples-g.first, g.h, g.w)
	sum.Store(dst)
	intact()
	scratchIntact()
	return dst
}

func FuzzConvGrad(f *testing.F) {
	addShapes(f)
	f.Fuzz(func(t *testing.T, h, w, in, out, flags byte, seed uint64) {
		g := newGradCase(fuzzShape(h, w, in, out), flags, seed)
		what := fmt.Sprintf("gradient %v, %d samples, flags %b", g.shape, g.samples, flags)
		bound := fuzzKind(flags >> kindShift & 3).bound(convGradBound)
		allPaths(t, func(t *testing.T) { compareEach(t, what, g.run(t), g.want, g.scale, bound) })
	})
}
