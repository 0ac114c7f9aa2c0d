package ugi

import (
	"math"
	"math/rand/v2"

	"epaminondas/internal/engine"
)

// choose returns the move to play among the lines of a search. At temperature 0, or if the best
// move is a proven win, it returns the first line. Otherwise it draws a move with a probability
// proportional to policy^(1/temperature). It excludes proven losses unless all moves are lost.
func choose(lines []engine.Line, temperature float64, rng *rand.Rand) engine.Line {
	best := lines[0]
	if temperature == 0 || best.Proof != engine.Unknown {
		return best
	}
	// Dividing by the largest policy first prevents the powers from underflowing all at once.
	var top float32
	for _, l := range lines {
		top = max(top, drawable(l))
	}
	if top <= 0 {
		return best
	}
	weights := make([]float64, len(lines))
	var sum float64
	for i, l := range lines {
		weights[i] = math.Pow(float64(drawable(l)/top), 1/temperature)
		sum += weights[i]
	}
	u := rng.Float64() * sum
	for i, w := range weights {
		if u -= w; u < 0 {
			return lines[i]
		}
	}
	return best
}

// drawable returns the policy of a line, or 0 for a proven loss.
func drawable(l engine.Line) float32 {
	if l.Proof == engine.Loss {
		return 0
	}
	return l.Policy
}
