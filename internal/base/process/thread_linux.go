package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// thread reads the thread's clock, which is exact. The usage of resources of a running thread is
// only counted at each tick of the kernel, some milliseconds apart.
func thread() (id int, used time.Duration, ok bool) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return unix.Gettid(), time.Duration(t.Nano()), err == nil
}
