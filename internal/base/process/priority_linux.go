package process

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lower lowers the priority of threads until all threads have the low priority. On Linux each
// thread has its own niceness, and the threads that it starts inherit it.
func lower() error {
	for {
		lowered, err := lowerThreads()
		if err != nil || !lowered {
			return err
		}
	}
}

// lowerThreads lowers all current threads. It reports whether there was a thread to lower.
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
		if err != nil && !errors.Is(err, unix.ESRCH) { // the thread may have ended
			return false, fmt.Errorf("set the niceness of thread %d: %w", thread, err)
		}
		found = found || lowered
	}
	return found, nil
}

func lowerThread(thread int) (bool, error) {
	raw, err := unix.Getpriority(unix.PRIO_PROCESS, thread)
	if err != nil || 20-raw >= niceness { // the system call returns 20 minus the niceness
		return false, err
	}
	return true, unix.Setpriority(unix.PRIO_PROCESS, thread, niceness)
}
