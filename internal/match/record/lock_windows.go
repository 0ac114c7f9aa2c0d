package record

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"

	"epaminondas/internal/base/durable"
)

// lock keeps others from locking a file until it is closed, which the system does
// when the process ends, whichever way. Locked is a byte far behind the end of
// the file, so that the file can still be read.
func lock(f durable.File) error {
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return os.NewSyscallError("LockFileEx", err)
}
