//go:build !linux

package process

import "time"

func thread() (int, time.Duration, bool) { return 0, 0, false }
