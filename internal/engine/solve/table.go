package solve

import (
	"fmt"
	"math/bits"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Table holds the values of all positions of a small board. It is immutable, so goroutines may
// share it.
type Table struct {
	board      *game.Board
	grid       *grid
	layers     [][]layer // [own stones][enemy stones]
	placements int64
	values     []byte // codes, valuesPerByte to a byte, the first in the lowest bits
	sweeps     int
}

// A code is a value in two bits: codeDraw, codeWin or codeLoss.
const (
	codeDraw = 0b00
	codeWin  = 0b01
	codeLoss = 0b10

	valuesPerByte = 4
)

// newTable returns a table for r with a draw for every position.
func newTable(r game.Rules) (*Table, error) {
	if err := Supported(r); err != nil {
		return nil, err
	}
	board, err := game.NewBoard(r)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	layers, values := newLayers(board.Area(), board.Width())
	return &Table{
		board:      board,
		grid:       newGrid(r),
		layers:     layers,
		placements: placements(board.Area(), board.Width()),
		values:     make([]byte, values/valuesPerByte),
	}, nil
}

// Rules returns the rules of the table as they were given, with their ply limit.
func (t *Table) Rules() game.Rules { return t.board.Rules() }

// Board returns the board of the table's rules.
func (t *Table) Board() *game.Board { return t.board }

// Value returns the value of s for its side to move, at any ply. It returns an error if s belongs
// to other rules than the table's, apart from the ply limit, or has more stones of a colour than
// the board has columns.
func (t *Table) Value(s *game.State) (Value, error) {
	if rules := s.Board().Rules(); rules.Unlimited() != t.Rules().Unlimited() {
		return 0, fmt.Errorf("solve: the position is on %s, but the table is for %s",
			rules.Name(), t.Rules().Name())
	}
	p := t.grid.placement(s)
	if most := t.board.Width(); bits.OnesCount32(p.own) > most || bits.OnesCount32(p.enemy) > most {
		return 0, fmt.Errorf("solve: value of %q: the position has more than %s of a colour",
			s.Placement(), noun.Count(most, "stone"))
	}
	return t.value(p), nil
}

// value returns the value of p.
func (t *Table) value(p placement) Value {
	l := &t.layers[bits.OnesCount32(p.own)][bits.OnesCount32(p.enemy)]
	i := l.first + int64(l.index(p))
	code := t.values[i/valuesPerByte] >> (i % valuesPerByte * 2)
	return Value(code&1) - Value(code>>1&1)
}

// Throws reports whether the legal move m of s leads to a lower value for its mover. It is false if
// the table does not hold s: see [Table.Value].
func (t *Table) Throws(s *game.State, m game.Move) bool {
	before, err := t.Value(s)
	if err != nil {
		return false
	}
	next := *s
	next.Play(m)
	return -t.value(t.grid.placement(&next)) < before
}

// Counts has the numbers of placements that are won, lost and drawn for White to move. With Black
// to move the counts are the same, because turning the board maps the positions to each other.
type Counts struct {
	Placements       int64
	Won, Lost, Drawn int64
}

// Counts counts the values of the table.
func (t *Table) Counts() Counts {
	c := Counts{Placements: t.placements}
	for _, codes := range t.values {
		c.Won += int64(bits.OnesCount8(codes & (codeWin * 0b01010101)))
		c.Lost += int64(bits.OnesCount8(codes & (codeLoss * 0b01010101)))
	}
	c.Drawn = c.Placements - c.Won - c.Lost
	return c
}

// Bytes returns the memory of the solution of a board, 0 if it cannot be solved.
func Bytes(r game.Rules) int64 {
	if Supported(r) != nil {
		return 0
	}
	return placements(r.Width*r.Height, r.Width) / valuesPerByte
}
