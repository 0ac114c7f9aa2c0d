package rating

import "slices"

// virtual is the most virtual games that one player draws under the prior:
// half a win and half a loss, which is what keeps the odds of a single count
// finite with the least bias (Haldane 1956).
const virtual = 1.0

// withPrior appends the virtual draws that make the maximum finite, if it is
// not, to the pairings.
func (r *Ratings) withPrior(pairings []pairing) []pairing {
	if !r.Prior {
		return slices.Clone(pairings)
	}
	// Draws with either colour between classes bound the first-player term
	// too. Within one class it is all that lacks a bound.
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
			all = append(all, pairing{p.first, p.second, half, half / 2}, pairing{p.second, p.first, half, half / 2})
		}
	}
	return all
}
