package priority

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lower goes through all threads until none is left: on Linux each has a niceness of its own, which those that it starts inherit.
func lower() error {
	for {
		lowered, err := lowerThreads()
		if err != nil || !lowered {
			return err
		}
	}
}

// lowerThreads reports whether it has found a thread to lower.
func lowerThreads() (bool, error) {
	const tasks = "/proc/self/task"
	entries, err := os.ReadDir(tasks)
	if err != nil {
		return false, err
	}
	found := false
	for _, e := range entries {
		thread, err := strconv.Atoi(e.Name())
		if err != nil {
			return false, fmt.Errorf("%s: %w", tasks, err)
		}
		lowered, err := lowerThread(thread)
		if err != nil && !errors.Is(err, unix.ESRCH) { // it may have ended
			return false, fmt.Errorf("set the niceness of thread %d: %w", thread, err)
		}
		found = found || lowered
	}
	return found, nil
}

func lowerThread(thread int) (bool, error) {
	raw, err := unix.Getpriority(unix.PRIO_PROCESS, thread)
	if err != nil || 20-raw >= niceness { // the system call answers with 20 less the niceness
		return false, err
	}
	return true, unix.Setpriority(unix.PRIO_PROCESS, thread, niceness)
}
