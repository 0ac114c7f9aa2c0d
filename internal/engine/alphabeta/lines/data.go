package lines

import (
	"epaminondas/game"
)

// Data are positions of a board with their values, from which [Learn] learns.
type Data struct {
	geometry *geometry
	scorer   Evaluation // without weights, to find patterns
	patterns []uint16   // of each position: the patterns of its windows
	values   []float32
}

// NewData returns an empty list of positions on b.
func NewData(b *game.Board) *Data {
	g := newGeometry(b)
	return &Data{geometry: g, scorer: Evaluation{geometry: g}}
}

// Add adds a position. value is the expected result for its mover, from -1 to 1.
func (d *Data) Add(s *game.State, value float32) {
	var p Patterns
	d.scorer.Set(&p, s)
	for i, w := range d.geometry.windows {
		pattern, class := int(p.views[s.Turn()][i]-d.geometry.first[i]), d.geometry.classes[w.class]
		if class.symmetric {
			pattern = min(pattern, reversed(pattern, class.squares))
		}
		d.patterns = append(d.patterns, uint16(pattern))
	}
	d.values = append(d.values, value)
}

// Len returns the number of positions.
func (d *Data) Len() int { return len(d.values) }

// set sets p to the patterns of position i, as if White moved.
func (d *Data) set(p *Patterns, i int) {
	for w, pattern := range d.patternsOf(i) {
		p.views[game.White][w] = d.geometry.first[w] + int32(pattern)
	}
}

// patternsOf returns the patterns of the windows of position i.
func (d *Data) patternsOf(i int) []uint16 {
	n := len(d.geometry.windows)
	return d.patterns[i*n:][:n]
}
