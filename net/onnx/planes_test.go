package onnx

import (
	"epaminondas/game"
	"epaminondas/net"
)

// planes returns the input of the model for a batch of positions as docs/model.md defines it, square by square and without
// package net's encoder, so that the page is checked too.
func planes(b *game.Board, states []game.State) array {
	return newArray(len(states), net.Planes, b.Height(), b.Width()).fill(func(n, plane, row, column int) float64 {
		v := view{b, &states[n]}
		switch plane {
		case 34:
			return 1
		case 35:
			return one(row == b.Height()-1)
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
	})
}

// steps are the directions in rows and columns.
var steps = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// view is a position as the side to move sees it.
type view struct {
	board *game.Board
	state *game.State
}

// stone reports whether there is a stone on a square: side 0 is to move, 1 is not.
func (v view) stone(side, row, column int) bool {
	if row < 0 || column < 0 || row >= v.board.Height() || column >= v.board.Width() {
		return false
	}
	colour := v.state.Turn()
	if colour == game.Black {
		row = v.board.Height() - 1 - row
	}
	if side == 1 {
		colour = colour.Other()
	}
	stones := v.state.Stones(colour)
	return stones.Has(game.SquareAt(column, row))
}

// empty reports whether a square is on the board and empty.
func (v view) empty(row, column int) bool {
	on := row >= 0 && column >= 0 && row < v.board.Height() && column < v.board.Width()
	return on && !v.stone(0, row, column) && !v.stone(1, row, column)
}

// count counts the squares beyond one that follow without a gap, in eighths and at most 1.
func (v view) count(row, column int, step [2]int, follows func(row, column int) bool) float64 {
	n := 0
	for follows(row+(n+1)*step[0], column+(n+1)*step[1]) {
		n++
	}
	return min(1, float64(n)/8)
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
