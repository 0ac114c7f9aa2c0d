// Package sprt holds the terms of a sequential probability ratio test as plain data, for configs.
// The test itself is rating.SPRT.
package sprt

import (
	"fmt"
	"math"
)

// Terms say what a sequential test decides and how often it may be wrong: see rating.SPRT.
type Terms struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`
	Alpha float64 `json:"alpha" toml:"alpha"`
	Beta  float64 `json:"beta" toml:"beta"`
}

// maxElo bounds the hypotheses. A match cannot tell a score of 1 - 1e-5 from one.
const maxElo = 2000

// Validate reports the first field that makes no test.
func (t Terms) Validate() error {
	switch {
	case !(math.Abs(t.Elo0) <= maxElo):
		return fmt.Errorf("rating: elo0 is %g, want %d to %d", t.Elo0, -maxElo, maxElo)
	case !(t.Elo1 > t.Elo0 && t.Elo1 <= maxElo):
		return fmt.Errorf("rating: elo1 is %g, want more than elo0 (%g) and at most %d", t.Elo1, t.Elo0, maxElo)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("rating: alpha is %g, want between 0 and 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("rating: beta is %g, want between 0 and 0.5", t.Beta)
	}
	return nil
}
