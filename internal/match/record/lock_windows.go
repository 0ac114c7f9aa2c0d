package record

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"

	"epaminondas/internal/base/durable"
)

// lock prevents other processes from locking a file until it is closed. The system closes the file
// when the process ends for any reason. The lock covers a byte far behind the end of the file, so
// other processes can still read the file.
func lock(f durable.File) error {
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrInUse
	}
	return os.NewSyscallError("LockFileEx", err)
}
