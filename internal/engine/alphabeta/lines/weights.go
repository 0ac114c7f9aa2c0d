package lines

import (
	"fmt"

	"epaminondas/internal/base/noun"
)

// The units of the weights.
const (
	Clip = 128     // the greatest sum that counts; the least is 0
	Unit = 1 << 12 // of the output in a hundredth of a stone
)

// Weights are the learned numbers of an [Evaluation].
type Weights struct {
	Start [Lanes]int32 // the sums of a board without windows
	// Own has a table for each class of windows, and Shared one for each kind: [patterns, Lanes]. The
	// numbers of a pattern are the sums of its rows in both. If the mirror reverses the windows of a class,
	// only the smaller of a pattern and its reverse counts.
	Own, Shared [][]int16
	Output      [Lanes]int32 // weights of the clipped sums
	Bias        int32
	// Scale is the advantage, in hundredths of a stone, that multiplies the odds of winning by e.
	Scale int32
}

// tables returns the tables of both sorts.
func (w *Weights) tables() [][]int16 { return append(w.Own[:len(w.Own):len(w.Own)], w.Shared...) }

// row returns the vector of a pattern of class c, which is k.
func (w *Weights) row(k class, c, pattern int) (row [Lanes]int32) {
	if k.symmetric {
		pattern = min(pattern, reversed(pattern, k.squares))
	}
	own, shared := w.Own[c][pattern*Lanes:][:Lanes], w.Shared[k.kind][pattern*Lanes:][:Lanes]
	for lane := range row {
		row[lane] = int32(own[lane]) + int32(shared[lane])
	}
	return row
}

// extremes returns the least and the greatest number of each lane of class c, which is k.
func (w *Weights) extremes(k class, c int) (low, high [Lanes]int32) {
	low = w.row(k, c, 0)
	high = low
	for p := range k.patterns() {
		for lane, x := range w.row(k, c, p) {
			low[lane], high[lane] = min(low[lane], x), max(high[lane], x)
		}
	}
	return low, high
}

// mostStart limits the sums at the start, so that no sum leaves 32 bits.
const mostStart = 1 << 20

// check returns an error if the weights do not fit the geometry, or if a sum of rows could leave 16 bits.
func (w *Weights) check(g *geometry) error {
	var own []int
	for _, k := range g.classes {
		own = append(own, k.squares)
	}
	if err := checkTables("", w.Own, own, g); err != nil {
		return err
	}
	if err := checkTables("shared ", w.Shared, g.kinds, g); err != nil {
		return err
	}
	if w.Scale < 1 {
		return fmt.Errorf("lines: the scale is %d, want at least 1", w.Scale)
	}
	for lane, x := range w.Start {
		if x < -mostStart || x > mostStart {
			return fmt.Errorf("lines: the start of lane %d is %d, want %d to %d", lane, x, -mostStart,
				mostStart)
		}
	}
	return w.checkSums(g)
}

// checkTables returns an error if the tables of a sort do not fit windows of so many squares.
func checkTables(sort string, tables [][]int16, squares []int, g *geometry) error {
	if len(tables) != len(squares) {
		return fmt.Errorf("lines: the weights have %s, want %d for %s",
			noun.Count(len(tables), sort+"table"), len(squares), g.board.Rules().Name())
	}
	for i, t := range tables {
		if want := powers[squares[i]] * Lanes; len(t) != want {
			return fmt.Errorf("lines: %stable %d has %s, want %d for %s", sort, i,
				noun.Count(len(t), "number"), want, g.board.Rules().Name())
		}
	}
	return nil
}

// checkSums returns an error if a sum of rows could leave 16 bits, or the output 32.
func (w *Weights) checkSums(g *geometry) error {
	count := make([]int32, len(g.classes)) // windows of each class
	for _, win := range g.windows {
		count[win.class]++
	}
	var span [Lanes]int32
	for c, k := range g.classes {
		low, high := w.extremes(k, c)
		for lane := range Lanes {
			span[lane] += count[c] * (high[lane] - low[lane])
		}
	}
	for lane, s := range span {
		if s > 0xFFFF {
			return fmt.Errorf("lines: the sums of lane %d can differ by %d, want at most %d", lane, s, 0xFFFF)
		}
	}
	var most int64
	for _, x := range w.Output {
		most += Clip * max(int64(x), -int64(x))
	}
	if most += max(int64(w.Bias), -int64(w.Bias)); most >= 1<<31 {
		return fmt.Errorf("lines: the output can reach %d, want less than %d", most, int64(1)<<31)
	}
	return nil
}
