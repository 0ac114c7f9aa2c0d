package onnx

import "epaminondas/game"

// attack returns the value of a plane of the group attack, counted from the group's first.
func (v View) attack(plane, row, column int) float32 {
	switch plane {
	case 0, 1:
		return one(v.stone(plane, row, column) && v.taken(plane, row, column))
	case 6, 7:
		side := plane - 6
		return one(row == v.farRow(side) && v.longest(side, row, column, true) > 0)
	}
	n := v.longest((plane-2)/2, row, column, false)
	if plane%2 == 0 {
		return one(n > 0)
	}
	return min(1, float32(n)/8)
}

// farRow returns the far row of the given side.
func (v View) farRow(side int) int {
	if side == 0 {
		return v.Board.Height() - 1
	}
	return 0
}

// free reports whether a stone of the given side is on a square and may move and be captured.
func (v View) free(side, row, column int) bool {
	fixed := v.Board.Rules().Crossed == game.CrossedFixed && row == v.farRow(side)
	return v.stone(side, row, column) && !fixed
}

// run counts the squares that follow each other without a gap, from a square on.
func (v View) run(row, column int, step [2]int, follows func(row, column int) bool) int {
	n := 0
	for follows(row+n*step[0], column+n*step[1]) {
		n++
	}
	return n
}

// longest returns the length of the longest phalanx of the given side that can land on a square, 0
// if there is none. If elsewhere is set, the phalanx must come from another row.
func (v View) longest(side, row, column int, elsewhere bool) int {
	most := 0
	for _, step := range steps {
		if !elsewhere || step[0] != 0 {
			most = max(most, v.landing(side, row, column, step))
		}
	}
	return most
}

// landing is longest for one direction. It looks back from the square.
func (v View) landing(side, row, column int, step [2]int) int {
	if !v.empty(row, column) && !v.free(1-side, row, column) {
		return 0
	}
	back := [2]int{-step[0], -step[1]}
	gap := v.run(row+back[0], column+back[1], back, v.empty)
	head := [2]int{row + (gap+1)*back[0], column + (gap+1)*back[1]}
	n := v.run(head[0], head[1], back, func(r, c int) bool { return v.free(side, r, c) })
	enemies := v.run(row, column, step, func(r, c int) bool { return v.stone(1-side, r, c) })
	if gap+1 > n || enemies >= n {
		return 0
	}
	return n
}

// taken reports whether the other side can capture the stone of the given side on a square. A
// capture may land on this stone. If captures take whole lines, it may also land on a stone before
// it in the line.
func (v View) taken(side, row, column int) bool {
	if !v.free(side, row, column) {
		return false
	}
	for _, step := range steps {
		for i := 0; v.stone(side, row-i*step[0], column-i*step[1]); i++ {
			if v.landing(1-side, row-i*step[0], column-i*step[1], step) > 0 {
				return true
			}
			if v.Board.Rules().Capture == game.CaptureSingle {
				break
			}
		}
	}
	return false
}
