package process

import (
	"time"

	"golang.org/x/sys/windows"
)

func process() (time.Duration, bool) {
	var created, ended, kernel, user windows.Filetime
	err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user)
	if err != nil {
		return 0, false
	}
	return length(kernel) + length(user), true
}

// length returns a span of time that Windows counts in units of 100 ns.
func length(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
