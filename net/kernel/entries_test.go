package kernel

import "testing"

func TestAddEntries(t *testing.T) { eachPath(t, testAddEntries) }

// testAddEntries compares the entries with the definition, and the results for a whole list with
// the results for its single entries.
func testAddEntries(t *testing.T) {
	rng := newRand(12)
	for in := 1; in <= 67; in++ {
		rows, columns, n := 1+rng.IntN(9), 1+rng.IntN(9), 1+rng.IntN(20)
		src, weights := between(normal(rng, rows*in)), between(normal(rng, columns*in))
		dst, intact := buffer(t, "dst", n)
		copy(dst, normal(rng, n))
		pairs, want := make([]Pair, n), make([]float64, n)
		alone := make([]float32, n)
		copy(alone, dst)
		for i := range pairs {
			want[i] = float64(dst[i])
			for _, e := range []*Entry{&pairs[i].A, &pairs[i].B} {
				*e = Entry{int32(rng.IntN(rows)), int32(rng.IntN(columns))}
				for k := range in {
					want[i] += float64(src[int(e.Row)*in+k]) * float64(weights[int(e.Column)*in+k])
				}
			}
			AddEntries(alone[i:i+1], pairs[i:i+1], src, weights, in)
		}
		AddEntries(dst, pairs, src, weights, in)
		intact()
		compare(t, "entries", dst, want)
		for i := range dst {
			if dst[i] != alone[i] {
				t.Fatalf("depth %d: entry %d of %d is %v, alone %v", in, i, n, dst[i], alone[i])
			}
		}
	}
}

func TestAddEntriesRefuses(t *testing.T) { eachPath(t, testAddEntriesRefuses) }

func testAddEntriesRefuses(t *testing.T) {
	for _, e := range []Entry{{2, 0}, {-1, 0}, {0, 3}, {0, -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("entry %v of a 2x3 matrix is accepted", e)
				}
			}()
			AddEntries(make([]float32, 2), []Pair{{}, {B: e}}, make([]float32, 2*4), make([]float32, 3*4), 4)
		}()
	}
}

func TestAddEntriesGrad(t *testing.T) { eachPath(t, testAddEntriesGrad) }

// testAddEntriesGrad compares the gradients with the definition. Several pairs use the same row.
func testAddEntriesGrad(t *testing.T) {
	rng := newRand(43)
	for in := 1; in <= 70; in++ {
		const rows, columns = 5, 3
		src, weights := between(normal(rng, rows*in)), between(normal(rng, columns*in))
		pairs := make([]Pair, rng.IntN(12))
		entry := func() Entry { return Entry{rng.Int32N(rows), rng.Int32N(columns)} }
		for i := range pairs {
			pairs[i] = Pair{entry(), entry()}
		}
		dx, dxIntact := buffer(t, "dx", rows*in)
		dw, dwIntact := buffer(t, "dw", columns*in)
		copy(dx, normal(rng, len(dx)))
		copy(dw, normal(rng, len(dw)))
		grad, wantX, wantW := normal(rng, len(pairs)), doubles(dx), doubles(dw)
		for i, p := range pairs {
			for _, e := range []Entry{p.A, p.B} {
				for k := range in {
					x, w := int(e.Row)*in+k, int(e.Column)*in+k
					wantX[x] += float64(grad[i]) * float64(weights[w])
					wantW[w] += float64(grad[i]) * float64(src[x])
				}
			}
		}
		AddEntriesGrad(dx, dw, src, weights, grad, pairs, in)
		dxIntact()
		dwIntact()
		compare(t, "gradient of src", dx, wantX)
		compare(t, "gradient of weights", dw, wantW)
	}
}

func TestAddEntriesGradRefuses(t *testing.T) {
	eachPath(t, func(t *testing.T) {
		for _, e := range []Entry{{2, 0}, {-1, 0}, {0, 3}, {0, -1}} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("entry %v of a 2x3 matrix is accepted", e)
					}
				}()
				x, w := make([]float32, 2*4), make([]float32, 3*4)
				AddEntriesGrad(x, w, x, w, make([]float32, 1), []Pair{{B: e}}, 4)
			}()
		}
	})
}
