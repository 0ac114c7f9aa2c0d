// Package kernel holds the float32 inner loops of the network and its optimiser: 3x3 convolution
// forward and backward, dense layers, pooling, softmax and what goes with them. It knows nothing of
// the game. [Conv3x3] and its gradients are the definition; [Conv] and [ConvGrad] are the same
// prepared for speed.
//
// There are two paths. The plain one is Go, runs everywhere, and is the oracle of the other: AVX2
// and FMA in assembly that the module in asm generates, for everything but [Conv3x3InputGrad] and
// [Conv3x3WeightGrad]. It is taken where the processor has both; EPAMINONDAS_KERNEL=plain in the
// environment forbids it (the tests of this package run both in any case; those of others take `go
// test -count=1`, as the cache of test results does not know of the variable).
//
// On processors with AVX-512 (F, DQ and VL) the matrix products of the second path use its wider
// registers, for two and four vectors of eight output channels. The results are the same to the
// bit. EPAMINONDAS_KERNEL=avx2 forbids AVX-512 only. The program ignores other values.
//
// An image is [H, W, C]: the C channels of a square lie together. A padded image is
// [H+2, W+2, C] with a border of zeros one square wide, so that a 3x3 window never has to ask
// whether it hangs over the edge. The owner of a buffer zeroes the border once; the kernels
// read it and never write it.
//
// Nothing here allocates, but for the constructors. A slice may be longer than its layout needs;
// one that is shorter is a bug of the caller's and panics.
package kernel
