// Package kernel holds the float32 inner loops of the network and its optimiser: 3x3 convolution
// forward and backward, dense layers, pooling, softmax and their helpers. It does not know the
// game.
//
// There are two paths. The plain path is Go, runs everywhere and is the oracle of the other path.
// The other path is assembly, which the module in asm generates from one source for two kinds of
// processor: with AVX2 and FMA for amd64, and with NEON for arm64. On amd64 it runs if the processor has
// both. EPAMINONDAS_KERNEL=plain in the environment turns it off. The tests of this package always run
// both paths. Tests of other packages need `go test -count=1`, because the cache of test results ignores
// the variable.
//
// On processors with AVX-512 (F, DQ and VL) the matrix products of the second path use its wider
// registers, for two and four vectors of eight output channels. The results are the same to the
// bit. EPAMINONDAS_KERNEL=avx2 turns off only AVX-512.
//
// Processors with AVX2 and without AVX-512 multiply integers of 16 bits faster than float32. So the
// convolutions of [NewInferenceConv] round to them, unless EPAMINONDAS_KERNEL is avx2 or avx512. With
// EPAMINONDAS_KERNEL=int16 they also do so on processors with AVX-512.
//
// Some processors multiply bfloat16, a type with 8 bits of precision, and add in float32. Where they
// can, some convolutions round their inputs and weights to it:
//
//   - With AMX, on Linux, one instruction multiplies 16x32 by 32x16 numbers. The convolutions of
//     [NewFastConv] use it. EPAMINONDAS_KERNEL=bf16 turns off only AMX.
//   - With the extension BF16 of AVX-512, one instruction multiplies 32 pairs. The convolutions of
//     [NewInferenceConv] use it on processors without AMX. EPAMINONDAS_KERNEL=avx512 turns off both, and
//     the integers of 16 bits.
//   - With the extension BF16 of ARM64, one instruction multiplies 2x4 by 4x2 numbers. The convolutions of
//     [NewInferenceConv] use it. EPAMINONDAS_KERNEL=neon turns it off.
//
// The program ignores other values.
//
// An image is [H, W, C]: the C channels of a square lie together. A padded image is [H+2, W+2, C]
// with a border of zeros one square wide, so that a 3x3 window needs no test for the edge. The
// owner of a buffer zeroes the border once. The kernels read it and never write it.
//
// Only the constructors allocate. A slice may be longer than its layout needs. A shorter slice is a
// bug of the caller and panics.
package kernel
