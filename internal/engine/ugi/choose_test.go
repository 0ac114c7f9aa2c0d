package ugi

import (
	"math"
	"math/rand/v2"
	"testing"

	"epaminondas/internal/engine"
)

// TestChoose draws often and compares the frequencies with policy^(1/temperature).
func TestChoose(t *testing.T) {
	lines := []engine.Line{
		{Move: 1, Policy: 0.5},
		{Move: 2, Policy: 0.25},
		{Move: 3, Policy: 0.25, Value: -1, Proof: engine.Loss},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	for temperature, want := range map[float64]float64{0: 1, 0.5: 0.8, 1: 2. / 3, 100: 0.5017} {
		n := 0
		for range draws {
			switch choose(lines, temperature, rng).Move {
			case 1:
				n++
			case 3:
				t.Fatalf("temperature %g: a proven loss was drawn", temperature)
			}
		}
		if got := float64(n) / draws; math.Abs(got-want) > 0.015 {
			t.Errorf("temperature %g: the best move was drawn %.3f of the time, want %.3f",
				temperature, got, want)
		}
	}
}

func TestChooseProven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	win := []engine.Line{{Move: 1, Value: 1, Proof: engine.Win}, {Move: 2, Policy: 1}}
	lost := []engine.Line{{Move: 1, Value: -1, Proof: engine.Loss},
		{Move: 2, Policy: 1, Value: -1, Proof: engine.Loss}}
	for range 100 {
		if m := choose(win, 100, rng).Move; m != 1 {
			t.Fatalf("played %d, want the proven win", m)
		}
		if m := choose(lost, 100, rng).Move; m != 1 {
			t.Fatalf("played %d, want the first of the lost moves", m)
		}
	}
}
