package net

import (
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// Occupation holds the probabilities of who stands on a square at the end of the game. With the
// probability that nobody does, their sum is 1.
type Occupation struct{ White, Black float32 }

// occupationHead returns the layer that predicts occupations, or nothing if no training has changed it
// from zero.
func occupationHead(w *Weights) affine {
	for _, h := range Heads() {
		if h.Name != "occupation" {
			continue
		}
		a := affine{w.Param(h.Layer() + ".weight").Data, w.Param(h.Layer() + ".bias").Data}
		if slices.ContainsFunc(a.weight, func(x float32) bool { return x != 0 }) {
			return a
		}
	}
	return affine{}
}

// Occupation predicts who stands on each square at the end of a game from s, in the order of the rows
// from the first one on. It returns nil if the network has not learned this. Unlike an evaluation for a
// search, it allocates.
func (n *Network) Occupation(s *game.State) ([]Occupation, error) {
	if n.occupation.weight == nil {
		return nil, nil
	}
	b := s.Board()
	e := n.NewEvaluator(b)
	e.runTrunk(s)
	h, w, c := e.height, e.width, n.config.Channels
	kernel.Unpad(e.flat, e.trunk, h, w, c)
	out := make([]float32, h*w*occupations)
	kernel.Dense(out, e.flat, n.occupation.weight, n.occupation.bias, h*w, c, occupations, false)
	list := make([]Occupation, h*w)
	for row := range h {
		for column := range w {
			prob, at := out[(row*w+column)*occupations:][:occupations], game.SquareAt(column, row)
			kernel.Softmax(prob)
			if prob[0]-prob[0] != 0 {
				return nil, fmt.Errorf("net: occupation of %s: %w", s.String(), ErrNotFinite)
			}
			// the network sees the board from the side to move
			o := Occupation{White: prob[0], Black: prob[1]}
			if s.Turn() == game.Black {
				at, o = b.FlipSquare(at), Occupation{White: prob[1], Black: prob[0]}
			}
			list[at.Row()*w+at.Col()] = o
		}
	}
	return list, nil
}
