package lines

import (
	"slices"

	"epaminondas/game"
)

// Windows of a long line overlap, so that no group of squares lies across a border.
const (
	shortest = 3 // squares of the shortest line that counts
	overlap  = 2 // squares that two windows of a line share, at least
)

// A window is a part of a line: some squares in a row, in a fixed order.
type window struct {
	class   int
	squares []game.Square
}

// geometry divides a board into windows. Windows that are mirror images of each other belong to one class:
// the mirror exchanges columns, and keeps the order of the squares.
type geometry struct {
	board   *game.Board
	windows []window
	classes []class
	kinds   []int // squares of each kind: see kindOf
	// A row is a pattern of a class. The rows of class c begin with number starts[c], and those of
	// window w with first[w].
	rows   int
	starts []int
	first  []int32
	// Shared rows are numbered after those: the rows of kind k begin with number shared[k], and all are
	// fewer than allRows. Only learning uses these numbers.
	shared  []int
	allRows int
	// The places of square s in its windows are places[view][from[view][s]:from[view][s+1]]. view is
	// the side to move: for Black the board is turned, so that the mover always moves up.
	places [2][]place
	from   [2][257]uint16
}

// class is a kind of windows.
type class struct {
	squares int
	// symmetric says that the mirror reverses the windows of the class, so that a pattern and its reverse
	// mean the same.
	symmetric bool
	kind      int // of its windows: see kindOf
}

// place is a square's place in a window: its pattern grows by power for a stone of the mover, and by
// twice as much for one of the opponent.
type place struct {
	window uint16
	power  uint16
}

// patterns returns the number of patterns of a class: each square is empty, the mover's or the opponent's.
func (c class) patterns() int { return powers[c.squares] }

// powers has the powers of 3.
var powers = [...]int{1, 3, 9, 27, 81, 243, 729, 2187, 6561}

// longest returns the number of squares of the longest window. Tables of nine squares would not stay in the
// cache, and large boards have more lines.
func longest(b *game.Board) int {
	if max(b.Width(), b.Height()) <= 8 {
		return 8
	}
	return 7
}

func newGeometry(b *game.Board) *geometry {
	g := &geometry{board: b}
	for _, line := range linesOf(b) {
		for _, squares := range cut(line, longest(b)) {
			g.add(squares)
		}
	}
	g.findKinds()
	for _, c := range g.classes {
		g.starts = append(g.starts, g.rows)
		g.rows += c.patterns()
	}
	g.allRows = g.rows
	for _, squares := range g.kinds {
		g.shared = append(g.shared, g.allRows)
		g.allRows += powers[squares]
	}
	for _, w := range g.windows {
		g.first = append(g.first, int32(g.starts[w.class]))
	}
	var white [256][]place
	for i, w := range g.windows {
		for at, s := range w.squares {
			white[s] = append(white[s], place{uint16(i), uint16(powers[at])})
		}
	}
	for s := range 256 {
		at := game.Square(s)
		g.note(game.White, s, white[s])
		if mask := b.Mask(); mask.Has(at) {
			g.note(game.Black, s, white[b.FlipSquare(at)])
		} else {
			g.note(game.Black, s, nil)
		}
	}
	return g
}

// note adds the places of the next square.
func (g *geometry) note(view game.Colour, s int, list []place) {
	g.places[view] = append(g.places[view], list...)
	g.from[view][s+1] = uint16(len(g.places[view]))
}

// linesOf returns all rows, columns and diagonals. Their squares are in the order of the rows, and of the
// columns in a row.
func linesOf(b *game.Board) (list [][]game.Square) {
	for _, d := range []struct{ column, row int }{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for row := range b.Height() {
			for column := range b.Width() {
				if inside(b, column-d.column, row-d.row) {
					continue // the line begins earlier
				}
				var line []game.Square
				for c, r := column, row; inside(b, c, r); c, r = c+d.column, r+d.row {
					line = append(line, game.SquareAt(c, r))
				}
				if len(line) >= shortest {
					list = append(list, line)
				}
			}
		}
	}
	return list
}

func inside(b *game.Board, column, row int) bool {
	return column >= 0 && column < b.Width() && row >= 0 && row < b.Height()
}

// cut divides a line into windows of at most n squares, which lie evenly and overlap.
func cut(line []game.Square, n int) (list [][]game.Square) {
	if len(line) <= n {
		return [][]game.Square{line}
	}
	count := (len(line) - overlap + n - overlap - 1) / (n - overlap)
	room := len(line) - n
	if count%2 > 0 && room%2 > 0 {
		count++ // a single window in the middle would not be its own mirror image
	}
	for i := range count {
		start := i * room / (count - 1)
		if 2*i > count-1 { // the second half mirrors the first
			start = room - (count-1-i)*room/(count-1)
		}
		list = append(list, line[start:][:n])
	}
	return list
}

// add adds a window to the class of its mirror image, or to a new one.
func (g *geometry) add(squares []game.Square) {
	mirror := make([]game.Square, len(squares))
	for i, s := range squares {
		mirror[i] = g.board.MirrorSquare(s)
	}
	reverse := slices.Clone(mirror)
	slices.Reverse(reverse)
	for _, w := range g.windows {
		if slices.Equal(w.squares, mirror) {
			g.windows = append(g.windows, window{w.class, squares})
			return
		}
		if slices.Equal(w.squares, reverse) {
			g.windows = append(g.windows, window{w.class, mirrored(squares)})
			return
		}
	}
	g.windows = append(g.windows, window{len(g.classes), squares})
	g.classes = append(g.classes, class{squares: len(squares), symmetric: slices.Equal(squares, reverse)})
}

// mirrored returns squares in the opposite order.
func mirrored(squares []game.Square) []game.Square {
	list := slices.Clone(squares)
	slices.Reverse(list)
	return list
}

// reversed returns the number of a pattern read from its last square.
func reversed(pattern, squares int) int {
	n := 0
	for range squares {
		n = 3*n + pattern%3
		pattern /= 3
	}
	return n
}
