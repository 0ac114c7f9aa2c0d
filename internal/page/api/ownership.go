package api

import (
	"math"

	"epaminondas/game"
	"epaminondas/net"
)

// ownership says who is expected to stand on each square at the end of the game, in percent. The squares
// are in the order of the rows: a1, b1 and so on.
type ownership struct {
	White []int `json:"white"`
	Black []int `json:"black"`
}

// occupier predicts who stands on each square at the end of the game.
type occupier func(s *game.State) ([]net.Occupation, error)

// ownershipOf returns the mean of a player's predictions for a position and its mirror image, as for
// [policyOf]. It returns nil if the player predicts nothing.
func ownershipOf(s *game.State, who opponent) (*ownership, error) {
	if who.occupation == nil {
		return nil, nil
	}
	list, err := who.occupation(s)
	if err != nil || list == nil {
		return nil, err
	}
	m := s.Mirror()
	mirrored, err := who.occupation(&m)
	if err != nil {
		return nil, err
	}
	o, width := &ownership{}, s.Board().Width()
	for i, here := range list {
		row, column := i/width, i%width
		there := mirrored[row*width+width-1-column]
		o.White = append(o.White, percent(here.White, there.White))
		o.Black = append(o.Black, percent(here.Black, there.Black))
	}
	return o, nil
}

// percent returns the mean of two probabilities in percent.
func percent(a, b float32) int { return int(math.Round(50 * float64(a+b))) }
