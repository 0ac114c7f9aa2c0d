//go:build !amd64 && !(js && simd)

package kernel

func hasInt16() bool { return false }

func fitsInts(in, out int) bool { return false }

func newIntConv(in, out int) convMethod { panic("kernel: no integers of 16 bits here") }
