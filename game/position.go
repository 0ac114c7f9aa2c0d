package game

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrPosition is wrapped by every error about a position text.
var ErrPosition = errors.New("unreadable position")

// String returns the position as text. The rows come from top to bottom, separated by slashes. Each
// row begins with column a and has w, b or a dot for each square. A space and the side to move
// follow, then a space and the plies, if there are any.
func (s *State) String() string {
	if s.ply == 0 {
		return s.Placement()
	}
	return s.Placement() + " " + strconv.Itoa(int(s.ply))
}

// Placement returns the text of [State.String] without the plies.
func (s *State) Placement() string {
	var b strings.Builder
	for row := s.board.Height() - 1; row >= 0; row-- {
		for column := range s.board.Width() {
			b.WriteByte(s.letter(SquareAt(column, row)))
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	b.WriteByte(' ')
	b.WriteByte(s.turn.Letter())
	return b.String()
}

// letter returns w, b or a dot for the stone on a square.
func (s *State) letter(at Square) byte {
	for c := range s.stones {
		if s.stones[c].Has(at) {
			return Colour(c).Letter()
		}
	}
	return '.'
}

// ParseState reads a position text as [State.String] writes it. If the rules fix crossed stones, as
// in Crossings, W and B stand for stones that have crossed. Errors wrap [ErrPosition].
func (b *Board) ParseState(text string) (State, error) {
	fail := func(format string, args ...any) (State, error) {
		return State{}, fmt.Errorf("game: %w %q: %s", ErrPosition, abridged(text),
			fmt.Sprintf(format, args...))
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 3 {
		return fail("the position has %s, want two or three: the rows, the side to move and perhaps the plies",
			counted(len(fields), "part"))
	}
	s := State{board: b}
	if err := s.parseRows(fields[0]); err != nil {
		return fail("%v", err)
	}
	switch fields[1] {
	case "w":
	case "b":
		s.turn = Black
	default:
		return fail("the side to move is %q, want w or b", abridged(fields[1]))
	}
	if len(fields) == 3 {
		ply, err := parsePlies("ply", fields[2])
		if err != nil {
			return fail("%v", err)
		}
		s.ply = int32(ply)
	}
	s.hash = s.fullHash()
	return s, nil
}

// parseRows reads the rows of a position text.
func (s *State) parseRows(text string) error {
	width, height := s.board.Width(), s.board.Height()
	rows := strings.Split(text, "/")
	if len(rows) != height {
		return fmt.Errorf("the position has %s, want %d on %s", counted(len(rows), "row"), height,
			s.board.rules.Name())
	}
	for i, row := range rows {
		if len(row) != width {
			return fmt.Errorf("row %d has %s, want %d on %s", height-i, counted(len(row), "square"), width,
				s.board.rules.Name())
		}
		for column := range width {
			if err := s.parseSquare(SquareAt(column, height-1-i), row[column]); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseSquare puts the stone of a letter on a square.
func (s *State) parseSquare(at Square, letter byte) error {
	switch letter {
	case '.':
	case 'w':
		s.stones[White].Set(at)
	case 'b':
		s.stones[Black].Set(at)
	case 'W', 'B':
		c := White
		if letter == 'B' {
			c = Black
		}
		if s.board.rules.Crossed != CrossedFixed || !s.board.far[c].Has(at) {
			return fmt.Errorf(
				"%q on %v is a crossed stone: want it on its far row, and in a game such as Crossings", letter, at)
		}
		s.stones[c].Set(at)
	default:
		return fmt.Errorf("%q on %v, want w, b or a dot", letter, at)
	}
	return nil
}

// abridged returns the text, shortened so that it fits into an error.
func abridged(text string) string {
	const most = 320
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// Diagram draws the position for people: the board with its coordinates, then the side to move.
//
//	3  ● ● ●
//	2  · · ·
//	1  ○ ○ ○
//	   a b c   ○ white  ● black  white to move
func (s *State) Diagram() string {
	glyphs := map[byte]string{'w': "○", 'b': "●", '.': "·"}
	var b strings.Builder
	for row := s.board.Height() - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%3d ", row+1)
		for column := range s.board.Width() {
			b.WriteString(" " + glyphs[s.letter(SquareAt(column, row))])
		}
		b.WriteByte('\n')
	}
	b.WriteString("    ")
	for column := range s.board.Width() {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	fmt.Fprintf(&b, "   ○ white  ● black  %v to move\n", s.turn)
	return b.String()
}

// counted returns a number with its noun. Package game imports no other package of this project,
// not even noun.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
