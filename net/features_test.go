package net

import (
	"math"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// TestWalkCountsFeaturesOfAnyValue checks that a feature counts once unless its value is zero.
func TestWalkCountsFeaturesOfAnyValue(t *testing.T) {
	negativeZero := float32(math.Copysign(0, -1))
	for value, want := range map[float32]int{
		1: 1, 0.125: 1, 1e-30: 1, 1.999: 1, 2: 1, 12: 1, 1e30: 1, -1: 1, -8: 1,
		math.SmallestNonzeroFloat32: 1,
		0:                           0, negativeZero: 0,
	} {
		var w walk
		if got := w.add(3, kernel.NewFeature(5, value)) - 3; got != want {
			t.Errorf("a feature of %g counts %d times, want %d", value, got, want)
		}
	}
	e := NewEncoder(game.MustBoard("epaminondas:8x8"), 0)
	for _, f := range append(e.up[:], e.down[:]...) {
		var w walk
		if got, want := w.addEighths(0, f), w.add(0, f); got != want {
			t.Errorf("%g eighths count %d times, want %d", 8*f.Value(), got, want)
		}
	}
}

// TestGroupKeepsToItsRow checks that a group with more features on a square than its row allows is
// named, and does not overwrite other features.
func TestGroupKeepsToItsRow(t *testing.T) {
	b := game.MustBoard("epaminondas:8x8")
	e := NewEncoder(b, Attack)
	e.extras[0].most = 0
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "the group attack has") {
			t.Errorf("panic %q, want the name of the group", text)
		}
	}()
	start := b.Start()
	e.Encode(&start, make([]float32, kernel.PaddedLen(8, 8, e.Planes())))
}
