package standings

import (
	"cmp"
	"math"
	"slices"

	"epaminondas/game"
)

// firstMove has White's results.
type firstMove struct {
	Total    Cell
	Score    string
	Wins     float64 // Wins and the next fields are shares of the games
	Draws    float64
	Elo      string // "" if it was not estimated
	Interval string
	Pairings []pairing
}

// pairing has White's results in the games between two players.
type pairing struct {
	A, B   int
	Label  string
	Total  Cell
	Score  string
	Record string
	Share  float64
}

// newFirstMove returns White's results, or nil without games.
func newFirstMove(d *Data) *firstMove {
	if len(d.Games) == 0 {
		return nil
	}
	f := &firstMove{}
	between := map[[2]string]*Cell{}
	for i := range d.Games {
		g := &d.Games[i]
		key := g.Players
		if key[0] > key[1] {
			key[0], key[1] = key[1], key[0]
		}
		if between[key] == nil {
			between[key] = &Cell{}
		}
		between[key].add(g.Outcome)
		f.Total.add(g.Outcome)
	}
	n := float64(f.Total.Games())
	f.Score, f.Wins, f.Draws = percent(f.Total.Score()), float64(f.Total.Wins)/n, float64(f.Total.Draws)/n
	if d.First != nil && !unknown(*d.First) {
		f.Elo, f.Interval = elo(d.First.Estimate), span(*d.First)
	}
	f.Pairings = newPairings(d.Players, between)
	return f
}

// add counts a game for White.
func (c *Cell) add(o game.Outcome) {
	switch o.For(game.White) {
	case 1:
		c.Wins++
	case -1:
		c.Losses++
	default:
		c.Draws++
	}
}

// newPairings lists pairings, the largest effect of colour first. It returns none if all games are
// of one pairing.
func newPairings(players []Player, between map[[2]string]*Cell) []pairing {
	if len(between) < 2 {
		return nil
	}
	var all []pairing
	for i, a := range players {
		for j := i; j < len(players); j++ {
			b := players[j]
			c := between[[2]string{min(a.Name, b.Name), max(a.Name, b.Name)}]
			if c != nil {
				all = append(all, pairing{i, j, a.shown() + " – " + b.shown(), *c, percent(c.Score()),
					record3(*c), c.Score()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pairing) int {
		return cmp.Compare(math.Abs(b.Share-0.5), math.Abs(a.Share-0.5))
	})
	return all
}
