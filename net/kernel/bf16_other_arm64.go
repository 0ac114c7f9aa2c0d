//go:build arm64 && !linux && !darwin && !windows

package kernel

// hasBF16 returns false, because this system does not tell.
func hasBF16() bool { return false }
