package game

import "strconv"

// Colour is one of the two players.
type Colour uint8

// The players. White moves first, and its forward direction is north.
const (
	White Colour = iota
	Black
)

// Other returns the opponent of c.
func (c Colour) Other() Colour { return c ^ 1 }

// String returns "white" or "black".
func (c Colour) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Letter returns the letter of c in position texts: 'w' or 'b'.
func (c Colour) Letter() byte { return "wb"[c] }

// The least and greatest side of a board. Squares use the greatest as their stride, so one set of
// shifts serves every board.
const (
	minSide = 3
	maxSide = 16
)

// Square is row<<4 | column, both from zero, on every board: a1 is 0, b1 is 1, a2 is 16.
type Square uint8

// SquareAt returns the square in a column and a row, both counted from zero.
func SquareAt(column, row int) Square { return Square(row*maxSide + column) }

// Col returns the column, 0 for a.
func (s Square) Col() int { return int(s) % maxSide }

// Row returns the row, 0 for White's home row.
func (s Square) Row() int { return int(s) / maxSide }

// String returns the name of s, such as "c5".
func (s Square) String() string { return string(rune('a'+s.Col())) + strconv.Itoa(s.Row()+1) }

// Direction is one of the eight straight lines a phalanx can move along.
type Direction uint8

// The directions, clockwise. North leads to higher rows: White's way forward.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
	Directions = 8 // the number of directions
)

// deltas holds the step of each direction as columns and rows.
var deltas = [Directions][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// Delta returns the step of d in columns and rows, each -1, 0 or 1.
func (d Direction) Delta() (columns, rows int) { return deltas[d][0], deltas[d][1] }

// step returns the difference between a square and the next one in direction d.
func (d Direction) step() int { return deltas[d][1]*maxSide + deltas[d][0] }

// alongRow reports whether d leads east or west. Such a move stays in its row.
func (d Direction) alongRow() bool { return d&3 == East }

// Opposite returns the reverse direction.
func (d Direction) Opposite() Direction { return (d + 4) % Directions }

// FlipRows returns d with north and south exchanged.
func (d Direction) FlipRows() Direction { return (12 - d) % Directions }

// FlipColumns returns d with east and west exchanged.
func (d Direction) FlipColumns() Direction { return (8 - d) % Directions }

// String returns the compass name of d, such as "NE".
func (d Direction) String() string {
	return [Directions]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}[d]
}

// along returns the square n steps from s in direction d. It must be on the board.
func (s Square) along(d Direction, n int) Square { return Square(int(s) + n*d.step()) }
