package judge

import (
	"strings"
	"testing"

	"epaminondas/game"
)

// A set of positions may begin with a byte-order mark.
func TestSetFromAnyEditor(t *testing.T) {
	start := game.MustBoard("crossings").Start()
	text := "rules crossings\nscale 100\n" + start.String() + "\n"
	set, err := readSet("marked", strings.NewReader("\ufeff"+text))
	if err != nil || len(set.Positions) != 1 {
		t.Errorf("with a mark: %v, %v", set, err)
	}
	if _, err := readSet("wide", strings.NewReader("r\x00u\x00l\x00")); err == nil ||
		!strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16 gives %v", err)
	}
}
