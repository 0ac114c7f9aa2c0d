package replay

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"epaminondas/game"
)

// whole is the sum of a policy stored as fractions. A probability p is stored as a whole number
// close to p*whole. It takes two bytes, and its error is less than 1/whole.
const whole = math.MaxUint16

// rounder turns policies into fractions. Its zero value is ready for use, and it keeps its scratch
// memory between calls.
type rounder struct {
	sorted []game.Move
	dense  []float64
	rests  []rest
}

// rest is the remainder of one move after rounding down.
type rest struct {
	index  int
	amount float64
}

// fractions returns the policy of a full search over all legal moves, and these moves in ascending
// order. The fractions sum to whole exactly. It rounds all fractions down and gives the missing
// units to the largest remainders. Of equal remainders, the lower move comes first. A policy made
// from fractions gives the same fractions again. The order of the moves in the arguments does not
// matter. The results are valid until the next call.
func (r *rounder) fractions(dst []uint16, legal []game.Move, search *SearchRecord) (
	[]uint16, []game.Move, error) {
	r.sort(legal)
	if err := r.spread(search); err != nil {
		return nil, nil, err
	}
	sum := 0.0
	for i, p := range r.dense {
		r.dense[i] = max(p, 0)
		sum += r.dense[i]
	}
	missing := whole
	r.rests = r.rests[:0]
	for i, p := range r.dense {
		scaled := p * whole / sum
		floor := math.Floor(scaled)
		dst = append(dst, uint16(floor))
		missing -= int(floor)
		r.rests = append(r.rests, rest{i, scaled - floor})
	}
	if missing > 0 {
		slices.SortFunc(r.rests, func(a, b rest) int {
			return cmp.Or(cmp.Compare(b.amount, a.amount), cmp.Compare(a.index, b.index))
		})
		first := len(dst) - len(r.dense)
		for _, rest := range r.rests[:min(missing, len(r.rests))] {
			dst[first+rest.index]++
		}
	}
	return dst, r.sorted, nil
}

// sort returns the legal moves in ascending order. Records have this order, so a change of the move
// generator does not affect them. The result is valid until the next call.
func (r *rounder) sort(legal []game.Move) []game.Move {
	r.sorted = append(r.sorted[:0], legal...)
	slices.Sort(r.sorted)
	return r.sorted
}

// spread fills dense with the probability of each sorted move, or -1 if the search has none.
func (r *rounder) spread(search *SearchRecord) error {
	r.dense = slices.Grow(r.dense[:0], len(r.sorted))[:len(r.sorted)]
	for i := range r.dense {
		r.dense[i] = -1
	}
	for i, m := range search.Moves {
		at, ok := slices.BinarySearch(r.sorted, m)
		if !ok {
			return fmt.Errorf("a probability is for the illegal move %#04x", m)
		}
		if r.dense[at] >= 0 {
			return fmt.Errorf("there are two probabilities for move %#04x", m)
		}
		r.dense[at] = float64(search.Policy[i])
	}
	return nil
}

// probability is the inverse of rounding.
func probability(fraction uint16) float32 { return float32(fraction) / whole }
