package rating

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"epaminondas/internal/match/result"
)

// Ratings is the result of a tournament: the strength of its players.
type Ratings struct {
	// Elo is the rating of each player relative to the anchor, which has 0. If no chain of games
	// connects a player with the anchor, its rating is relative to the player in Component.
	Elo []result.Elo `json:"elo"`
	// First is the advantage of moving first.
	First result.Elo `json:"first"`
	// Anchor is the player that has rating 0.
	Anchor int `json:"anchor"`
	// Component has, for each player, the player with rating 0 to which a chain of games connects
	// it. This is Anchor, or the lowest index in a group without a connection to the anchor. Only
	// ratings within a component can be compared.
	Component []int `json:"component"`
	// Prior reports that virtual draws made the maximum of the likelihood finite: see [Fit].
	// Without them it is not finite, for example because a player or the first player won every
	// game.
	Prior bool `json:"prior"`

	data       *dataset
	reach      reach
	parameters []float64     // natural logarithms: the ratings and the first-player term
	curvature  *mat.SymDense // covariance of the parameters for independent games
	clustered  *mat.SymDense // covariance from the sandwich over pairs
	covariance *mat.SymDense // one of the two above, in use
}

// Fit returns the ratings of players that make the results most likely. The player that moves first
// wins with probability 1/(1+10^(-(Elo[first]-Elo[second]+First)/400)). A draw counts as half a win
// and half a loss (Bradley and Terry 1952; Davidson and Beaver 1977 for the order of play).
//
// The maximum is not finite if, for example, a player won all of its games or colours were not
// exchanged. Then virtual draws make it finite, and Prior reports that. Each player draws at most
// one virtual game in all, half of it with each colour. It draws against the players that it beat
// in every game, or lost to in every game, in proportion to the games played. Two players whose
// difference follows from a chain of other players draw no virtual game. The results of the real
// games do not change.
//
// Fit returns an error if anchor or a game names no player, or if a score is invalid.
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
	r.Elo = make([]result.Elo, players)
	for k := range r.Elo {
		r.Elo[k] = result.Elo(r.parameters[k] / point)
	}
	r.First = result.Elo(r.parameters[players] / point)
	return r, nil
}

// refer sets the reference player of each component.
func (r *Ratings) refer() {
	r.Component = slices.Clone(r.reach.component)
	for k, c := range r.reach.component {
		if c == r.reach.component[r.Anchor] {
			r.Component[k] = r.Anchor
		}
	}
}

// reference reports whether the parameter is a rating that is fixed at 0.
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
