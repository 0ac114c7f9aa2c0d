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
	first    []uint32 // of each window: the first row of its class, if all tables are one
	starts   []uint32 // the same of each class
	total    int      // rows of all classes
}

// NewData returns an empty list of positions on b.
func NewData(b *game.Board) *Data {
	g := newGeometry(b)
	d := &Data{geometry: g, scorer: Evaluation{geometry: g}}
	for _, c := range g.classes {
		d.starts = append(d.starts, uint32(d.total))
		d.total += c.patterns()
	}
	for _, w := range g.windows {
		d.first = append(d.first, d.starts[w.class])
	}
	return d
}

// Add adds a position. value is the expected result for its mover, from -1 to 1.
func (d *Data) Add(s *game.State, value float32) {
	var p Patterns
	d.scorer.Set(&p, s)
	for i, w := range d.geometry.windows {
		pattern, class := int(p.views[s.Turn()][i]), d.geometry.classes[w.class]
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
	n := len(d.first)
	copy(p.views[game.White][:], d.patterns[i*n:][:n])
}

// rows appends the rows that the windows of position i select.
func (d *Data) rows(to []uint32, i int) []uint32 {
	n := len(d.first)
	for w, pattern := range d.patterns[i*n:][:n] {
		to = append(to, d.first[w]+uint32(pattern))
	}
	return to
}
