package result

import (
	"fmt"
	"time"
)

// String returns, for example, "50 openings of 4 plies".
func (c OpeningCount) String() string {
	noun := "openings"
	if c.Count == 1 {
		noun = "opening"
	}
	text := fmt.Sprintf("%d %s of ", c.Count, noun)
	if c.Shortest < c.Longest {
		text += fmt.Sprintf("%d to ", c.Shortest)
	}
	return text + fmt.Sprintf("%d plies", c.Longest)
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
