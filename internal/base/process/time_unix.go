//go:build unix

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

func process() (time.Duration, bool) { return usage(unix.RUSAGE_SELF) }

// usage returns the processor time of the process or of the thread.
func usage(who int) (time.Duration, bool) {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
