package kernel

import "testing"

func TestSumRows(t *testing.T) { eachPath(t, testSumRows) }

func testSumRows(t *testing.T) {
	rng := newRand(45)
	for columns := 1; columns <= 70; columns++ {
		rows, stride := 1+rng.IntN(5), columns+rng.IntN(3)
		x := between(normal(rng, (rows-1)*stride+columns))
		want := make([]float64, columns)
		for i := range want {
			for r := range rows {
				want[i] += float64(x[r*stride+i])
			}
		}
		dst, intact := buffer(t, "dst", columns)
		SumRows(dst, x, stride, rows, columns)
		intact()
		compareWithin(t, "sums", dst, want, 1e-5)
	}
}
