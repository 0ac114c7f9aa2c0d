package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock keeps everybody else from locking a file until it is closed, also in this process. The system
// closes the file when the process ends for any reason. The error wraps [ErrInUse] if the file is locked.
// Windows forbids others to read locked bytes. So the lock covers one byte far behind the end of
// the file, and everybody can still read the file. The file must be open for reading, or for
// writing without O_APPEND.
func Lock(f File) error {
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return os.NewSyscallError("LockFileEx", err)
}

// TryLocks returns nil: it has no way to find out whether the file system supports locks.
func TryLocks(string) error { return nil }
