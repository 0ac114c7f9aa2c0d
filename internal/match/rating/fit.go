package rating

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Ratings are what a tournament says of the strength of its players.
type Ratings struct {
	// Elo is the rating of each player relative to the anchor, which has 0, or
	// for players that no chain of games connects with the anchor, relative to
	// the player that Component names.
	Elo []Elo `json:"elo"`
	// First is the advantage of moving first.
	First Elo `json:"first"`
	// Anchor is the player that has rating 0.
	Anchor int `json:"anchor"`
	// Component is for each player the one with rating 0 that it is compared
	// with, through a chain of games: Anchor, or the lowest index of those not
	// connected with the anchor. Ratings compare only within a component.
	Component []int `json:"component"`
	// Prior tells that the maximum of the likelihood is not finite, because
	// somebody won everything or the first player did, and that virtual draws
	// made it so: see [Fit].
	Prior bool `json:"prior"`

	data       *dataset
	reach      reach
	parameters []float64     // natural logarithms: the ratings and the first-player term
	curvature  *mat.SymDense // covariance of the parameters, were all games independent
	clustered  *mat.SymDense // covariance by the sandwich over pairs
	covariance *mat.SymDense // the one of the two in use
}

// Fit returns the ratings of players under which the results are most likely.
// The one who moves first wins with probability
// 1/(1+10^(-(Elo[first]-Elo[second]+First)/400)); a draw counts as half a win
// and half a loss (Bradley and Terry 1952; Davidson and Beaver 1977 for the
// order of play).
//
// Where the maximum is not finite, as when a player won all of its games or
// colours were not swapped, virtual draws make it so, and Prior reports it:
// each player draws at most one game in all, half with either colour, shared
// out by the games played among those it beat, or lost to, without exception
// and who are next to it: what follows from a chain of others adds none. All
// other results count as they are.
//
// Fit fails if anchor or a game names no player or a score is none.
func Fit(players int, games []Game, anchor int) (*Ratings, error) {
	if anchor < 0 || anchor >= players {
		return nil, fmt.Errorf("rating: the anchor is player %d, want 0 to %d", anchor, players-1)
	}
	for k, g := range games {
		if err := g.validate(players); err != nil {
			return nil, fmt.Errorf("rating: game %d: %w", k, err)
		}
	}
	r := &Ratings{Anchor: anchor, data: newDataset(players, games), parameters: make([]float64, players+1)}
	r.reach = newReach(players, r.data.pairings)
	r.Prior = len(games) > 0 && !r.reach.all()
	r.refer()
	if len(games) > 0 {
		if err := r.fit(); err != nil {
			return nil, err
		}
	}
	r.Elo = make([]Elo, players)
	for k := range r.Elo {
		r.Elo[k] = Elo(r.parameters[k] / point)
	}
	r.First = Elo(r.parameters[players] / point)
	return r, nil
}

// refer names the player that each component is measured by.
func (r *Ratings) refer() {
	r.Component = slices.Clone(r.reach.component)
	for k, c := range r.reach.component {
		if c == r.reach.component[r.Anchor] {
			r.Component[k] = r.Anchor
		}
	}
}

// reference reports whether the parameter is a rating that is 0.
func (r *Ratings) reference(parameter int) bool {
	return parameter < len(r.Component) && r.Component[parameter] == parameter
}

func (r *Ratings) fit() error {
	l := newLikelihood(r.data.players, r.withPrior(r.data.pairings), r.reference)
	if err := l.maximise(r.parameters); err != nil {
		return err
	}
	l.evaluate(r.parameters)
	if err := r.covariances(l); err != nil {
		return err
	}
	r.covariance = r.curvature
	return nil
}
