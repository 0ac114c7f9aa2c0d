package rating

import "slices"

// virtual is the largest number of virtual games that one player draws under the prior: half a win
// and half a loss. This keeps the odds of a single count finite with the least bias (Haldane 1956).
const virtual = 1.0

// withPrior appends to the pairings the virtual draws that make the maximum finite. It appends
// nothing if the maximum is finite already.
func (r *Ratings) withPrior(pairings []pairing) []pairing {
	if !r.Prior {
		return slices.Clone(pairings)
	}
	// Draws with either colour between classes also bound the first-player term. Within one class
	// only that term lacks a bound.
	drawn := r.reach.next
	if !slices.ContainsFunc(r.data.pairings, drawn) {
		drawn = func(pairing) bool { return true }
	}
	total := make([]float64, r.data.players)
	for _, p := range r.data.pairings {
		if drawn(p) {
			total[p.first] += p.games
			total[p.second] += p.games
		}
	}
	all := slices.Clone(pairings)
	for _, p := range r.data.pairings {
		if drawn(p) {
			half := virtual / 2 * p.games / max(total[p.first], total[p.second])
			all = append(all, pairing{p.first, p.second, half, half / 2},
				pairing{p.second, p.first, half, half / 2})
		}
	}
	return all
}
