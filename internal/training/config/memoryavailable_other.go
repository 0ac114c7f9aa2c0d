//go:build !linux && !darwin

package config

// AvailableMemory returns 0: the program does not know how to ask this system.
func AvailableMemory() int64 { return 0 }
