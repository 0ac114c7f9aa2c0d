//go:build !unix && !windows

package durable

import (
	"errors"
)

// Lock returns an error: without locks two processes could write to a file at once.
func Lock(File) error { return errors.ErrUnsupported }

// TryLocks returns nil: it has no way to find out whether the file system supports locks.
func TryLocks(string) error { return nil }
