package durable

import (
	"errors"
	"fmt"
	"path/filepath"
)

// ErrNoLocks means that the file system does not support locks, as some network file systems do not.
// Two processes could then write to a file at once.
var ErrNoLocks = errors.New("put the folder on a local disk")

// NoLocks returns the error about a path whose file system refused a lock for the given reason.
func NoLocks(path string, reason error) error {
	folder := filepath.Dir(path)
	return fmt.Errorf("the file system of %s does not support locks (%w): %w", folder, reason, ErrNoLocks)
}
