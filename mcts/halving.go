package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A halving spends the budget on the root's moves by sequential halving with Gumbel (Danihelka et
// al., section 3). The m moves with the greatest g + log P are a sample without replacement from
// the prior P, if g is Gumbel noise. They share the first of ceil(log2 m) equal parts of the
// budget. The better half of them, by g + log P + sigma(Q), share the second, and so on down to two
// moves. Each simulation goes to the move with the fewest simulations. A part ends when all moves
// have the same number, so that the comparison is fair. A part has at least one pass over its
// moves. If the budget is time, the parts are times too.
//
// A refuted move drops out at once. The best of the other moves by g + log P + sigma(Q) takes its
// place and catches up in visits. v_mix completes the Q of a move without visits.
type halving struct {
	score   []float64 // [A] g + log P of each root edge
	count   []int32   // [A] simulations given to each
	queue   []int32   // moves considered, best first
	latest  int       // index in queue of the move that next returned last
	phase   int
	phases  int
	q       []float32 // [A] completed Q at the last ranking
	rankKey []float64 // [A] g + log P + sigma(Q) at the last ranking
}

// begin samples some of the root's moves, at most considered. Without a source of noise it takes
// those with the highest prior.
func (h *halving) begin(t *tree, considered int, rng *rand.Rand) {
	from, to := t.edges(0)
	n := int(to - from)
	h.score = resized(h.score, n)
	h.count = resized(h.count, n)
	h.q = resized(h.q, n)
	h.rankKey = resized(h.rankKey, n)
	clear(h.count)
	h.queue = h.queue[:0]
	h.latest, h.phase = 0, 0
	for i := range h.score {
		h.score[i] = math.Log(float64(t.prior[from+int32(i)]))
		if rng != nil {
			h.score[i] -= math.Log(rng.ExpFloat64())
		}
	}
	considered = min(considered, int(t.live[0]))
	for i := range h.score {
		if t.edgeProof(from+int32(i)) != Loss {
			h.offer(int32(i), considered)
		}
	}
	h.phases = max(1, bits.Len(uint(max(len(h.queue), 1)-1)))
}

// offer adds move i to the queue if it is among the best size moves so far.
func (h *halving) offer(i int32, size int) {
	at, _ := slices.BinarySearchFunc(h.queue, h.score[i], func(j int32, score float64) int {
		if h.score[j] >= score {
			return -1
		}
		return 1
	})
	if at >= size {
		return
	}
	if len(h.queue) == size {
		h.queue = h.queue[:size-1]
	}
	h.queue = slices.Insert(h.queue, at, i)
}

// next returns the root edge for the next simulation.
func (h *halving) next(t *tree, g *gumbel, b *budget) int32 {
	least, most := h.leastVisited()
	if least == most && h.count[h.queue[0]] > 0 && h.phase+1 < h.phases &&
		!b.covers(len(h.queue), h.phase+1, h.phases) {
		h.phase++
		h.rank(t, g)
		h.queue = h.queue[:max(len(h.queue)/2, min(2, len(h.queue)))]
		h.leastVisited()
	}
	i := h.queue[h.latest]
	h.count[i]++
	return t.firstEdge[0] + i
}

// leastVisited sets h.latest to the considered move with the fewest simulations, the first of
// equals. It returns the least and the greatest number of simulations of a considered move.
func (h *halving) leastVisited() (least, most int32) {
	h.latest = 0
	least, most = h.count[h.queue[0]], h.count[h.queue[0]]
	for at, i := range h.queue {
		n := h.count[i]
		if n < least {
			h.latest, least = at, n
		}
		most = max(most, n)
	}
	return least, most
}

// rank sorts the queue by g + log P + sigma(Q), the best first.
func (h *halving) rank(t *tree, g *gumbel) {
	h.value(t, g)
	slices.SortStableFunc(h.queue, func(i, j int32) int {
		switch {
		case h.rankKey[i] > h.rankKey[j]:
			return -1
		case h.rankKey[i] < h.rankKey[j]:
			return 1
		default:
			return int(i - j)
		}
	})
}

// value computes g + log P + sigma(Q) of every move of the root.
func (h *halving) value(t *tree, g *gumbel) {
	sigma := g.completedQ(t, h.q)
	for i := range h.rankKey {
		h.rankKey[i] = h.score[i] + sigma*float64(h.q[i])
	}
}

// replaceRefuted puts another move in the place of the last simulated move if that move loses.
func (h *halving) replaceRefuted(t *tree, g *gumbel) {
	from, _ := t.edges(0)
	if t.edgeProof(from+h.queue[h.latest]) != Loss {
		return
	}
	h.value(t, g)
	best := none
	for i := range int32(len(h.score)) {
		if t.edgeProof(from+i) == Loss || slices.Contains(h.queue, i) {
			continue
		}
		if best == none || h.rankKey[i] > h.rankKey[best] {
			best = i
		}
	}
	if best == none {
		h.queue = slices.Delete(h.queue, h.latest, h.latest+1)
		return
	}
	h.queue[h.latest] = best
}

// best returns the move to play: the one with the greatest g + log P + sigma(Q) among the
// considered moves that have at most one simulation less than another.
func (h *halving) best(t *tree, g *gumbel) int32 {
	h.rank(t, g)
	_, most := h.leastVisited()
	for _, i := range h.queue {
		if h.count[i] >= most-1 {
			return i
		}
	}
	return h.queue[0]
}
