package cli

import (
	"fmt"
	"io"

	"epaminondas/internal/base/cli/priority"
)

// GiveWay lets a command that fills all cores for long run with what others leave over, so that a browser, and whoever sits
// before it, does not wait. Where the system refuses that, the command says so and goes on.
func GiveWay(stderr io.Writer) {
	if err := priority.Lower(); err != nil {
		fmt.Fprintf(stderr, "other programs may be slow while this one works: %v\n", err)
	}
}
