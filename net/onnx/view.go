package onnx

import (
	"epaminondas/game"
	"epaminondas/net"
)

// View is a position in the view of the side to move. A View reads the planes and the logits of a
// model as docs/model.md defines them, square by square, without package net's encoder. Tests and
// tools use it to compare a model with the engine. So they also check that page.
type View struct {
	Board *game.Board
	State *game.State
}

// Plane returns the value of an input plane on a square of a position; row 0 is the home row of the side
// to move.
type Plane func(v View, row, column int) float32

// InputPlanes returns the input planes of a model that reads groups.
func InputPlanes(groups net.Groups) []Plane {
	read := map[string]func(v View, plane, row, column int) float32{"lines": View.lines,
		"attack": View.attack}
	var planes []Plane
	for _, g := range groups.Describe() {
		of := read[g.Name]
		for plane := range g.Count {
			planes = append(planes, func(v View, row, column int) float32 {
				return of(v, plane, row, column)
			})
		}
	}
	return planes
}

// lines returns the value of a plane of the group lines.
func (v View) lines(plane, row, column int) float32 {
	switch plane {
	case 34:
		return 1
	case 35:
		return one(row == v.Board.Height()-1)
	case 36:
		return one(row == 0)
	case 0, 1:
		return one(v.stone(plane, row, column))
	}
	d, side, room := (plane-2)/4, (plane-2)%4/2, (plane-2)%2 == 1
	if !v.stone(side, row, column) {
		return 0
	}
	if room {
		return v.count(row, column, steps[d], v.empty)
	}
	back := [2]int{-steps[d][0], -steps[d][1]}
	return min(1, 1./8+v.count(row, column, back, func(r, c int) bool { return v.stone(side, r, c) }))
}

// Logit returns the logit of a move from policy [72, H, W].
func (v View) Logit(m game.Move, policy []float64) float64 {
	d := m.Direction()
	if v.State.Turn() == game.Black {
		d = d.FlipRows()
	}
	at := func(plane int, s game.Square) float64 {
		row := s.Row()
		if v.State.Turn() == game.Black {
			row = v.Board.Height() - 1 - row
		}
		return policy[(plane*v.Board.Height()+row)*v.Board.Width()+s.Col()]
	}
	return at(8*int(d)+m.Distance()-1, m.Rear()) + at(64+int(d), m.RearLanding())
}

// steps are the directions in rows and columns.
var steps = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// stone reports whether there is a stone on a square: side 0 is to move, 1 is not.
func (v View) stone(side, row, column int) bool {
	if row < 0 || column < 0 || row >= v.Board.Height() || column >= v.Board.Width() {
		return false
	}
	colour := v.State.Turn()
	if colour == game.Black {
		row = v.Board.Height() - 1 - row
	}
	if side == 1 {
		colour = colour.Other()
	}
	stones := v.State.Stones(colour)
	return stones.Has(game.SquareAt(column, row))
}

// empty reports whether a square is on the board and empty.
func (v View) empty(row, column int) bool {
	on := row >= 0 && column >= 0 && row < v.Board.Height() && column < v.Board.Width()
	return on && !v.stone(0, row, column) && !v.stone(1, row, column)
}

// count counts the squares after a square that follow each other without a gap, in eighths and at
// most 1.
func (v View) count(row, column int, step [2]int, follows func(row, column int) bool) float32 {
	n := 0
	for follows(row+(n+1)*step[0], column+(n+1)*step[1]) {
		n++
	}
	return min(1, float32(n)/8)
}

func one(is bool) float32 {
	if is {
		return 1
	}
	return 0
}
