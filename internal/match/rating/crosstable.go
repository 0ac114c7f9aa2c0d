package rating

import (
	"math"

	"epaminondas/internal/match/result"
)

// Cell is the result of one player against another.
type Cell struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Pairs counts the pairs with both games, one with each colour; see [result.Pairs].
	Pairs result.Pairs `json:"pairs"`
	// Expected is the number of points that the ratings predict.
	Expected float64 `json:"expected"`
	// Residual is the number of points above Expected, in standard deviations. Under the model,
	// with independent games and few draws, it is about normal with variance 1. A value beyond 3
	// shows that ratings do not explain the results.
	Residual float64 `json:"residual"`
}

// Games returns the number of games.
func (c Cell) Games() int { return c.Wins + c.Draws + c.Losses }

// Points returns the points: one for a win and half for a draw.
func (c Cell) Points() float64 { return float64(c.Wins) + float64(c.Draws)/2 }

// Score returns the mean score of a game in [0, 1], or NaN without games.
func (c Cell) Score() float64 { return c.Points() / float64(c.Games()) }

// Crosstable returns in [i][j] the result of player i against player j, and the points that the
// ratings predict.
func (r *Ratings) Crosstable() [][]Cell {
	table := make([][]Cell, len(r.Elo))
	for k := range table {
		table[k] = make([]Cell, len(r.Elo))
	}
	r.data.clusters(func(games []Game) {
		for _, g := range games {
			table[g.First][g.Second].count(g.Score)
			table[g.Second][g.First].count(1 - g.Score)
		}
		if low, high := games[0].sides(); whole(games) {
			halves := int(2 * (scoreOf(games[0], low) + scoreOf(games[1], low)))
			table[low][high].Pairs[halves]++
			table[high][low].Pairs[4-halves]++
		}
	})
	for i := range table {
		for j := range i {
			if table[i][j].Games() > 0 {
				expected, residual := r.expect(i, j, table[i][j].Points())
				table[i][j].Expected, table[i][j].Residual = expected, residual
				table[j][i].Expected, table[j][i].Residual = float64(table[i][j].Games())-expected, -residual
			}
		}
	}
	return table
}

func (c *Cell) count(score float64) {
	switch score {
	case 0:
		c.Losses++
	case 1:
		c.Wins++
	default:
		c.Draws++
	}
}

// whole reports whether the pair has exactly two games, one with each colour.
func whole(games []Game) bool { return len(games) == 2 && games[0].First == games[1].Second }

// scoreOf returns the score of the player in a game.
func scoreOf(g Game, player int) float64 {
	if g.First == player {
		return g.Score
	}
	return 1 - g.Score
}

// expect returns the points that the ratings predict for i against j, and the standardised
// residual. Its variance is the variance of the model minus the part that the fit to these games
// has absorbed.
func (r *Ratings) expect(i, j int, points float64) (expected, residual float64) {
	// strength and first are the slopes of expected along the difference and the first-player term.
	var variance, strength, first float64
	for _, p := range r.data.pairings {
		sign := 1.0
		switch {
		case p.first == i && p.second == j:
		case p.first == j && p.second == i:
			sign = -1
		default:
			continue
		}
		chance := sigmoid(sign * p.logit(r.parameters)) // of i winning
		bend := p.games * chance * (1 - chance)
		expected += p.games * chance
		variance, strength, first = variance+bend, strength+bend, first+sign*bend
	}
	c, last := r.curvature, len(r.Elo)
	apart := c.At(i, i) + c.At(j, j) - 2*c.At(i, j)
	taken := strength*strength*apart + 2*strength*first*(c.At(i, last)-c.At(j, last)) +
		first*first*c.At(last, last)
	if rest := variance - taken; rest > 1e-9*variance {
		residual = (points - expected) / math.Sqrt(rest)
	}
	return expected, residual
}
