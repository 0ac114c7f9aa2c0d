package lines

// sharing says what windows share while an evaluation learns. A pattern then has two rows, whose sum
// counts: a row of its own, and one that all windows of a kind share. So it has sensible numbers long
// before it was often seen in its own place. When learning ends, the rows are added. Programs with NNUE
// do the same with their inputs (nnue-pytorch calls it a factorizer).
type sharing struct {
	geometry *geometry
	kinds    []int // of each class: the first row of its kind
	rows     int   // of both sorts; own rows come first
}

// A kind is what windows have in common whose places differ in their columns alone.
type kind struct{ across, up, row, squares int }

func newSharing(g *geometry) *sharing {
	s := &sharing{geometry: g, kinds: make([]int, len(g.classes)), rows: g.rows}
	starts := map[kind]int{}
	for _, w := range g.windows {
		k := kindOf(w)
		if _, ok := starts[k]; !ok {
			starts[k] = s.rows
			s.rows += powers[len(w.squares)]
		}
		s.kinds[w.class] = starts[k]
	}
	return s
}

// kindOf returns the kind of a window. Mirror images have the same kind.
func kindOf(w window) kind {
	from, next, last := w.squares[0], w.squares[1], w.squares[len(w.squares)-1]
	across, up := next.Col()-from.Col(), next.Row()-from.Row()
	return kind{max(across, -across), max(up, -up), min(from.Row(), last.Row()), len(w.squares)}
}
