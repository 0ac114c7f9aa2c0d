// Package sprt has the terms of a sequential probability ratio test as plain data, for configs. The
// test itself is rating.SPRT.
package sprt

import (
	"fmt"
	"math"
)

// Terms are the hypotheses of a sequential test and its error rates: see rating.SPRT.
type Terms struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`
	Alpha float64 `json:"alpha" toml:"alpha"`
	Beta  float64 `json:"beta" toml:"beta"`
}

// maxElo limits the hypotheses. No match can distinguish a score of 1 - 1e-5 from 1.
const maxElo = 2000

// Validate returns an error for the first invalid field.
func (t Terms) Validate() error {
	switch {
	case !(math.Abs(t.Elo0) <= maxElo):
		return fmt.Errorf("rating: elo0 is %g, want %d to %d", t.Elo0, -maxElo, maxElo)
	case !(t.Elo1 > t.Elo0 && t.Elo1 <= maxElo):
		return fmt.Errorf("rating: elo1 is %g, want more than elo0 (%g) and at most %d",
			t.Elo1, t.Elo0, maxElo)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("rating: alpha is %g, want between 0 and 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("rating: beta is %g, want between 0 and 0.5", t.Beta)
	}
	return nil
}
