package standings

import (
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/result"
)

// testView is the drawing of a sequential test's course.
type testView struct {
	Test     *Test
	Height   int
	Low      float64 // bounds, in pixels from the top
	High     float64
	LowText  string
	HighText string
	X        []tick
	Path     string // in thousandths of the width and pixels
	Last     float64
	LastText string
	Verdict  string
}

// maxPath is the most points in a drawn path.
const maxPath = 600

// newTestView returns the drawing, or nil without a test or before its first pair.
func newTestView(t *Test) *testView {
	if t == nil || len(t.Path) == 0 {
		return nil
	}
	low, high := t.Bounds()
	y := newAxis(append([]float64{low, high, 0}, t.Path...))
	n := len(t.Path)
	v := &testView{
		Test: t, Height: curveHeight, Low: y.down(low), High: y.down(high),
		LowText: decimal(low, 2), HighText: decimal(high, 2),
		X: axis{0, float64(n)}.ticks(min(n, 6),
			whole), Last: y.down(t.Path[n-1]), LastText: decimal(t.Path[n-1], 2),
	}
	v.Path = fmt.Sprintf("0,%.1f", y.down(0))
	for k := 1; k <= min(n, maxPath); k++ {
		i := k * n / min(n, maxPath)
		v.Path += fmt.Sprintf(" %.1f,%.1f", 1000*float64(i)/float64(n), y.down(t.Path[i-1]))
	}
	v.Verdict = verdict(t)
	return v
}

// verdict returns the decision of a test in a sentence.
func verdict(t *Test) string {
	pairs := noun.Count(len(t.Path), "pair")
	switch t.Decision {
	case result.Accepted:
		return fmt.Sprintf("After %s the test accepted H1: the difference is %s rather than %s Elo.", pairs,
			signed(t.Elo1), signed(t.Elo0))
	case result.Rejected:
		return fmt.Sprintf("After %s the test accepted H0: the difference is %s rather than %s Elo.", pairs,
			signed(t.Elo0), signed(t.Elo1))
	}
	return fmt.Sprintf("After %s the test had not decided between %s and %s Elo.", pairs, signed(t.Elo0),
		signed(t.Elo1))
}
