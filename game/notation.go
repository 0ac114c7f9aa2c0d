package game

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Errors of move texts. They distinguish a text that is not a move from a move that the rules
// forbid.
var (
	ErrNotation = errors.New("unreadable move")
	ErrIllegal  = errors.New("illegal move")
)

// Notation says which square comes second in a move text. The same text may be a move in both
// notations, so callers always choose the notation.
type Notation uint8

// The notations of moves.
const (
	// where the hindmost stone arrives, as in Abbott's article: a1-a3; the default
	RearNotation Notation = iota
	HeadNotation          // where the leading stone arrives, as on abstractplay.com
)

var notationTexts = []string{"rear", "head"}

// String returns "rear" or "head".
func (n Notation) String() string { return notationTexts[n] }

// ParseNotation reads rear or head.
func ParseNotation(text string) (Notation, error) {
	return parseChoice[Notation]("notation", text, notationTexts)
}

// FormatMove returns the text of m, a legal move, such as a1-a3, or c5xe5 for a capture.
func (s *State) FormatMove(m Move, n Notation) string {
	landing := s.Landing(m)
	separator := "-"
	if s.stones[s.turn.Other()].Has(landing) {
		separator = "x"
	}
	to := m.RearLanding()
	if n == HeadNotation {
		to = landing
	}
	return m.Rear().String() + separator + to.String()
}

// ParseMove reads a legal move as [State.FormatMove] writes it. It ignores case, and the separator
// may be another character or missing. Errors wrap [ErrNotation] if the text is not a move, and
// [ErrIllegal] if the rules forbid the move.
func (s *State) ParseMove(text string, n Notation) (Move, error) {
	from, rest, err := s.cutSquare(text)
	if err != nil {
		return NoMove, fmt.Errorf("game: %w %q: %v", ErrNotation, abridged(text), err)
	}
	if rest != "" && !startsSquare(rest) {
		_, separator := utf8.DecodeRuneInString(rest)
		rest = rest[separator:]
	}
	to, rest, err := s.cutSquare(rest)
	if err == nil && rest != "" {
		err = fmt.Errorf("%q follows the move", abridged(rest))
	}
	if err != nil {
		return NoMove, fmt.Errorf("game: %w %q: %v", ErrNotation, abridged(text), err)
	}
	m, ok := s.between(from, to, n)
	if !ok || !s.Legal(m) {
		return NoMove, fmt.Errorf("game: %w %q (%v notation) in %q", ErrIllegal, text, n, s)
	}
	return m, nil
}

// startsSquare reports whether text begins with the letter of a column that some board has.
func startsSquare(text string) bool {
	letter := text[0] | 0x20
	return letter >= 'a' && letter < 'a'+maxSide
}

// cutSquare reads a square at the beginning of a text.
func (s *State) cutSquare(text string) (Square, string, error) {
	if text == "" || !startsSquare(text) {
		return 0, "", errors.New("want two squares, as in a1-a3")
	}
	column, row, i := int(text[0]|0x20-'a'), 0, 1
	for ; i < len(text) && i < 3 && text[i] >= '0' && text[i] <= '9'; i++ {
		row = row*10 + int(text[i]-'0')
	}
	if column >= s.board.Width() || row < 1 || row > s.board.Height() {
		return 0, "", fmt.Errorf("%q is not a square of %s", text[:i], s.board.rules.Name())
	}
	return SquareAt(column, row-1), text[i:], nil
}

// between returns the move that two squares name in notation n, which need not be legal. It returns
// false if the squares name no move.
func (s *State) between(from, to Square, n Notation) (Move, bool) {
	columns, rows := to.Col()-from.Col(), to.Row()-from.Row()
	distance := max(columns, -columns, rows, -rows)
	if distance == 0 || columns%distance != 0 || rows%distance != 0 {
		return NoMove, false
	}
	d := directionOf(columns/distance, rows/distance)
	if n == HeadNotation {
		distance -= s.run(s.turn, from, d) - 1
	}
	if distance < 1 || distance > MaxDistance {
		return NoMove, false
	}
	return NewMove(from, d, distance), true
}

// directionOf returns the direction with the given step.
func directionOf(columns, rows int) Direction {
	for d := range Direction(Directions) {
		if c, r := d.Delta(); c == columns && r == rows {
			return d
		}
	}
	panic("game: no direction has this step")
}
