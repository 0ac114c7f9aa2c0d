package config

import (
	"os"

	"golang.org/x/sys/unix"
)

// AvailableMemory returns the bytes of memory for this process. It is the least of the machine's
// memory, the limits of the control groups around the process, and its resource limits.
func AvailableMemory() int64 {
	least := int64(0)
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) == nil {
		least = int64(info.Totalram) * int64(info.Unit)
	}
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var limit unix.Rlimit
		if unix.Getrlimit(resource, &limit) == nil && limit.Cur < unlimited {
			least = lower(least, int64(limit.Cur))
		}
	}
	return lower(least, groupLimit(os.DirFS("/")))
}
