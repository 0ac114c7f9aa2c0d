package memory

import "golang.org/x/sys/unix"

// Available returns the bytes of memory of the machine, 0 if it does not say.
func Available() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}
