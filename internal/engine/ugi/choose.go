package ugi

import (
	"math"
	"math/rand/v2"
)

// choose picks the move to play among the lines of a search. At temperature 0, or
// when the best move is a proven win, it is the first. Otherwise a move is drawn
// with a probability in proportion to policy^(1/temperature), leaving out proven
// losses as long as there is anything else.
func choose(lines []Line, temperature float64, rng *rand.Rand) Line {
	best := lines[0]
	if temperature == 0 || best.Proven {
		return best
	}
	// Dividing by the largest policy first keeps the powers from underflowing all at once.
	var top float32
	for _, l := range lines {
		top = max(top, l.Drawable())
	}
	if top <= 0 {
		return best
	}
	weights := make([]float64, len(lines))
	var sum float64
	for i, l := range lines {
		weights[i] = math.Pow(float64(l.Drawable()/top), 1/temperature)
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

// Drawable returns the policy of a line, 0 if it is a proven loss.
func (l Line) Drawable() float32 {
	if l.Proven && l.Value < 0 {
		return 0
	}
	return l.Policy
}
