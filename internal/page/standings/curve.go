package standings

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// curveHeight is the height of the plots of curves, in CSS pixels. Widths are shares, so that a
// plot fills any page and its text keeps its size.
const curveHeight = 300

// labelGap is the smallest distance of two labels, in CSS pixels.
const labelGap = 16

// curve has the ratings of a run's checkpoints over its training.
type curve struct {
	Scale     string // of the horizontal axis, in words
	Height    int
	X, Y      []tick
	Points    []curvePoint
	Path      string // of the line, in thousandths of the width and pixels
	Opponents []opponent
}

// curvePoint is a checkpoint. Y, Low and High are pixels from the top.
type curvePoint struct {
	X                 float64 // share
	Y, Low, High      float64
	OpenLow, OpenHigh bool
	Bounded           bool // the estimate is finite
	Text              string
}

// opponent is a player that does not change, drawn as a band across the plot.
type opponent struct {
	Y, Top, Height float64
	LabelY         float64
	Label          string
}

// newCurve returns the curve, or nil if fewer than two checkpoints are rated.
func newCurve(d *Data, order []int) *curve {
	var checkpoints, fixed []*Player
	var places, ratings []float64
	scale := newProgress(d.Players)
	for _, i := range order {
		p := &d.Players[i]
		if unknown(p.Rating) {
			continue
		}
		if at, ok := scale.of(p); ok {
			checkpoints = append(checkpoints, p)
			places = append(places, at)
		} else {
			fixed = append(fixed, p)
		}
		ratings = append(ratings, bounds(p.Rating)...)
	}
	if len(checkpoints) < 2 {
		return nil
	}
	slices.SortStableFunc(checkpoints, func(a, b *Player) int {
		return int(min(max(*a.Step-*b.Step, -1), 1))
	})
	x, y := newAxis(places), newAxis(ratings)
	c := &curve{Scale: scale.title(), Height: curveHeight, X: scale.ticks(x), Y: y.ticks(6, signed)}
	var path strings.Builder
	for _, p := range checkpoints {
		point := newCurvePoint(p, scale, x, y)
		fmt.Fprintf(&path, "%.1f,%.1f ", 1000*point.X, point.Y)
		c.Points = append(c.Points, point)
	}
	c.Path = strings.TrimSpace(path.String())
	for _, p := range fixed {
		c.Opponents = append(c.Opponents, newOpponent(p, y))
	}
	labels := make([]*float64, len(c.Opponents))
	for i := range c.Opponents {
		labels[i] = &c.Opponents[i].LabelY
	}
	spread(labels, curveHeight)
	return c
}

func newCurvePoint(p *Player, scale progress, x, y axis) curvePoint {
	at, _ := scale.of(p)
	return curvePoint{
		X: x.at(at),
		Y: y.down(float64(p.Rating.Estimate)), Low: y.down(float64(p.Rating.Low)),
		High:    y.down(float64(p.Rating.High)),
		OpenLow: math.IsInf(float64(p.Rating.Low), 0), OpenHigh: math.IsInf(float64(p.Rating.High), 0),
		Bounded: !math.IsInf(float64(p.Rating.Estimate), 0),
		Text: strings.TrimSuffix(fmt.Sprintf("%s, %s: %s, %s", p.shown(), scale.text(p),
			elo(p.Rating.Estimate), span(p.Rating)), ", "),
	}
}

// down returns the place of v in pixels from the top of a plot.
func (a axis) down(v float64) float64 { return curveHeight * (1 - a.at(v)) }

func newOpponent(p *Player, y axis) opponent {
	top := y.down(float64(p.Rating.High))
	at := y.down(float64(p.Rating.Estimate))
	return opponent{
		Y: at, Top: top, Height: y.down(float64(p.Rating.Low)) - top,
		LabelY: at, Label: p.shown() + " " + elo(p.Rating.Estimate),
	}
}

// spread moves labels apart, and up from the bottom. They are heights, in order from the top.
func spread(labels []*float64, bottom float64) {
	for i := range labels {
		if i > 0 {
			*labels[i] = max(*labels[i], *labels[i-1]+labelGap)
		}
	}
	for i := len(labels) - 1; i >= 0; i-- {
		*labels[i] = min(*labels[i], bottom)
		bottom = *labels[i] - labelGap
	}
}
