package standings

import (
	"math"
	"strconv"
	"strings"
)

// axis maps numbers to shares of a length.
type axis struct{ low, high float64 }

// tick is a labelled place on an axis.
type tick struct {
	At   float64 // share of the length, 0 to 1
	Text string
}

// newAxis returns an axis over the finite values, with a margin on either side.
func newAxis(values []float64) axis {
	a := axis{math.Inf(1), math.Inf(-1)}
	for _, v := range values {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			a.low, a.high = min(a.low, v), max(a.high, v)
		}
	}
	switch {
	case a.low > a.high:
		return axis{-1, 1}
	case a.low == a.high:
		return axis{a.low - 50, a.high + 50}
	}
	margin := 0.05 * (a.high - a.low)
	return axis{a.low - margin, a.high + margin}
}

// at returns the place of v, or the nearer end of the axis if v lies outside.
func (a axis) at(v float64) float64 {
	return min(max((v-a.low)/(a.high-a.low), 0), 1)
}

// ticks returns about n round numbers on the axis.
func (a axis) ticks(n int, text func(float64) string) []tick {
	step := roundStep(0.7 * (a.high - a.low) / float64(n))
	var all []tick
	for i := math.Ceil(a.low / step); i*step <= a.high; i++ {
		all = append(all, tick{a.at(i * step), text(i * step)})
	}
	return all
}

// roundStep returns the smallest of 1, 2 and 5 times a power of ten that is at least x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= x*(1-1e-9) {
			return factor * power
		}
	}
	return 10 * power
}

// minus replaces a hyphen before a number by a minus sign.
func minus(text string) string {
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return "−" + rest
	}
	return text
}

func decimal(v float64, places int) string {
	return minus(strconv.FormatFloat(v, 'f', places, 64))
}

// whole writes a number on an axis without needless decimals.
func whole(v float64) string {
	return minus(strconv.FormatFloat(math.Round(v*1e6)/1e6+0, 'f', -1, 64)) // + 0 makes a zero of -0
}

// short writes a count with about three figures: 950, 12.3k, 4M.
func short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= unit.size*0.9995 {
			return figures3(v/unit.size) + unit.name
		}
	}
	return figures3(v)
}

// duration writes a time in seconds with about three figures.
func duration(seconds float64) string {
	switch {
	case seconds <= 0:
		return ""
	case seconds < 1e-3:
		return figures3(seconds*1e6) + " µs"
	case seconds < 1:
		return figures3(seconds*1e3) + " ms"
	}
	return figures3(seconds) + " s"
}

// figures3 writes a number with three significant figures, and all figures before the point.
func figures3(v float64) string {
	switch size := math.Abs(v); {
	case size >= 99.95:
		return whole(math.Round(v))
	case size >= 9.995:
		return whole(math.Round(v*10) / 10)
	}
	return whole(math.Round(v*100) / 100)
}

// percent writes a share without decimals. It never rounds to 0% or 100%.
func percent(share float64) string {
	switch {
	case share > 0.9995 && share < 1:
		return ">99.9%"
	case share < 0.0005 && share > 0:
		return "<0.1%"
	case share > 0.99 && share < 1, share < 0.01 && share > 0:
		return decimal(100*share, 1) + "%"
	}
	return decimal(100*share, 0) + "%"
}
