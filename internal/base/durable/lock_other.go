//go:build !unix && !windows

package durable

import (
	"errors"
)

// Lock returns an error: without locks two processes could write to a file at once.
func Lock(File) error { return errors.ErrUnsupported }
