//go:build !unix && !windows

package record

import (
	"errors"
	"os"
)

// lock refuses: a journal on a system without locks might be written twice at once.
func lock(*os.File) error { return errors.ErrUnsupported }
