package game

import "math/bits"

// Bits is a set of squares: bit s%64 of word s/64 says whether square s belongs to it. A word
// holds four rows of sixteen columns.
type Bits [4]uint64

const rowMask = 1<<maxSide - 1

// Has reports whether s is in the set.
func (b *Bits) Has(s Square) bool { return b[s>>6]>>(s&63)&1 != 0 }

// Set adds s.
func (b *Bits) Set(s Square) { b[s>>6] |= 1 << (s & 63) }

// Clear removes s.
func (b *Bits) Clear(s Square) { b[s>>6] &^= 1 << (s & 63) }

// With returns the set with s added.
func (b Bits) With(s Square) Bits { b.Set(s); return b }

// Without returns the set with s removed.
func (b Bits) Without(s Square) Bits { b.Clear(s); return b }

// And returns the squares in both sets.
func (b Bits) And(o Bits) Bits { return Bits{b[0] & o[0], b[1] & o[1], b[2] & o[2], b[3] & o[3]} }

// Or returns the squares in either set.
func (b Bits) Or(o Bits) Bits { return Bits{b[0] | o[0], b[1] | o[1], b[2] | o[2], b[3] | o[3]} }

// AndNot returns the squares of b that are not in o.
func (b Bits) AndNot(o Bits) Bits {
	return Bits{b[0] &^ o[0], b[1] &^ o[1], b[2] &^ o[2], b[3] &^ o[3]}
}

// Count returns the number of squares in the set.
func (b *Bits) Count() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2]) + bits.OnesCount64(b[3])
}

// Empty reports whether the set has no square.
func (b *Bits) Empty() bool { return b[0]|b[1]|b[2]|b[3] == 0 }

// First returns the lowest square of a set that is not empty.
func (b *Bits) First() Square {
	for i, word := range b {
		if word != 0 {
			return Square(i<<6 | bits.TrailingZeros64(word))
		}
	}
	panic("game: First of an empty set")
}

// Pop removes the lowest square of a set that is not empty and returns it.
func (b *Bits) Pop() Square {
	s := b.First()
	b.Clear(s)
	return s
}

// row returns the sixteen columns of a row as a word.
func (b *Bits) row(row int) uint64 { return b[row>>2] >> (row & 3 * maxSide) & rowMask }

// setRow adds the given columns of a row.
func (b *Bits) setRow(row int, columns uint64) { b[row>>2] |= columns << (row & 3 * maxSide) }

// countRow returns the number of squares in a row.
func (b *Bits) countRow(row int) int { return bits.OnesCount64(b.row(row)) }

// mirrored returns the mirror image of the set on a board of the given width: column a and the last
// column change places, and so on.
func (b Bits) mirrored(width int) Bits {
	for i, word := range b {
		word = bits.ReverseBytes64(bits.Reverse64(word)) // reverse the columns of each row
		word = word<<8&0xFF00FF00FF00FF00 | word>>8&0x00FF00FF00FF00FF
		b[i] = word >> (maxSide - width) // the unused columns are now in the west: shift them out
	}
	return b
}

// flipped returns the set upside down on a board of the given height: row 1 and the last row change
// places, and so on.
func (b Bits) flipped(height int) Bits {
	var out Bits
	for row := range height {
		out.setRow(height-1-row, b.row(row))
	}
	return out
}
