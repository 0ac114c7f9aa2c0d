package mcts

import (
	"math"
	"math/rand/v2"
)

// selectEdge implements [rootPolicy]. It returns the edge with the highest Q + U, as AlphaZero does.
// The source is Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and
// Go through self-play", Science 2018. Here
//
//	U = c(N) P sqrt(N) / (1 + n),  c(N) = c_puct + log((N + base + 1) / base),
//
// N counts the visits of the node, and n those of the child. P is the prior, normalised over the moves
// that are not known to lose. The Q of an unvisited child is its parent's value less fpu sqrt(prior of the
// visited children). The larger the visited share of the prior, the lower the value of the other
// moves (KataGo, arXiv:1902.10565). The Q of a visited child is its worth.
func (p *puctPolicy) selectEdge(t *tree, n int32) int32 {
	total := float64(t.visits[n] + t.flying[n])
	explore := (p.c + math.Log((total+p.base+1)/p.base)) * math.Sqrt(total) / float64(t.mass[n])
	best, highest, tried := none, math.Inf(-1), 0.0
	for c := t.firstChild[n]; c != 0; c = t.sibling[c] {
		if t.proof[c] == Win {
			continue
		}
		prior := float64(t.prior[t.edge[c]])
		tried += prior
		score := t.worth(c) + explore*prior/float64(1+t.visits[c]+t.flying[c])
		if score > highest {
			best, highest = t.edge[c], score
		}
	}
	if e := t.next[n]; e != none {
		q := t.mean[n] - p.fpu*math.Sqrt(tried/float64(t.mass[n]))
		if q+explore*float64(t.prior[e]) > highest {
			best = e
		}
	}
	return best
}

// leastShare is the share of the greatest visit count that a move needs to be played. The value of
// a move with fewer visits is too uncertain to be trusted against its rivals.
const leastShare = 0.25

// Choose returns the index of the move to play after a PUCT search. prior, q and share have the
// prior, the value and the share of the visits of each move. most is the number of visits of the
// most visited move. Choose takes the greatest log P + sigma(Q) among the moves with at least a
// quarter of the greatest share. With few visits, the most visited move is often only the move with
// the highest prior. This choice weighs prior and value as the policy of Gumbel does.
func (c Config) Choose(prior, q, share []float32, most int32) int {
	least := leastShare * share[argmax(share)]
	sigma := (c.CVisit + float64(most)) * c.CScale
	best, highest := 0, math.Inf(-1)
	for i, s := range share {
		if s == 0 || s < least {
			continue
		}
		if key := math.Log(float64(prior[i])) + sigma*float64(q[i]); key > highest {
			best, highest = i, key
		}
	}
	return best
}

// visitPolicy sets policy[i] to the share of the visits of the root's edge i; a move known to lose
// gets 0. Before the first visit policy is the prior.
func visitPolicy(t *tree, policy []float32) {
	from, _ := t.edges(0)
	sum := 0.0
	for i := range policy {
		e := from + int32(i)
		policy[i] = 0
		if c := t.child[e]; c > 0 && t.proof[c] != Win {
			policy[i] = float32(t.visits[c])
			sum += float64(t.visits[c])
		}
	}
	if sum == 0 {
		livePriors(t, policy)
		return
	}
	scale(policy, 1/sum)
}

// livePriors sets policy to the root's prior among the moves not known to lose.
func livePriors(t *tree, policy []float32) {
	from, _ := t.edges(0)
	for i := range policy {
		policy[i] = 0
		if e := from + int32(i); t.edgeProof(e) != Loss {
			policy[i] = t.prior[e] / t.mass[0]
		}
	}
}

// scale multiplies every element of v by factor.
func scale(v []float32, factor float64) {
	for i := range v {
		v[i] = float32(float64(v[i]) * factor)
	}
}

// mixDirichlet sets dst to (1-fraction) prior + fraction d, with d drawn from the symmetric
// Dirichlet distribution whose parameters add up to concentration. No prior becomes less than
// minPrior.
func mixDirichlet(dst, prior []float32, fraction, concentration float64, rng *rand.Rand) {
	shape := concentration / float64(len(prior))
	sum := 0.0
	for i := range dst {
		g := gamma(shape, rng)
		dst[i] = float32(g)
		sum += g
	}
	for i, p := range prior {
		d := 1 / float64(len(prior))
		if sum > 0 {
			d = float64(dst[i]) / sum
		}
		dst[i] = max(float32((1-fraction)*float64(p)+fraction*d), minPrior)
	}
}

// gamma draws from the gamma distribution with the given shape and scale 1, by
// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
func gamma(shape float64, rng *rand.Rand) float64 {
	if shape < 1 {
		// 1-Float64 lies in (0,1]. The power may underflow to 0 for a tiny shape.
		return gamma(shape+1, rng) * math.Pow(1-rng.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < 0.5*x*x+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
