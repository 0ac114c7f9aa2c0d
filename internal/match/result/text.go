package result

import (
	"time"

	"epaminondas/internal/base/noun"
)

// String returns, for example, "50 balanced openings of 6 plies".
func (c OpeningCount) String() string {
	plies := noun.Count(c.Longest, "ply", "plies")
	if c.Shortest < c.Longest {
		plies = noun.Range(c.Shortest, c.Longest, "plies")
	}
	name := "opening"
	if c.Balanced {
		name = "balanced opening"
	}
	return noun.Count(c.Count, name) + " of " + plies
}

// Seconds returns a duration as text with about three digits.
func Seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= 10*unit {
			return d.Round(unit / 10).String()
		}
	}
	return d.String()
}
