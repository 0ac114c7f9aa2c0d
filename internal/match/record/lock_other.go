//go:build !unix && !windows

package record

import (
	"errors"

	"epaminondas/internal/base/durable"
)

// lock refuses: a journal on a system without locks might be written twice at once.
func lock(durable.File) error { return errors.ErrUnsupported }
