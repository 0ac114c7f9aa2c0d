package config

import "golang.org/x/sys/unix"

// AvailableMemory returns the machine's memory in bytes, 0 if unknown.
func AvailableMemory() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}
