package solve

import "math/bits"

// ranks numbers the sets of squares. It reads the bits of a set as a number, and numbers the sets
// of equal size from zero in that order (the combinatorial number system). The number of a set does
// not depend on the size of the board.
type ranks struct {
	sets [][]uint32        // by number of members: all sets on the board in order
	low  [1 << half]uint16 // number of a set of the low half of the squares
	// by number of members of the whole set: the number of sets with a smaller high half
	high [][1 << half]uint32
}

// newRanks returns the numbers of sets of at most most squares, on a board of area squares.
func newRanks(area, most int) *ranks {
	r := &ranks{sets: make([][]uint32, most+1), high: make([][1 << half]uint32, most+1)}
	var seen [half + 1]uint16
	for set := range r.low {
		members := bits.OnesCount(uint(set))
		r.low[set] = seen[members]
		seen[members]++
	}
	for members := range r.high {
		smaller := uint32(0)
		for set := range r.high[members] {
			r.high[members][set] = smaller
			if rest := members - bits.OnesCount(uint(set)); rest >= 0 {
				smaller += uint32(choose(half, rest))
			}
		}
		r.sets[members] = subsets(area, members)
	}
	return r
}

// subsets returns the sets of a given number of members among area squares, in order.
func subsets(area, members int) []uint32 {
	all := make([]uint32, 0, choose(area, members))
	for set := uint64(1)<<members - 1; len(all) < cap(all); {
		all = append(all, uint32(set))
		if set == 0 {
			break
		}
		lowest := set & -set // Gosper's hack: the next larger number with the same number of bits
		carried := set + lowest
		set = carried | (set^carried)/lowest>>2
	}
	return all
}

// rank returns the number of a set with the given number of members.
func (r *ranks) rank(set uint32, members int) int {
	return int(r.high[members][set>>half&(1<<half-1)]) + int(r.low[set&(1<<half-1)])
}

// squeeze removes the squares of gaps from the board and closes the gaps. No square of gaps may be
// in x.
func squeeze(x, gaps uint32) uint32 {
	for gaps != 0 {
		below := uint32(1)<<(31-bits.LeadingZeros32(gaps)) - 1
		x = x&below | x>>1&^below
		gaps &= below
	}
	return x
}

// spread is the inverse of squeeze.
func spread(x, gaps uint32) uint32 {
	for ; gaps != 0; gaps &= gaps - 1 {
		below := gaps&-gaps - 1
		x = x&below | x&^below<<1
	}
	return x
}

// choose returns the number of subsets of size k of a set of size n.
func choose(n, k int) int64 {
	if k < 0 || k > n {
		return 0
	}
	c := int64(1)
	for i := range int64(k) {
		c = c * (int64(n) - i) / (i + 1)
	}
	return c
}

// placements returns the number of placements of 0 to most stones a side on area squares.
func placements(area, most int) int64 {
	var n int64
	for own := range most + 1 {
		for enemy := range most + 1 {
			n += choose(area, own) * choose(area-own, enemy)
		}
	}
	return n
}
