//go:build unix

package durable

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Lock keeps everybody else from locking a file until it is closed, also in this process. The system
// closes the file when the process ends for any reason. The error wraps [ErrInUse] if the file is locked.
func Lock(f File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return ErrInUse
	case unsupported(err):
		return NoLocks(f.Name(), os.NewSyscallError("flock", err))
	}
	return os.NewSyscallError("flock", err)
}

// unsupported reports whether an error of a lock means that the file system has no locks.
func unsupported(err error) bool {
	for _, code := range []error{unix.ENOLCK, unix.EOPNOTSUPP, unix.ENOTSUP, unix.ENOSYS} {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}

// TryLocks returns an error that wraps [ErrNoLocks] if the file system of a path refuses the locks of
// fcntl. It makes a file beside the path for a moment. It returns nil if it cannot find out.
func TryLocks(path string) error {
	trial, err := os.CreateTemp(filepath.Dir(path), ".trial.*.tmp")
	if err != nil {
		return nil
	}
	err = unix.FcntlFlock(trial.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Len: 1})
	_ = errors.Join(trial.Close(), os.Remove(trial.Name())) // the trial is over
	if unsupported(err) {
		return NoLocks(path, os.NewSyscallError("fcntl", err))
	}
	return nil
}
