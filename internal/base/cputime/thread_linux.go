package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

func thread() (id int, used time.Duration, ok bool) {
	used, ok = usage(unix.RUSAGE_THREAD)
	return unix.Gettid(), used, ok
}
