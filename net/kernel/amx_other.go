//go:build !linux || !amd64

package kernel

// hasAMX reports whether the processor and the system support the functions for bfloat16.
func hasAMX() bool { return false }
