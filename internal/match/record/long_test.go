package record

import (
	"io"
	"strings"
	"testing"
)

// TestLongValues checks that errors quote only the beginning of a long value.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("9", 10_000)
	for _, tag := range []string{"Game", "Rules", "Seed", "Start", "OpeningPlies", "Result", "Ending"} {
		text := Header + "\n[" + tag + " \"" + long + "\"]\n\n*\n"
		_, err := NewReader(strings.NewReader(text)).Next()
		if err == nil || err == io.EOF || len(err.Error()) > 1000 {
			t.Errorf("tag %s: an error of %d bytes", tag, len(err.Error()))
		}
	}
}
