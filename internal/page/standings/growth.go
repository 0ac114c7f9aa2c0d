package standings

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"epaminondas/internal/match/result"
)

// Growth has the strength of a run's checkpoints over the processor time of the run.
type Growth struct {
	Name string `json:"name"`
	// Points are in the order of training.
	Points []GrowthPoint `json:"points"`
}

// GrowthPoint is a checkpoint of a run.
type GrowthPoint struct {
	Step  int64   `json:"step"`
	Hours float64 `json:"processor_hours"` // above 0
	// Elo is relative to the common opponent. Its bounds may be infinite.
	Elo result.Interval `json:"elo"`
}

// The size of a picture of growth, in CSS pixels, and the margins of its plot.
const (
	pictureWidth, pictureHeight = 960, 420
	pictureLeft, pictureRight   = 64, 150
	pictureTop, pictureBottom   = 44, 46
)

// growthColours is the number of colours of the picture. Further runs begin again with the first one.
const growthColours = 6

// picture is the data of the template.
type picture struct {
	Width, Height            int
	Left, Right, Top, Bottom float64 // edges of the plot
	Title                    string
	X, Y                     []pictureTick
	Zero                     float64 // height of the opponent
	Curves                   []pictureCurve
}

type pictureTick struct {
	At   float64 // pixels
	Text string
}

type pictureCurve struct {
	Colour int
	Band   string // corners of the area of the intervals
	Line   string
	Points []picturePoint
	LabelY float64
	Label  string
}

type picturePoint struct {
	X, Y float64
	Text string
}

//go:embed growth.gosvg
var growthFile embed.FS

// WriteGrowth writes a picture of the runs' growth as SVG, which needs no other file. The horizontal axis
// has doublings of processor time, and the vertical one Elo relative to an opponent that every run met.
// Intervals are drawn as bands. An error says what is missing, or wraps the error of w.
func WriteGrowth(w io.Writer, title string, runs []Growth) error {
	p, err := newPicture(title, runs)
	if err != nil {
		return err
	}
	t, err := template.New("growth.gosvg").Funcs(functions).ParseFS(growthFile, "growth.gosvg")
	if err != nil {
		return fmt.Errorf("standings: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("standings: write the picture: %w", err)
	}
	return nil
}

// newPicture places the curves. Points without any finite bound are left out.
func newPicture(title string, runs []Growth) (*picture, error) {
	var places, ratings []float64
	for _, r := range runs {
		for _, q := range r.Points {
			if !(q.Hours > 0) {
				return nil, fmt.Errorf("standings: step %d of %s has %v processor hours, want more than 0",
					q.Step, r.Name, q.Hours)
			}
			if !unknown(q.Elo) {
				places = append(places, math.Log2(q.Hours))
				ratings = append(ratings, bounds(q.Elo)...)
			}
		}
	}
	if len(places) == 0 {
		return nil, errors.New("standings: no checkpoint has a rating")
	}
	if slices.Min(places) == slices.Max(places) {
		places = append(places, places[0]-1, places[0]+1)
	}
	x, y := newAxis(places), newAxis(append(ratings, 0))
	p := &picture{
		Width: pictureWidth, Height: pictureHeight, Title: title,
		Left: pictureLeft, Right: pictureWidth - pictureRight,
		Top: pictureTop, Bottom: pictureHeight - pictureBottom,
	}
	for _, t := range (progress{timed: true}).ticks(x) {
		p.X = append(p.X, pictureTick{p.across(t.At), t.Text})
	}
	for _, t := range y.ticks(6, signed) {
		p.Y = append(p.Y, pictureTick{p.down(t.At), t.Text})
	}
	p.Zero = p.down(y.at(0))
	for i, r := range runs {
		if c, ok := p.curve(r, x, y); ok {
			c.Colour = i % growthColours
			p.Curves = append(p.Curves, c)
		}
	}
	labels := make([]*float64, len(p.Curves))
	for i := range p.Curves {
		labels[i] = &p.Curves[i].LabelY
	}
	slices.SortStableFunc(labels, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	spread(labels, p.Bottom)
	return p, nil
}

// across and down return the pixels of a share of the plot's width and height.
func (p *picture) across(share float64) float64 { return p.Left + share*(p.Right-p.Left) }
func (p *picture) down(share float64) float64   { return p.Bottom - share*(p.Bottom-p.Top) }

// curve places a run. ok is false if no checkpoint of it has a rating.
func (p *picture) curve(r Growth, x, y axis) (c pictureCurve, ok bool) {
	var line, low, high []string
	for _, q := range r.Points {
		if unknown(q.Elo) {
			continue
		}
		at := p.across(x.at(math.Log2(q.Hours)))
		point := picturePoint{X: at, Y: p.down(y.at(float64(q.Elo.Estimate))), Text: fmt.Sprintf(
			"%s, step %d, %s: %s, %s", r.Name, q.Step, lasting(q.Hours), elo(q.Elo.Estimate), span(q.Elo))}
		c.Points = append(c.Points, point)
		line = append(line, corner(at, point.Y))
		low = append(low, corner(at, p.down(y.at(float64(q.Elo.Low)))))
		high = append(high, corner(at, p.down(y.at(float64(q.Elo.High)))))
	}
	if len(c.Points) == 0 {
		return c, false
	}
	slices.Reverse(low)
	c.Line, c.Band = strings.Join(line, " "), strings.Join(append(high, low...), " ")
	c.LabelY, c.Label = c.Points[len(c.Points)-1].Y, r.Name
	return c, true
}

// corner writes a place for the attribute points.
func corner(x, y float64) string { return fmt.Sprintf("%.1f,%.1f", x, y) }
