package standings

import (
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/match/result"
)

// checkpoints returns the checkpoints of a run that gains 50 points with each doubling. Hours below
// 0 are unknown.
func checkpoints(hours ...float64) *Data {
	d := &Data{Players: []Player{{Name: "random"}}}
	for i, h := range hours {
		step, estimate := int64(100*i), result.Elo(50*i)
		p := Player{Name: lasting(h), Step: &step,
			Rating: result.Interval{Estimate: estimate, Low: estimate - 10, High: estimate + 10}}
		if h >= 0 {
			p.Hours = &h
		}
		d.Players = append(d.Players, p)
	}
	return d
}

func newCurveOf(d *Data) *curve {
	order := make([]int, len(d.Players))
	for i := range order {
		order[i] = i
	}
	return newCurve(d, order)
}

// TestCurveOverProcessorTime checks that doublings of the time have equal distances, and that the
// untrained network is a level.
func TestCurveOverProcessorTime(t *testing.T) {
	d := checkpoints(0, 0.25, 0.5, 1)
	c := newCurveOf(d)
	if c.Scale != "processor time" || len(c.Points) != 3 || len(c.Opponents) != 2 {
		t.Fatalf("%+v", c)
	}
	if left, right := c.Points[1].X-c.Points[0].X, c.Points[2].X-c.Points[1].X; left < 0.4 ||
		max(left-right, right-left) > 1e-9 {
		t.Errorf("distances %g and %g", left, right)
	}
	var texts []string
	for _, tick := range c.X {
		texts = append(texts, tick.Text)
	}
	if want := []string{"15 min", "30 min", "1 h"}; !slices.Equal(texts, want) {
		t.Errorf("ticks %q, want %q", texts, want)
	}
	if text := runFinding(d); text !=
		" From 15 min to 1 h the run gained 100 points, 50 for each doubling of the processor time." {
		t.Errorf("%q", text)
	}
}

// TestCurveOverSteps checks that one checkpoint of unknown time makes the scale training steps.
func TestCurveOverSteps(t *testing.T) {
	d := checkpoints(0, 0.25, -1)
	c := newCurveOf(d)
	if c.Scale != "training steps" || len(c.Points) != 3 {
		t.Errorf("%+v", c)
	}
	if text := runFinding(d); !strings.Contains(text, "From step 0 to step 200 the run gained 100 points.") {
		t.Errorf("%q", text)
	}
}

// TestManyDoublings checks that the labels of a long axis do not crowd.
func TestManyDoublings(t *testing.T) {
	d := checkpoints(0.001, 1000)
	if n := len(newCurveOf(d).X); n < 4 || n > 8 {
		t.Errorf("%d ticks", n)
	}
}

func TestLasting(t *testing.T) {
	for hours, want := range map[float64]string{0: "0 s", 0.01: "36 s", 0.75: "45 min", 1: "1 h",
		1.5: "1.5 h", 300: "300 h"} {
		if got := lasting(hours); got != want {
			t.Errorf("%g: %q, want %q", hours, got, want)
		}
	}
}
