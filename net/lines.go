package net

import "epaminondas/game"

// lines holds every line of a board in four ways, as each side sees it, the side to move first. A
// line is a word. Bit 8+n is set if its n-th square holds a stone of that side, bit 40+n if it is
// empty. Squares off the board have neither bit.
type lines [2][lineCount]uint64

// The numbers of the lines through a square. A line north has the number northLine plus its column,
// and so on. Squares of a row count by columns, squares of other lines by rows.
const (
	northLine     = 0               // plus the column
	eastLine      = 16              // plus the row
	northEastLine = 32 + 15         // plus the column, minus the row
	northWestLine = 32 + 31         // plus the column and the row
	lineCount     = 32 + 31 + 31    // columns and rows are 0 to 15
	ownBit        = uint64(1) << 8  // of square 0
	emptyBit      = uint64(1) << 40 // of square 0
)

// blankLines returns the lines of a board without stones.
func blankLines(b *game.Board) *lines {
	var l lines
	for row := range b.Height() {
		for column := range b.Width() {
			up, along := emptyBit<<row, emptyBit<<column
			for side := range l {
				l[side][northLine+column] |= up
				l[side][eastLine+row] |= along
				l[side][northEastLine+column-row] |= up
				l[side][northWestLine+column+row] |= up
			}
		}
	}
	return &l
}

// put adds a stone of the given side, 0 or 1, on an empty square.
func (l *lines) put(side, column, row int) {
	own, other := &l[side&1], &l[side&1^1]
	column, row = column&15, row&15
	// The square was empty, so the subtraction clears its bit.
	up, along := (emptyBit-ownBit)<<row, (emptyBit-ownBit)<<column
	gone, goneAlong := emptyBit<<row, emptyBit<<column
	own[northLine+column] -= up
	own[eastLine+row] -= along
	own[northEastLine+column-row] -= up
	own[northWestLine+column+row] -= up
	other[northLine+column] -= gone
	other[eastLine+row] -= goneAlong
	other[northEastLine+column-row] -= gone
	other[northWestLine+column+row] -= gone
}
