package mcts

import "math"

// A gumbel computes the values of edges and selects edges as in Danihelka et al., "Policy
// improvement by planning with Gumbel" (ICLR 2022). In its terms
//
//	sigma(q) = (c_visit + max_b N(b)) c_scale q
//	v_mix    = (v + sum_b N(b) * (sum_visited P Q / sum_visited P)) / (1 + sum_b N(b))
//	pi'      = softmax(log P + sigma(completed Q)),
//
// where Q of a child without visits is completed by v_mix. Q stays in [-1,1]. If it were stretched
// to the range of the values seen, the noise of an untrained evaluator would turn into near one-hot
// targets. The paper's Q lies in [0,1], so its c_scale is twice ours.
type gumbel struct {
	cVisit, cScale float64

	// One entry for each visited child of the current node.
	candidate []candidate
}

func newGumbel(cfg Config) gumbel { return gumbel{cVisit: cfg.CVisit, cScale: cfg.CScale} }

type candidate struct {
	child  int32
	edge   int32
	visits float64
	q      float64 // value for the player to move at the parent
	weight float64 // unnormalised pi'
}

// outlook holds sums over the visited children of a node.
type outlook struct {
	visits float64 // sum of N
	most   float64 // max of N
	tried  float64 // sum of P
	mixed  float64 // v_mix
	best   float64 // max of the completed Q
}

// survey fills g.candidate with the visited children of node n that are not known to lose, and
// returns their sums.
func (g *gumbel) survey(t *tree, n int32) outlook {
	var o outlook
	candidates := g.candidate[:0]
	weighted := 0.0
	o.best = -1
	// All slices get the same length, so that the compiler checks bounds only once.
	all := t.size()
	proofs, edges, counts, means, next := t.proof[:all], t.edge[:all], t.visits[:all], t.mean[:all],
		t.sibling[:all]
	for c := t.firstChild[n]; c != 0; c = next[c] {
		if proofs[c] == Win {
			continue
		}
		e, visits, q := edges[c], float64(counts[c]), -means[c]
		prior := float64(t.prior[e])
		o.visits += visits
		o.tried += prior
		weighted += prior * q
		if visits > o.most {
			o.most = visits
		}
		if q > o.best {
			o.best = q
		}
		candidates = append(candidates, candidate{child: c, edge: e, visits: visits, q: q, weight: prior})
	}
	g.candidate = candidates
	o.mixed = float64(t.raw[n])
	if o.tried > 0 {
		o.mixed = (o.mixed + o.visits*weighted/o.tried) / (1 + o.visits)
	}
	if t.next[n] != none {
		o.best = max(o.best, o.mixed)
	}
	return o
}

// sigma returns the factor of Q in the logits.
func (g *gumbel) sigma(o outlook) float64 {
	return (g.cVisit + o.most) * g.cScale
}

// selectEdge returns the edge of the unproven, expanded node n to follow. It has the greatest pi' -
// N / (1 + sum N), so that the visits follow pi' without any noise (section 5 of the paper).
func (g *gumbel) selectEdge(t *tree, n int32) int32 {
	o := g.survey(t, n)
	sigma := g.sigma(o)
	sum, rest := 0.0, 0.0 // rest is the weight of an unvisited move, divided by its prior
	if t.next[n] != none {
		rest = math.Exp(sigma * (o.mixed - o.best))
		sum = rest * max(float64(t.mass[n])-o.tried, minPrior)
	}
	for i := range g.candidate {
		c := &g.candidate[i]
		c.weight *= t.exp(c.child, sigma*(c.q-o.best))
		sum += c.weight
	}
	best, highest := none, math.Inf(-1)
	if e := t.next[n]; e != none {
		best, highest = e, float64(t.prior[e])*rest/sum
	}
	for i := range g.candidate {
		c := &g.candidate[i]
		if score := c.weight/sum - c.visits/(1+o.visits); score > highest {
			best, highest = c.edge, score
		}
	}
	return best
}

// exp returns e to the power x, and keeps it for node c until x changes. Few children of a node
// change from one visit to the next. Without this memory, the exponentials would be the slowest
// part of a search.
func (t *tree) exp(c int32, x float64) float64 {
	if t.exponent[c] != x {
		t.exponent[c], t.power[c] = x, math.Exp(x)
	}
	return t.power[c]
}

// completedQ sets q[i] to the completed Q of the root's edge i: 1 or -1 if the edge is proven. It
// returns the factor sigma.
func (g *gumbel) completedQ(t *tree, q []float32) float64 {
	o := g.survey(t, 0)
	from, _ := t.edges(0)
	for i := range q {
		e := from + int32(i)
		switch c := t.child[e]; {
		case t.edgeProof(e) == Win:
			q[i] = 1
		case t.edgeProof(e) == Loss:
			q[i] = -1
		case c == unvisited:
			q[i] = float32(o.mixed)
		default:
			q[i] = float32(t.worth(c))
		}
	}
	return g.sigma(o)
}

// improvedPolicy sets policy to pi' of the root, given the root's prior, completed Q and sigma. A
// move that is known to lose gets 0. It returns the value of pi'.
func improvedPolicy(t *tree, prior, q []float32, sigma float64, policy []float32) float64 {
	from, _ := t.edges(0)
	best := float32(-1)
	for i := range q {
		if t.edgeProof(from+int32(i)) != Loss {
			best = max(best, q[i])
		}
	}
	sum, value := 0.0, 0.0
	for i := range policy {
		policy[i] = 0
		e := from + int32(i)
		if t.edgeProof(e) == Loss {
			continue
		}
		w := float64(prior[i]) * math.Exp(sigma*float64(q[i]-best))
		policy[i] = float32(w)
		sum += w
		value += w * float64(q[i])
	}
	scale(policy, 1/sum)
	return value / sum
}
