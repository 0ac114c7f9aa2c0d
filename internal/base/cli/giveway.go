package cli

import (
	"fmt"
	"io"

	"epaminondas/internal/base/process"
)

// GiveWay lowers the process priority so that the desktop stays responsive. Commands that fill all
// cores for a long time call it. If the system refuses, the command prints a note and continues.
func GiveWay(stderr io.Writer) {
	if err := process.LowerPriority(); err != nil {
		fmt.Fprintf(stderr, "other programs may be slow while this one works: %v\n", err)
	}
}
