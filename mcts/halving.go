package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A halving spends the budget on the root's moves by sequential halving with
// Gumbel (Danihelka et al., section 3): the m moves with the greatest
// g + log P are a sample without replacement from the prior P, if g is Gumbel
// noise. They share the first of ceil(log2 m) equal parts of the budget, the
// better half of them, by g + log P + sigma(Q), the second, and so on down to
// two. Moves are visited in turn, and a part ends with a complete pass, so that
// moves are compared at equal visits; a part has at least one pass. If the
// budget is time, so are the parts.
//
// A move that is refuted drops out at once; if none is left, the best that was
// not sampled steps in.
type halving struct {
	score   []float64 // [A] g + log P of each root edge
	count   []int32   // [A] simulations given to each
	queue   []int32   // moves still considered, best first
	turn    int       // position in queue
	phase   int
	phases  int
	q       []float32 // [A] completed Q at the last ranking
	sigma   float64
	rankKey []float64 // [A] g + log P + sigma(Q)
}

// begin samples at most considered of the root's moves. Without a source of
// noise it takes those with the highest prior.
func (h *halving) begin(t *tree, considered int, rng *rand.Rand) {
	from, to := t.edges(0)
	n := int(to - from)
	h.score = resized(h.score, n)
	h.count = resized(h.count, n)
	h.q = resized(h.q, n)
	h.rankKey = resized(h.rankKey, n)
	clear(h.count)
	h.queue = h.queue[:0]
	h.turn, h.phase = 0, 0
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

// offer keeps move i in the queue if it is among the best size so far.
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
	if h.turn == len(h.queue) {
		h.turn = 0
		if h.phase+1 < h.phases && !b.covers(len(h.queue), h.phase+1, h.phases) {
			h.phase++
			h.rank(t, g)
			h.queue = h.queue[:max(len(h.queue)/2, min(2, len(h.queue)))]
		}
	}
	i := h.queue[h.turn]
	h.turn++
	h.count[i]++
	return t.firstEdge[0] + i
}

// rank sorts the queue by g + log P + sigma(Q), the best first.
func (h *halving) rank(t *tree, g *gumbel) {
	h.sigma = g.completedQ(t, h.q)
	for _, i := range h.queue {
		h.rankKey[i] = h.score[i] + h.sigma*float64(h.q[i])
	}
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

// dropRefuted removes the move just simulated if it turned out to lose.
func (h *halving) dropRefuted(t *tree) {
	from, _ := t.edges(0)
	if t.edgeProof(from+h.queue[h.turn-1]) != Loss {
		return
	}
	h.turn--
	h.queue = slices.Delete(h.queue, h.turn, h.turn+1)
	if len(h.queue) > 0 {
		return
	}
	for i := range h.score {
		if t.edgeProof(from+int32(i)) != Loss {
			h.offer(int32(i), 1)
		}
	}
}

// best returns the move to play: of those with the most simulations the one
// with the greatest g + log P + sigma(Q).
func (h *halving) best(t *tree, g *gumbel) int32 {
	h.rank(t, g)
	best := h.queue[0]
	for _, i := range h.queue[1:] {
		if h.count[i] > h.count[best] {
			best = i
		}
	}
	return best
}
