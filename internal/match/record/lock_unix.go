//go:build unix

package record

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"epaminondas/internal/base/durable"
)

// lock prevents other processes from locking a file until it is closed. The system closes the file
// when the process ends for any reason.
func lock(f durable.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrInUse
	}
	return os.NewSyscallError("flock", err)
}
