package serve

import (
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// Match is a gate match.
type Match struct {
	Candidate int64           `json:"candidate"` // step
	Best      int64           `json:"best"`      // step
	Elapsed   float64         `json:"elapsed"`   // seconds at work until the candidate
	Used      *float64        `json:"used"`      // its seconds of processor time; nil if not counted
	Games     int64           `json:"games"`     // of self-play until the candidate
	Wins      int             `json:"wins"`      // of the candidate
	Draws     int             `json:"draws"`
	Losses    int             `json:"losses"`
	Elo       result.Interval `json:"elo"`      // of the candidate relative to the best
	Decision  string          `json:"decision"` // accepted, rejected or undecided
}

// Ratings has the ratings of all checkpoints in gate matches.
type Ratings struct {
	Anchor int64 `json:"anchor"` // step of the checkpoint with rating 0
	// Reference is the step of the checkpoint to which the intervals in Near are relative. It is
	// the anchor, unless the anchor lost every game. Then the anchor says nothing about the
	// differences between the others.
	Reference int64   `json:"reference"`
	Rated     []Rated `json:"rated"` // in the order of matches
}

// Rated is a checkpoint with its rating above the anchor, in Elo.
type Rated struct {
	Step    int64           `json:"step"`
	Elapsed float64         `json:"elapsed"`
	Used    *float64        `json:"used"` // seconds of processor time; nil if not counted
	Games   int64           `json:"games"`
	Elo     result.Interval `json:"elo"`  // the interval is of the difference to the anchor
	Near    result.Interval `json:"near"` // the interval is of the difference to the reference
	Best    bool            `json:"best"` // the checkpoint passed the gate, or is the first
}

// mostGames is the largest number of games in a gate match.
const mostGames = 1_000_000

// countable returns an error for numbers of games that no match has. The folder of a run may be damaged
// on purpose.
func countable(v runs.GateMatch, r *result.Match) error {
	games, paired := v.Wins+v.Draws+v.Losses, 0
	for _, n := range r.Pairs {
		if n < 0 || n > mostGames {
			return fmt.Errorf("the match has %s with the same points, want 0 to %d",
				noun.Count(n, "pair"), mostGames)
		}
		paired += 2 * n
	}
	switch {
	case games > mostGames:
		return fmt.Errorf("the match has %s, want at most %d", noun.Count(games, "game"), mostGames)
	case paired > games:
		return fmt.Errorf("the match has %s, but its pairs have %d", noun.Count(games, "game"), paired)
	}
	return nil
}

// graph has the players and games of a block of gate matches.
type graph struct {
	players  []runs.Marker
	accepted []bool
	index    map[int64]int // by id
	games    []rating.Game
	pairs    int
}

func (g *graph) player(m runs.Marker, accepted bool) int {
	i, known := g.index[m.ID]
	if !known {
		i = len(g.players)
		g.index[m.ID] = i
		g.players, g.accepted = append(g.players, m), append(g.accepted, false)
	}
	g.accepted[i] = g.accepted[i] || accepted
	return i
}

// add adds a match in which the candidate was A.
func (g *graph) add(c contest) {
	b := g.player(c.best, true) // the first network is the best one without a match
	a := g.player(c.candidate, c.accepted)
	for _, pair := range c.pairs {
		g.games = append(g.games,
			rating.Game{First: a, Second: b, Score: pair[0], Pair: g.pairs},
			rating.Game{First: b, Second: a, Score: 1 - pair[1], Pair: g.pairs})
		g.pairs++
	}
}

// split returns A's scores in the two games of each pair, the game with White first. A match result
// has only A's score in each pair, and A's totals with each colour. split assigns results to the
// games so that they agree with both. The ratings do not depend on how it does this.
func split(r *result.Match) [][2]float64 {
	drawn := min(max(0, (r.Total.Draws-r.Pairs[1]-r.Pairs[3])/2), r.Pairs[2]) // pairs of two draws
	// A's results as White: wins in pairs with a loss, wins in pairs with a draw, draws in pairs
	// with a loss
	var won, draws, ones int
	for won = range r.Pairs[2] - drawn + 1 {
		draws = r.AsWhite.Wins - r.Pairs[4] - won
		ones = r.AsWhite.Draws - drawn - r.Pairs[3] + draws
		if draws >= 0 && draws <= r.Pairs[3] && ones >= 0 && ones <= r.Pairs[1] {
			break
		}
	}
	// If the totals contradict the pairs, none of these fits.
	draws, ones = min(max(0, draws), r.Pairs[3]), min(max(0, ones), r.Pairs[1])
	var list [][2]float64
	add := func(n int, white, black float64) {
		for range n {
			list = append(list, [2]float64{white, black})
		}
	}
	add(r.Pairs[0], 0, 0)
	add(ones, 0.5, 0)
	add(r.Pairs[1]-ones, 0, 0.5)
	add(won, 1, 0)
	add(r.Pairs[2]-drawn-won, 0, 1)
	add(drawn, 0.5, 0.5)
	add(draws, 1, 0.5)
	add(r.Pairs[3]-draws, 0.5, 1)
	add(r.Pairs[4], 1, 1)
	return list
}

func (g *graph) rate() (*Ratings, error) {
	if len(g.games) == 0 {
		return nil, nil
	}
	fit, err := rating.Fit(len(g.players), g.games, 0)
	if err != nil {
		return nil, fmt.Errorf("live: rate the checkpoints: %w", err)
	}
	fit = fit.Clustered()
	reference := fit.Reference()
	elo := fit.Intervals(0)
	near := elo
	if reference != 0 { // only then, because these intervals can take long
		near = fit.Intervals(reference)
	}
	ratings := &Ratings{Anchor: g.players[0].Step, Reference: g.players[reference].Step}
	for i, m := range g.players {
		ratings.Rated = append(ratings.Rated, newRated(m, elo[i], near[i], g.accepted[i]))
	}
	return ratings, nil
}

func newRated(m runs.Marker, elo, near result.Interval, best bool) Rated {
	return Rated{Step: m.Step, Elapsed: m.Elapsed.Seconds(), Used: used(m), Games: m.Games, Elo: elo,
		Near: near, Best: best}
}
