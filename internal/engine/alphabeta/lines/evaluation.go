// Package lines evaluates positions by their lines. Every row, column and diagonal is a line, and a
// long one is several windows. The pattern of stones in a window selects a vector from a table. The
// evaluation adds the vectors of all windows, clips the sums, and weighs them.
//
// Othello programs evaluate patterns too (Buro, "The Evolution of Strong Othello Programs"). The sums of
// vectors and the clipped layer come from NNUE (Nasu, "Efficiently Updatable Neural-Network-based Evaluation
// Functions for Computer Shogi"). The mover's view, and mirror images, share all weights. The arithmetic has
// integers only, so every machine gets the same numbers.
package lines

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// Lanes is the number of sums.
const Lanes = 32

const words = kernel.RowWords // of a row; four lanes of 16 bits lie in a word

// Evaluation evaluates positions of one board. Goroutines share it.
type Evaluation struct {
	*geometry
	weights *Weights
	tables  []uint64     // the rows of all classes, [rows, words]
	offset  [Lanes]int32 // of each lane, because the tables have no negative numbers
}

// New returns an evaluation of the positions of b. It returns an error if the weights are of another board,
// or if their sums could overflow.
func New(b *game.Board, w *Weights) (*Evaluation, error) {
	e := &Evaluation{geometry: newGeometry(b), weights: w}
	if err := w.check(e.geometry); err != nil {
		return nil, err
	}
	var least [][Lanes]int32
	for c, class := range e.classes {
		low, _ := w.extremes(class, c)
		least = append(least, low)
		for p := range class.patterns() {
			e.tables = append(e.tables, pack(w.row(class, c, p), low)...)
		}
	}
	e.offset = w.Start
	for _, win := range e.windows {
		for lane := range Lanes {
			e.offset[lane] += least[win.class][lane]
		}
	}
	return e, nil
}

// pack returns a row of a table, with low subtracted.
func pack(row, low [Lanes]int32) []uint64 {
	packed := make([]uint64, words)
	for lane, x := range row {
		packed[lane/4] |= uint64(uint16(x-low[lane])) << (lane % 4 * 16)
	}
	return packed
}

// mostWindows limits the windows of a board. Boards of 16x16 have the most, and a test counts them.
const mostWindows = 256

// Score returns the value of a position for its mover, in hundredths of a stone, given its patterns.
func (e *Evaluation) Score(p *Patterns, turn game.Colour) int {
	var sums [words]uint64 // no lane overflows: see Weights.check
	kernel.SumWords(&sums, e.tables, p.views[turn][:len(e.windows)])
	return e.output(&sums)
}

// ScoreOf returns the score of a position from nothing.
func (e *Evaluation) ScoreOf(s *game.State) int {
	var p Patterns
	e.Set(&p, s)
	return e.Score(&p, s.Turn())
}

// output clips the sums and weighs them.
func (e *Evaluation) output(sums *[words]uint64) int {
	total := e.weights.Bias
	for k, four := range sums {
		for lane := 4 * k; lane < 4*k+4; lane++ {
			x := int32(four&0xFFFF) + e.offset[lane]
			total += min(max(x, 0), Clip) * e.weights.Output[lane]
			four >>= 16
		}
	}
	return int(total) / Unit
}

// Board returns the board of the evaluation.
func (e *Evaluation) Board() *game.Board { return e.board }

// On returns the evaluation for a board that differs only in its ply limit. It shares the tables.
func (e *Evaluation) On(b *game.Board) (*Evaluation, error) {
	if own, other := e.board.Rules(), b.Rules(); own.Unlimited() != other.Unlimited() {
		return nil, fmt.Errorf("lines: the evaluation is for %s, not for %s", own.Name(), other.Name())
	}
	g, on := *e.geometry, *e
	g.board, on.geometry = b, &g
	return &on, nil
}

// Scale returns the advantage that multiplies the odds of winning by e.
func (e *Evaluation) Scale() int { return int(e.weights.Scale) }
