//go:build unix

package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock keeps everybody else from locking a file until it is closed, also in this process. The system
// closes the file when the process ends for any reason. The error wraps [ErrInUse] if the file is locked.
func Lock(f File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrInUse
	}
	return os.NewSyscallError("flock", err)
}
