package mcts

import (
	"math"
	"slices"

	"epaminondas/game"
)

// action labels an edge. The tree stores it and never interprets it. It has the type of a move, so
// lists of moves need no copying.
type action = game.Move

// Proof is the proven result of a position, for the player to move.
type Proof uint8

const (
	Unknown Proof = iota // nothing is proven
	Win                  // the player to move wins against every defence
	Loss                 // the player to move loses with every move
)

// String names the proof in lower case.
func (p Proof) String() string {
	switch p {
	case Win:
		return "win"
	case Loss:
		return "loss"
	default:
		return "unknown"
	}
}

// Value returns the value of a proof for the player to move: 1, -1, or 0 without a proof.
func (p Proof) Value() float32 {
	switch p {
	case Win:
		return 1
	case Loss:
		return -1
	default:
		return 0
	}
}

// opposite returns the same proof as the other player sees it.
func (p Proof) opposite() Proof {
	switch p {
	case Win:
		return Loss
	case Loss:
		return Win
	default:
		return Unknown
	}
}

// none stands for "no node" and "no edge" where 0 is a valid index.
const none int32 = -1

// The values of tree.child for an edge without a node. Node 0 is the root, to which no edge leads, so 0
// can mean that the search never followed the edge.
const (
	unvisited int32 = 0
	lostEdge  int32 = -1 // known at expansion: the player who plays it loses
	wonEdge   int32 = -2 // known at expansion: the player who plays it wins
	inFlight  int32 = -3 // a goroutine evaluates its position: see pipeline
)

// minPrior is the least prior of an edge. It keeps logarithms finite. It also lets the search reach
// a move whose prior a float32 softmax rounded to zero.
const minPrior = 1e-8

// A tree is a struct of arrays. Nodes and edges are indices into the arrays. So the tree holds no
// pointers, truncation empties it, and the next search reuses its memory. The tree creates all
// edges of a node together with the node. They lie side by side, in the order in which the world
// listed the actions. Every value is from the view of the player to move at that node.
type tree struct {
	// Per node, [N]. Node 0 is the root.
	visits     []int32   // evaluations backed up through the node, its own included
	flying     []int32   // positions in flight below the node: see pipeline
	mean       []float64 // mean value of the visits
	raw        []float32 // value before any search: from the evaluator, or set by transpose
	minimax    []float32 // minimax value of the visited subtree; not kept if mixed is 0
	proof      []Proof
	firstEdge  []int32   // first of the node's edges
	edgeCount  []int32   // 0 for a node that ends the game or was proven at expansion
	live       []int32   // edges not known to lose
	mass       []float32 // sum of the priors of the live edges
	next       []int32   // the unvisited live edge with the highest prior, or none
	firstChild []int32   // head of the list of visited children, newest first; 0 ends it
	sibling    []int32   // next child of the same parent
	edge       []int32   // edge that leads here, none for the root
	twin       []int32   // the same position in an earlier tree, or none
	exponent   []float64 // the argument of the last exponential taken for the node ...
	power      []float64 // ... and the exponential: see tree.exp
	identity   []uint64  // identity of the position: equal for equal positions, 0 if not known

	// Per edge, [E].
	action []action
	prior  []float32
	child  []int32 // node the edge leads to, or unvisited, lostEdge, wonEdge, inFlight

	slot      []int32 // table of positions: their first nodes, counted from 1; 0 is free
	positions int     // number of positions in the table

	mixed float64 // share of minimax values in the values of moves: see worth
}

// clear empties the tree and keeps its memory.
func (t *tree) clear() {
	t.visits, t.flying, t.mean, t.raw = t.visits[:0], t.flying[:0], t.mean[:0], t.raw[:0]
	t.minimax = t.minimax[:0]
	t.proof, t.firstEdge, t.edgeCount = t.proof[:0], t.firstEdge[:0], t.edgeCount[:0]
	t.live, t.mass, t.next = t.live[:0], t.mass[:0], t.next[:0]
	t.firstChild, t.sibling, t.edge = t.firstChild[:0], t.sibling[:0], t.edge[:0]
	t.twin, t.exponent, t.power = t.twin[:0], t.exponent[:0], t.power[:0]
	t.identity, t.positions = t.identity[:0], 0
	clear(t.slot)
	t.action, t.prior, t.child = t.action[:0], t.prior[:0], t.child[:0]
}

// size returns the number of nodes.
func (t *tree) size() int { return len(t.visits) }

// bytes returns the memory in use, without the reserve for growth.
func (t *tree) bytes() int {
	const perNode, perEdge = 4 + 4 + 8 + 4 + 4 + 1 + 9*4 + 2*8 + 8, 2 + 4 + 4
	return len(t.visits)*perNode + len(t.action)*perEdge + len(t.slot)*4
}

// edges returns the range of edges [from, to) of node n.
func (t *tree) edges(n int32) (from, to int32) {
	return t.firstEdge[n], t.firstEdge[n] + t.edgeCount[n]
}

// rootEdge returns the edge of the root with an action, which must be there.
func (t *tree) rootEdge(a action) int32 {
	from, to := t.edges(0)
	return from + int32(slices.Index(t.action[from:to], a))
}

// addNode appends a node without edges or visits.
func (t *tree) addNode(value float32, proof Proof) int32 {
	n := int32(t.size())
	t.visits = append(t.visits, 0)
	t.flying = append(t.flying, 0)
	t.mean = append(t.mean, 0)
	t.raw = append(t.raw, value)
	t.minimax = append(t.minimax, value)
	t.proof = append(t.proof, proof)
	t.firstEdge = append(t.firstEdge, int32(len(t.action)))
	t.edgeCount = append(t.edgeCount, 0)
	t.live = append(t.live, 0)
	t.mass = append(t.mass, 0)
	t.next = append(t.next, none)
	t.firstChild = append(t.firstChild, 0)
	t.sibling = append(t.sibling, 0)
	t.edge = append(t.edge, none)
	t.twin = append(t.twin, none)
	t.exponent = append(t.exponent, 0)
	t.power = append(t.power, 1)
	t.identity = append(t.identity, 0)
	return n
}

// add appends the node that x describes, not yet linked to a parent.
func (t *tree) add(x *expansion) int32 {
	n := t.addNode(x.value, x.proof)
	t.edgeCount[n] = int32(len(x.actions))
	t.action = append(t.action, x.actions...)
	t.prior = append(t.prior, x.prior...)
	first := len(t.child)
	t.child = slices.Grow(t.child, len(x.actions))[:first+len(x.actions)]
	clear(t.child[first:])
	if x.marked {
		for i, p := range x.proofs {
			t.child[first+i] = edgeMark(p)
		}
		t.refresh(n)
	} else if len(x.actions) > 0 { // as in refresh
		t.live[n], t.mass[n], t.next[n] = t.edgeCount[n], x.sum, t.firstEdge[n]+x.top
	}
	return n
}

// edgeMark returns the value of tree.child for an edge with this proof.
func edgeMark(p Proof) int32 {
	switch p {
	case Win:
		return wonEdge
	case Loss:
		return lostEdge
	default:
		return unvisited
	}
}

// link makes node c the child of node n along edge e.
func (t *tree) link(n, e, c int32) {
	t.edge[c] = e
	t.child[e] = c
	t.sibling[c] = t.firstChild[n]
	t.firstChild[n] = c
	if t.next[n] == e {
		t.next[n] = t.findNext(n)
	}
}

// edgeProof returns the proof of edge e for the player who plays it.
func (t *tree) edgeProof(e int32) Proof {
	switch c := t.child[e]; c {
	case unvisited, inFlight:
		return Unknown
	case lostEdge:
		return Loss
	case wonEdge:
		return Win
	default:
		return t.proof[c].opposite()
	}
}

// refresh recomputes the number, the mass and the best unvisited edge among the edges of node n
// that are not known to lose. It adds up the whole mass again, because subtraction would accumulate
// rounding errors.
func (t *tree) refresh(n int32) {
	from, to := t.edges(n)
	lost := int32(0)
	for e := from; e < to; e++ {
		if t.child[e] != unvisited && t.edgeProof(e) == Loss {
			lost++
		}
	}
	t.live[n] = to - from - lost
	t.mass[n], _, _ = sumTopLeast(t.prior[from:to])
	if lost > 0 {
		t.mass[n] = 0
		for e := from; e < to; e++ {
			if t.edgeProof(e) != Loss {
				t.mass[n] += t.prior[e]
			}
		}
	}
	t.next[n] = t.findNext(n)
}

// findNext finds the unvisited edge of node n with the highest prior, the first of equals. For both
// selection rules, the unvisited edges of a node differ only by their priors. So the rules look at
// this edge only.
func (t *tree) findNext(n int32) int32 {
	from, to := t.edges(n)
	prior, child := t.prior[from:to], t.child[from:to]
	best, highest := none, float32(0)
	for i, p := range prior {
		if p > highest && child[i] == unvisited {
			best, highest = from+int32(i), p
		}
	}
	return best
}

// sumTopLeast returns the sum of the priors, the index of the first greatest prior, and the least
// prior. It keeps four sums at once, because one chain of additions would be the slowest part of
// adding a node.
func sumTopLeast(prior []float32) (sum float32, top int32, least float32) {
	var s0, s1, s2, s3, highest float32
	least = math.MaxFloat32
	rest, at := prior, int32(0)
	for ; len(rest) >= 4; rest, at = rest[4:], at+4 {
		p0, p1, p2, p3 := rest[0], rest[1], rest[2], rest[3]
		s0, s1, s2, s3 = s0+p0, s1+p1, s2+p2, s3+p3
		if p0 > highest {
			top, highest = at, p0
		}
		if p1 > highest {
			top, highest = at+1, p1
		}
		if p2 > highest {
			top, highest = at+2, p2
		}
		if p3 > highest {
			top, highest = at+3, p3
		}
		least = lesser(lesser(least, p0), lesser(lesser(p1, p2), p3))
	}
	for i, p := range rest {
		s0 += p
		if p > highest {
			top, highest = at+int32(i), p
		}
		least = lesser(least, p)
	}
	return s0 + s1 + (s2 + s3), top, least
}

// lesser returns the smaller number. It lacks the checks of min for NaN, which would cost more than
// the rest of the loop.
func lesser(a, b float32) float32 {
	if b < a {
		return b
	}
	return a
}
