package rating

import (
	"cmp"
	"fmt"
	"slices"
)

// Game is the result of one game. Players are identified by their index.
type Game struct {
	First  int     `json:"first"` // who moved first
	Second int     `json:"second"`
	Score  float64 `json:"score"` // of First: 1, 0.5 or 0
	// Pair is the number of the opening: the games of two players from the same opening have the
	// same number. Such games are not independent, so the pair is the unit of resampling. Games
	// between other players may use the same numbers.
	Pair int `json:"pair"`
}

// sides returns the two players in the order of their indices.
func (g Game) sides() (low, high int) { return min(g.First, g.Second), max(g.First, g.Second) }

func (g Game) validate(players int) error {
	switch low, high := g.sides(); {
	case low < 0 || high >= players:
		return fmt.Errorf("the players are %d and %d, want 0 to %d", g.First, g.Second, players-1)
	case low == high:
		return fmt.Errorf("player %d is on both sides, want two players", low)
	case g.Score != 0 && g.Score != 0.5 && g.Score != 1:
		return fmt.Errorf("score is %g, want 0, 0.5 or 1", g.Score)
	}
	return nil
}

// pairing has the results of one player moving first against another.
type pairing struct {
	first, second int
	games, points float64 // points of first; weighted numbers need not be whole
}

// dataset holds the sorted games and the pairings. Sums over it do not depend on the order in which
// the games ended.
type dataset struct {
	players  int
	games    []Game
	pairings []pairing
	pairing  []int // of each game
	pair     []int // of each game, from 0
	pairs    int
}

func newDataset(players int, games []Game) *dataset {
	l := &dataset{players: players, games: slices.SortedFunc(slices.Values(games), func(a, b Game) int {
		aLow, aHigh := a.sides()
		bLow, bHigh := b.sides()
		return cmp.Or(cmp.Compare(aLow, bLow), cmp.Compare(aHigh, bHigh), cmp.Compare(a.Pair, b.Pair),
			cmp.Compare(a.First, b.First), cmp.Compare(a.Score, b.Score))
	})}
	index := map[[2]int]int{}
	for k, g := range l.games {
		if k == 0 || !samePair(l.games[k-1], g) {
			l.pairs++
		}
		key := [2]int{g.First, g.Second}
		at, known := index[key]
		if !known {
			at = len(l.pairings)
			index[key] = at
			l.pairings = append(l.pairings, pairing{first: g.First, second: g.Second})
		}
		l.pairings[at].games++
		l.pairings[at].points += g.Score
		l.pairing, l.pair = append(l.pairing, at), append(l.pair, l.pairs-1)
	}
	return l
}

func samePair(a, b Game) bool {
	aLow, aHigh := a.sides()
	bLow, bHigh := b.sides()
	return aLow == bLow && aHigh == bHigh && a.Pair == b.Pair
}

// reweigh sums the results into pairings. Each game has the weight of its pair.
func (l *dataset) reweigh(pairings []pairing, weights []float64) {
	for k := range pairings {
		pairings[k].games, pairings[k].points = 0, 0
	}
	for k := range l.games {
		p, w := &pairings[l.pairing[k]], weights[l.pair[k]]
		p.games += w
		p.points += w * l.games[k].Score
	}
}

// clusters calls visit with the games of each pair, in order.
func (l *dataset) clusters(visit func(games []Game)) {
	for from := 0; from < len(l.games); {
		to := from + 1
		for to < len(l.games) && l.pair[to] == l.pair[from] {
			to++
		}
		visit(l.games[from:to])
		from = to
	}
}
