package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

func thread() (time.Duration, bool) { return usage(unix.RUSAGE_THREAD) }
