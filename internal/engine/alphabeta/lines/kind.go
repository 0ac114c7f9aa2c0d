package lines

import "slices"

// A kind is what windows have in common whose places differ in their columns alone. A pattern has two rows,
// whose sum counts: a row of its own, and one that all windows of a kind share. So it has sensible numbers
// long before it was often seen in its own place. Programs with NNUE learn their inputs in the same way
// (nnue-pytorch calls it a factorizer).
type kind struct{ across, up, row, squares int }

// kindOf returns the kind of a window. Mirror images have the same kind.
func kindOf(w window) kind {
	from, next, last := w.squares[0], w.squares[1], w.squares[len(w.squares)-1]
	across, up := next.Col()-from.Col(), next.Row()-from.Row()
	return kind{max(across, -across), max(up, -up), min(from.Row(), last.Row()), len(w.squares)}
}

// findKinds numbers the kinds of the windows.
func (g *geometry) findKinds() {
	var found []kind
	for _, w := range g.windows {
		k := kindOf(w)
		number := slices.Index(found, k)
		if number < 0 {
			number = len(found)
			found, g.kinds = append(found, k), append(g.kinds, k.squares)
		}
		g.classes[w.class].kind = number
	}
}

// classesOf returns the number of classes of each kind.
func (g *geometry) classesOf() []int {
	count := make([]int, len(g.kinds))
	for _, c := range g.classes {
		count[c.kind]++
	}
	return count
}
