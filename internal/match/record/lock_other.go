//go:build !unix && !windows

package record

import (
	"errors"

	"epaminondas/internal/base/durable"
)

// lock returns an error: without locks two processes could write to a journal at once.
func lock(durable.File) error { return errors.ErrUnsupported }
