package lines

// The units of the weights.
const (
	Clip = 128     // the greatest sum that counts; the least is 0
	Unit = 1 << 12 // of the output in a hundredth of a stone
)

// Weights are the learned numbers of an [Evaluation].
type Weights struct {
	Start [Lanes]int32 // the sums of a board without windows
	// Tables has a table for each class of windows: [patterns, Lanes]. If the mirror reverses the
	// windows of a class, only the smaller of a pattern and its reverse counts.
	Tables [][]int16
	Output [Lanes]int32 // weights of the clipped sums
	Bias   int32
	// Scale is the advantage, in hundredths of a stone, that multiplies the odds of winning by e.
	Scale int32
}

// row returns the vector of a pattern.
func (w *Weights) row(k class, c, pattern int) []int16 {
	if k.symmetric {
		pattern = min(pattern, reversed(pattern, k.squares))
	}
	return w.Tables[c][pattern*Lanes:][:Lanes]
}

// extremes returns the least and the greatest number of each lane of a table.
func (w *Weights) extremes(c int) (low, high [Lanes]int32) {
	table := w.Tables[c]
	for lane := range Lanes {
		low[lane], high[lane] = int32(table[lane]), int32(table[lane])
		for i := lane; i < len(table); i += Lanes {
			low[lane], high[lane] = min(low[lane], int32(table[i])), max(high[lane], int32(table[i]))
		}
	}
	return low, high
}
