package alphabeta

import (
	"bytes"
	"strings"
	"testing"

	"epaminondas/game"
)

// A file of weights may begin with a byte-order mark.
func TestWeightsFromAnyEditor(t *testing.T) {
	want := DefaultWeights(game.MustBoard("crossings").Rules())
	var text bytes.Buffer
	if err := WriteWeights(&text, want); err != nil {
		t.Fatal(err)
	}
	w, err := ReadWeights(strings.NewReader("\ufeff" + text.String()))
	if err != nil || w != want {
		t.Errorf("with a mark: %v, %v", w, err)
	}
	if _, err := ReadWeights(strings.NewReader("{\x00\n\x00")); err == nil ||
		!strings.Contains(err.Error(), "UTF-16") {
		t.Errorf("UTF-16 gives %v", err)
	}
}
