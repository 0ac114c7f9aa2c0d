package rating

import (
	"slices"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// reach finds the rating differences that the games determine. A chain of games joins the players
// of a component. The players of a class also took points from each other, directly or through
// other players. Ratings are finite within a class. Between the classes of a component the
// difference is unbounded, because one side won every game (Ford 1957). Between components nothing
// is known.
type reach struct {
	component []int // for each player, the lowest index of a player in its component
	class     []int // for each player, the lowest index of a player in its class
	// first means that the games distinguish the advantage of moving first from strength, and bound
	// it on both sides.
	first bool
	// above says, for the labels of two classes, whether the first class took points from the
	// second, directly or through other classes. The second took none from the first.
	above [][]bool
}

func newReach(players int, pairings []pairing) reach {
	undirected := simple.NewUndirectedGraph()
	directed := simple.NewDirectedGraph() // from each player to those that lost points to it
	for k := range players {
		undirected.AddNode(simple.Node(k))
		directed.AddNode(simple.Node(k))
	}
	for _, p := range pairings {
		first, second := simple.Node(p.first), simple.Node(p.second)
		undirected.SetEdge(simple.Edge{F: first, T: second})
		if p.points > 0 {
			directed.SetEdge(simple.Edge{F: first, T: second})
		}
		if p.points < p.games {
			directed.SetEdge(simple.Edge{F: second, T: first})
		}
	}
	r := reach{component: make([]int, players), class: make([]int, players)}
	for _, nodes := range topo.ConnectedComponents(undirected) {
		label(r.component, nodes)
	}
	for _, nodes := range topo.TarjanSCC(directed) {
		label(r.class, nodes)
	}
	r.above = r.order(pairings)
	r.first = !separable(players, pairings, 1) && !separable(players, pairings, -1)
	return r
}

// label writes the lowest of the nodes as the label of each node.
func label[N interface{ ID() int64 }](labels []int, nodes []N) {
	lowest := slices.MinFunc(nodes, func(a, b N) int { return int(a.ID() - b.ID()) }).ID()
	for _, n := range nodes {
		labels[n.ID()] = int(lowest)
	}
}

// separable reports whether, for a first-player term of any size and the given sign, some ratings
// agree with all games. Then the likelihood rises or stays level without end in that direction
// (Albert and Anderson 1984). The constraints are on differences of ratings, so such ratings exist
// unless the graph of the constraints has a cycle of negative length.
func separable(players int, pairings []pairing, sign float64) bool {
	g := simple.NewWeightedDirectedGraph(0, 0)
	for k := range players + 1 {
		g.AddNode(simple.Node(k))
	}
	shorten := func(from, to int, length float64) {
		if w, ok := g.Weight(int64(from), int64(to)); ok && w <= length {
			return
		}
		g.SetWeightedEdge(g.NewWeightedEdge(simple.Node(from), simple.Node(to), length))
	}
	for k := range players { // one source that reaches all nodes
		shorten(players, k, 0)
	}
	for _, p := range pairings {
		if p.points > 0 { // r[second] - r[first] <= sign
			shorten(p.first, p.second, sign)
		}
		if p.points < p.games { // r[first] - r[second] <= -sign
			shorten(p.second, p.first, -sign)
		}
	}
	_, ok := path.BellmanFordFrom(simple.Node(players), g)
	return ok
}

// finite reports whether the difference of two ratings has a finite maximum of likelihood.
func (r reach) finite(i, j int) bool { return i == j || r.first && r.class[i] == r.class[j] }

// comparable reports whether the games contain information about the difference of two ratings.
func (r reach) comparable(i, j int) bool { return r.component[i] == r.component[j] }

// all reports whether all differences that can be compared are finite.
func (r reach) all() bool { return r.first && slices.Equal(r.component, r.class) }

// bounded reports whether the likelihood bounds the rating of i relative to j from below, if the
// first-player term is bounded.
func (r reach) bounded(i, j int) bool {
	return r.class[i] == r.class[j] || r.above[r.class[i]][r.class[j]]
}

// winner returns the two classes of a pairing that joins different classes. The class that won
// every game comes first.
func (r reach) winner(p pairing) (winner, loser int) {
	if p.points > 0 {
		return r.class[p.first], r.class[p.second]
	}
	return r.class[p.second], r.class[p.first]
}

// order returns the relation for the field above of [reach], by Warshall's algorithm.
func (r reach) order(pairings []pairing) [][]bool {
	above := make([][]bool, len(r.class))
	for k := range above {
		above[k] = make([]bool, len(r.class))
	}
	for _, p := range pairings {
		if winner, loser := r.winner(p); winner != loser {
			above[winner][loser] = true
		}
	}
	for between := range above {
		for i := range above {
			for j := range above {
				above[i][j] = above[i][j] || above[i][between] && above[between][j]
			}
		}
	}
	return above
}

// next reports whether the pairing joins two classes without a class between them.
func (r reach) next(p pairing) bool {
	winner, loser := r.winner(p)
	for between := range r.above {
		if r.above[winner][between] && r.above[between][loser] {
			return false
		}
	}
	return winner != loser
}
