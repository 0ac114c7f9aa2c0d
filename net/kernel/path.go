package kernel

import "os"

// avx2 says whether the AVX2 path is taken, by the convolutions made from now on and by all else
// that has one. It changes in tests only.
var avx2 = hasAVX2() && os.Getenv("EPAMINONDAS_KERNEL") != "plain"

// Path returns the name of the path that is taken: "avx2", "simd" or "plain". Results of one path are the
// same in every run and on every machine with the same kind of processor; those of two differ by rounding, but for
// simd and plain on amd64, which are the same to the bit.
func Path() string {
	if avx2 {
		return "avx2"
	}
	if simd {
		return "simd"
	}
	return "plain"
}
