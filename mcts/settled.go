package mcts

import "math"

// Settled reports whether more further simulations leave the move to play as it is. r is a result
// of a PUCT search that is not proven. Settled assumes that the mean value of the further
// simulations through a move lies within drift of the move's value so far. With a drift of 2, the
// assumption always holds, and only a proof can change the move. A smaller drift settles sooner. Settled
// treats a move's value as a mean. With [Config.Minimax] a value can change faster, so no drift is certain.
func (c Config) Settled(r *Result, more int, drift float64) bool {
	best, most := r.Best, r.Visits[argmax(r.Visits)]
	for i, visits := range r.Visits {
		if i == best || r.Proven[i] == Loss {
			continue
		}
		if float64(r.Visits[best]) < leastShare*float64(int(visits)+more) {
			return false // the move to play may lose its share of the visits
		}
		if float64(int(visits)+more) >= leastShare*float64(most) && c.overtakes(r, i, most, more, drift) {
			return false
		}
	}
	return true
}

// overtakes reports whether move i can become better than the move to play. It assumes the worst
// case, in which each of the two moves gets all further simulations. It tests the two extremes of
// sigma: its value now, and its value if the most visited move gets them.
func (c Config) overtakes(r *Result, i int, most int32, more int, drift float64) bool {
	q := drifted(r.Q[i], r.Visits[i], more, drift)
	held := drifted(r.Q[r.Best], r.Visits[r.Best], more, -drift)
	ahead := math.Log(float64(r.Prior[r.Best])) - math.Log(float64(r.Prior[i]))
	for _, visits := range []int{int(most), int(most) + more} {
		if ahead+(c.CVisit+float64(visits))*c.CScale*(held-q) <= 0 {
			return true
		}
	}
	return false
}

// drifted returns the value of a move after more further simulations, if their mean value differs
// by drift from q. The mean stays in [-1,1].
func drifted(q float32, visits int32, more int, drift float64) float64 {
	next := min(1, max(-1, float64(q)+drift))
	return float64(q) + (next-float64(q))*float64(more)/float64(int(visits)+more)
}
