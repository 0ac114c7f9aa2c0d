package mcts

import (
	"math"
	"math/rand/v2"

	"epaminondas/game"
)

// A Result is the result of a search of a position. Index i belongs to Moves[i] throughout; values
// are for the player to move, in [-1,1].
type Result struct {
	Moves []game.Move // all legal moves, in the game's order
	Prior []float32   // the evaluator's policy

	// Policy is the training target: the improved policy of Gumbel, the share of the visits with
	// PUCT. If a win is proven, it is the prior among the winning moves. Otherwise a move proven to
	// lose gets 0. If all moves lose, it is the prior among the moves that only a search refuted,
	// or among all moves if there are none.
	Policy []float32

	Q      []float32 // value of each move; the mixed value v_mix where unvisited, 1 or -1 where proven
	Visits []int32   // evaluations below each move, 0 if it is refuted
	Proven []Proof   // proof of each move: Win if it wins, Loss if it loses

	// Value is the value of the position: of the improved policy (Gumbel) or the mean of all visits
	// (PUCT). It is 1 or -1 if proven.
	Value    float32
	RawValue float32 // value of the evaluator, or of the same position in an earlier line
	Best     int     // index of the move to play
	Proof    Proof   // proof of the position

	Simulations int         // done in this search
	Nodes       int         // positions in the tree
	Depth       int         // longest line of this search, in plies
	PV          []game.Move // expected line, Moves[Best] first
}

// fill sets r to the result in the planner's tree.
func (r *Result) fill(p *planner, b *budget) {
	t := p.tree
	from, to := t.edges(0)
	n := int(to - from)
	r.Moves = append(r.Moves[:0], t.action[from:to]...)
	r.Prior = append(r.Prior[:0], t.prior[from:to]...)
	p.world.evaluated(r.Prior)
	r.Policy = resized(r.Policy, n)
	r.Q = resized(r.Q, n)
	r.Visits = resized(r.Visits, n)
	for i := range r.Moves {
		e := from + int32(i)
		r.Visits[i] = t.visitsAlong(e)
	}
	r.RawValue, r.Proof = t.raw[0], t.proof[0]
	r.Simulations, r.Nodes, r.Depth = b.simulations, t.size(), p.depth
	r.Value, r.Best = p.conclude(r)
	r.Proven = t.appendProven(r.Proven[:0])
	r.PV = t.appendLine(r.PV[:0], from+int32(r.Best))
}

// appendProven appends the proof of each root move, for the side that plays it. If the root is
// lost, every move is lost, even a move that no search has refuted.
func (t *tree) appendProven(dst []Proof) []Proof {
	from, to := t.edges(0)
	for e := from; e < to; e++ {
		proof := t.edgeProof(e)
		if t.proof[0] == Loss {
			proof = Loss
		}
		dst = append(dst, proof)
	}
	return dst
}

// visitsAlong returns the visits of edge e, 0 if it is known to lose.
func (t *tree) visitsAlong(e int32) int32 {
	if c := t.child[e]; c > 0 && t.proof[c] != Win {
		return t.visits[c]
	}
	return 0
}

// conclude sets the completed Q and the policy of the root's moves in r. Their priors and visits
// must be set. It returns the root's value and the index of the move to play.
func (p *planner) conclude(r *Result) (value float32, best int) {
	t := p.tree
	switch t.proof[0] {
	case Win:
		p.policy.completeQ(t, r.Q)
		t.winningPolicy(r.Prior, r.Policy)
		return 1, argmax(r.Policy)
	case Loss:
		p.policy.completeQ(t, r.Q)
		t.losingPolicy(r.Prior, r.Policy)
		if p.delaying != none {
			return -1, int(p.delaying - t.firstEdge[0])
		}
		return -1, t.longestDefence()
	}
	return p.policy.conclude(t, r)
}

// winningPolicy sets policy to the prior among the root's proven wins.
func (t *tree) winningPolicy(prior, policy []float32) {
	from, _ := t.edges(0)
	sum := 0.0
	for i := range policy {
		policy[i] = 0
		if e := from + int32(i); t.edgeProof(e) == Win {
			policy[i] = prior[i]
			sum += float64(prior[i])
		}
	}
	scale(policy, 1/sum)
}

// losingPolicy sets policy to the prior among the root's moves that only a search refuted. If there
// are none, it is the prior among all moves.
func (t *tree) losingPolicy(prior, policy []float32) {
	from, _ := t.edges(0)
	all := t.firstChild[0] == 0
	sum := 0.0
	for i, p := range prior {
		policy[i] = 0
		if all || t.child[from+int32(i)] != lostEdge {
			policy[i] = p
			sum += float64(p)
		}
	}
	scale(policy, 1/sum)
}

// longestDefence returns the index of the root's move whose refutation took most evaluations. Of
// equals it takes the move with the highest prior. If all moves lose, this one is the hardest to
// refute.
func (t *tree) longestDefence() int {
	from, to := t.edges(0)
	best, visits, prior := 0, int32(-1), float32(0)
	for e := from; e < to; e++ {
		v := int32(-1) // lost by the rules, without a search
		if c := t.child[e]; c > 0 {
			v = t.visits[c]
		}
		if v > visits || v == visits && t.prior[e] > prior {
			best, visits, prior = int(e-from), v, t.prior[e]
		}
	}
	return best
}

// appendLine appends the action of edge e and then, at each node, a proven win or the
// most visited child.
func (t *tree) appendLine(dst []action, e int32) []action {
	dst = append(dst, t.action[e])
	for n := t.child[e]; n > 0; {
		next, visits := int32(0), int32(-1)
		for c := t.firstChild[n]; c != 0; c = t.sibling[c] {
			if t.proof[c] == Loss {
				next = c
				break
			}
			if v := t.visits[c]; v > visits && (t.proof[c] != Win || t.proof[n] == Loss) {
				next, visits = c, v
			}
		}
		if next == 0 {
			break
		}
		dst = append(dst, t.action[t.edge[next]])
		n = next
	}
	return dst
}

// argmax returns the index of the greatest element, the first of equals.
func argmax[T int32 | float32](v []T) int {
	best := 0
	for i, x := range v {
		if x > v[best] {
			best = i
		}
	}
	return best
}

// SampleMove draws an index from a policy whose probabilities are raised to the
// power 1/temperature: 1 draws from the policy itself, 0 takes its maximum.
func SampleMove(policy []float32, temperature float64, rng *rand.Rand) int {
	top := argmax(policy)
	if temperature <= 0 {
		return top
	}
	weight := func(p float32) float64 { // relative to the maximum: cannot overflow
		return math.Pow(float64(p/policy[top]), 1/temperature)
	}
	sum := 0.0
	for _, p := range policy {
		sum += weight(p)
	}
	left := rng.Float64() * sum
	for i, p := range policy {
		if left -= weight(p); left < 0 && p > 0 {
			return i
		}
	}
	return top
}
