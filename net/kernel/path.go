package kernel

import "os"

// wanted is the name of the path that the user wants, or empty.
var wanted = os.Getenv("EPAMINONDAS_KERNEL")

// vectors says whether new convolutions and all other functions use the generated assembly. Only tests
// change it.
var vectors = hasVectors() && wanted != "plain"

// avx512 says whether the matrix products of the assembly use registers of sixteen floats. Only
// tests change it.
var avx512 = vectors && hasAVX512() && wanted != "avx2" && wanted != "int16"

// exact says whether the user wants a path that does not round. avx512 and avx2 stand for exact products on
// every processor.
var exact = wanted == "avx512" || wanted == "avx2" || wanted == vectorPath || wanted == "plain"

// int16s says whether new convolutions for inference multiply integers of 16 bits. Only tests change it.
var int16s = hasInt16() && !avx512 && !exact

// bf16 says whether new convolutions for inference multiply bfloat16. Only tests change it.
var bf16 = hasBF16() && !exact && wanted != "int16"

// amx says whether new fast convolutions round to bfloat16 and multiply tiles. It takes precedence over
// bf16. Only tests change it.
var amx = bf16 && wanted != "bf16" && hasAMX()

// BestPath returns the name of the path that this machine would use without EPAMINONDAS_KERNEL.
func BestPath() string { return pathOf(hasVectors(), hasInt16(), hasAVX512(), hasBF16(), hasAMX()) }

// Path returns the name of the current path: "amx", "bf16", "avx512", "int16", "avx2", "neon", "simd" or
// "plain". Results of one path are the same in every run and on every machine with the same kind of
// processor. avx512 and avx2 give the same bits, and other paths differ by rounding. With amx only fast
// convolutions ([NewFastConv]) differ from [ExactPath]. With bf16, int16 and simd only those for inference do
// ([NewInferenceConv]).
func Path() string { return pathOf(vectors, int16s, avx512, bf16, amx) }

// ExactPath returns the name of the path that the current one takes where it may not round.
func ExactPath() string { return pathOf(vectors, false, avx512, false, false) }

// pathOf returns the name of the path with the given features.
func pathOf(assembly, integers, wide, pairs, tiles bool) string {
	switch {
	case tiles:
		return "amx"
	case pairs:
		return "bf16"
	case wide:
		return "avx512"
	case simd:
		return "simd"
	case integers:
		return "int16"
	case assembly:
		return vectorPath
	default:
		return "plain"
	}
}
