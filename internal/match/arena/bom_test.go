package arena

import (
	"strings"
	"testing"

	"epaminondas/game"
)

// A file of openings may begin with a byte-order mark.
func TestOpeningsFromAnyEditor(t *testing.T) {
	b := game.MustBoard("crossings")
	if list, err := ReadOpenings(b, strings.NewReader("\ufeffb1-d3\r\n")); err != nil || len(list) != 1 {
		t.Errorf("with a mark: %d openings, %v", len(list), err)
	}
	_, err := ReadOpenings(b, strings.NewReader("\xff\xfeb\x001\x00"))
	if err == nil || !strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16 gives %v", err)
	}
}
