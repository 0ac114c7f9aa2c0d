package game_test

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// board returns the geometry of the named rules.
func board(t testing.TB, name string) *game.Board {
	t.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	return boardOf(t, rules)
}

func boardOf(t testing.TB, rules game.Rules) *game.Board {
	t.Helper()
	b, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// position reads a position text.
func position(t testing.TB, b *game.Board, text string) game.State {
	t.Helper()
	s, err := b.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomRules returns random rules that a board can have.
func randomRules(rng *rand.Rand) game.Rules {
	r := game.Rules{
		Width:    3 + rng.IntN(14),
		Height:   3 + rng.IntN(14),
		Capture:  game.Capture(rng.IntN(2)),
		Crossed:  game.Crossed(rng.IntN(2)),
		Behind:   game.Behind(rng.IntN(2)),
		Symmetry: game.Symmetry(rng.IntN(3)),
		Limit:    game.Limit(rng.IntN(2)),
	}
	r.Rows = 1 + rng.IntN(min(3, (r.Height-1)/2))
	if rng.IntN(2) == 0 {
		r.MaxPlies = 1 + rng.IntN(60)
	}
	return r
}

// randomGame returns all positions of a game of at most plies random moves.
func randomGame(b *game.Board, plies int, rng *rand.Rand) []game.State {
	s := b.Start()
	states := []game.State{s}
	for range plies {
		moves := s.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		s.Play(moves[rng.IntN(len(moves))])
		states = append(states, s)
	}
	return states
}

// scatter returns a position with stones on random squares. Some boards are crowded and some nearly
// empty. Sometimes the far rows are empty.
func scatter(b *game.Board, rng *rand.Rand) game.State {
	density, bare := 0.05+0.85*rng.Float64(), rng.IntN(2) == 0
	var stones [2]game.Bits
	for squares := b.Mask(); !squares.Empty(); {
		at := squares.Pop()
		c := game.Colour(rng.IntN(2))
		if far := b.FarRow(c); rng.Float64() < density && !(bare && far.Has(at)) {
			stones[c].Set(at)
		}
	}
	return b.Position(stones[game.White], stones[game.Black], game.Colour(rng.IntN(2)))
}

// ranks returns a position of a few long lines, which scattered stones rarely form. Long lines
// allow the longest distances and the strongest captures.
func ranks(b *game.Board, rng *rand.Rand) game.State {
	var stones [2]game.Bits
	for range 1 + rng.IntN(5) {
		c, d := game.Colour(rng.IntN(2)), game.Direction(rng.IntN(game.Directions))
		columns, rows := d.Delta()
		at := game.SquareAt(rng.IntN(b.Width()), rng.IntN(b.Height()))
		for i := range 1 + min(b.Edge(at, d), rng.IntN(16)) {
			s := game.SquareAt(at.Col()+i*columns, at.Row()+i*rows)
			stones[c].Set(s)
			stones[c.Other()].Clear(s)
		}
	}
	return b.Position(stones[game.White], stones[game.Black], game.Colour(rng.IntN(2)))
}

// almostSymmetric returns a position that the side to move can usually make symmetric with one
// stone, by a step onto its far row or along it.
func almostSymmetric(b *game.Board, rng *rand.Rand) game.State {
	s := scatter(b, rng)
	white, black := s.Stones(game.White), s.Stones(game.Black)
	if b.Rules().Symmetry == game.Rotation {
		black = b.FlipBits(b.MirrorBits(white))
		white = white.AndNot(black)
		black = b.FlipBits(b.MirrorBits(white))
	} else {
		white = white.Or(b.MirrorBits(white))
		black = black.Or(b.MirrorBits(black)).AndNot(white)
	}
	stones := [2]game.Bits{white, black}
	us := s.Turn()
	occupied := white.Or(black)
	arrived := stones[us].And(b.FarRow(us))
	for d := range game.Direction(game.Directions) {
		columns, rows := d.Delta()
		for squares := arrived; !squares.Empty(); {
			to := squares.Pop()
			if b.Edge(to, d) == 0 {
				continue
			}
			if from := game.SquareAt(to.Col()+columns, to.Row()+rows); !occupied.Has(from) &&
				rng.IntN(4) == 0 {
				stones[us] = stones[us].Without(to).With(from)
				return b.Position(stones[game.White], stones[game.Black], us)
			}
		}
	}
	return s
}
