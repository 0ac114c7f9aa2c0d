package memory

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Available returns the bytes of memory for this process: the machine's memory, or the limit of a
// control group or resource limit if that is smaller.
func Available() int64 {
	least := int64(0)
	lower := func(bytes int64) {
		if bytes > 0 && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) == nil {
		lower(int64(info.Totalram) * int64(info.Unit))
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) == nil && limit.Cur < 1<<62 {
		lower(int64(limit.Cur))
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// else "max"
		if bytes, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			lower(bytes)
		}
	}
	return least
}
