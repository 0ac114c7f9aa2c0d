package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// images returns the moves of a state in the coordinates of its mirrored or turned image.
func images(moves []game.Move, image func(game.Move) game.Move) []game.Move {
	out := make([]game.Move, len(moves))
	for i, m := range moves {
		out[i] = image(m)
	}
	slices.Sort(out)
	return out
}

func sortedMoves(s *game.State) []game.Move {
	moves := s.AppendMoves(nil)
	slices.Sort(moves)
	return moves
}

func TestMirror(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	for range 60 {
		b := boardOf(t, randomRules(rng))
		s := b.Start()
		mirror := s.Mirror()
		for range 80 {
			moves := s.AppendMoves(nil)
			if got, want := sortedMoves(&mirror), images(moves, b.MirrorMove); !slices.Equal(got, want) {
				t.Fatalf("%v: moves in the mirror are %v, want %v", &s, got, want)
			}
			if back := mirror.Mirror(); back != s || s.Mirror() != mirror {
				t.Fatalf("%v: mirrored twice it is %v", &s, &back)
			}
			if s.MirrorHash() != mirror.MirrorHash() {
				t.Fatalf("%v: the mirror has another hash", &s)
			}
			outcome, reason := s.Outcome()
			if o, r := mirror.Outcome(); o != outcome || r != reason {
				t.Fatalf("%v: in the mirror it is %v by %v, not %v by %v", &s, o, r, outcome, reason)
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			s.Play(m)
			mirror.Play(b.MirrorMove(m))
		}
	}
}

func TestTurned(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	for range 60 {
		b := boardOf(t, randomRules(rng))
		s := b.Start()
		turned := s.Turned()
		for range 80 {
			moves := s.AppendMoves(nil)
			if got, want := sortedMoves(&turned), images(moves, b.FlipMove); !slices.Equal(got, want) {
				t.Fatalf("%v: moves turned are %v, want %v", &s, got, want)
			}
			if back := turned.Turned(); back != s || s.Turned() != turned {
				t.Fatalf("%v: turned twice it is %v", &s, &back)
			}
			checkTurnedOutcome(t, &s, &turned)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			s.Play(m)
			turned.Play(b.FlipMove(m))
		}
	}
}

// checkTurnedOutcome checks that opposite colours win a position and its turned twin.
func checkTurnedOutcome(t *testing.T, s, turned *game.State) {
	t.Helper()
	outcome, reason := s.Outcome()
	o, r := turned.Outcome()
	if _, captured := s.LastCapture(); reason == game.PlyLimit && !captured {
		return // Black may have won because nothing else decided
	}
	if r != reason || o.For(game.White) != outcome.For(game.Black) ||
		o.For(game.Black) != outcome.For(game.White) {
		t.Fatalf("%v: turned it is %v by %v, not the reverse of %v by %v", s, o, r, outcome, reason)
	}
}

func TestSquaresAndSetsTurnAlike(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(15, 16))
	for range 100 {
		s := scatter(boardOf(t, randomRules(rng)), rng)
		b, squares := s.Board(), s.Stones(game.White)
		var mirrored, flipped game.Bits
		for rest := squares; !rest.Empty(); {
			at := rest.Pop()
			mirrored.Set(b.MirrorSquare(at))
			flipped.Set(b.FlipSquare(at))
		}
		if got := b.MirrorBits(squares); got != mirrored {
			t.Fatalf("%v: MirrorBits is %v, want %v", &s, got, mirrored)
		}
		if got := b.FlipBits(squares); got != flipped {
			t.Fatalf("%v: FlipBits is %v, want %v", &s, got, flipped)
		}
	}
}

func TestDirections(t *testing.T) {
	for d := range game.Direction(game.Directions) {
		columns, rows := d.Delta()
		for name, image := range map[string]struct {
			d             game.Direction
			columns, rows int
		}{
			"opposite":     {d.Opposite(), -columns, -rows},
			"rows flipped": {d.FlipRows(), columns, -rows},
			"columns":      {d.FlipColumns(), -columns, rows},
		} {
			if c, r := image.d.Delta(); c != image.columns || r != image.rows {
				t.Errorf("%v, %s: %v", d, name, image.d)
			}
		}
	}
}

func TestBits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	for range 100 {
		s := scatter(boardOf(t, randomRules(rng)), rng)
		x, y := s.Stones(game.White), s.Board().FarRow(game.White)
		and, or, andNot := x.And(y), x.Or(y), x.AndNot(y)
		count := 0
		for i := range 256 {
			at := game.Square(i)
			if and.Has(at) != (x.Has(at) && y.Has(at)) || or.Has(at) != (x.Has(at) || y.Has(at)) ||
				andNot.Has(at) != (x.Has(at) && !y.Has(at)) {
				t.Fatalf("%v: sets disagree on %v", &s, at)
			}
			if with, without := x.With(at), x.Without(at); !with.Has(at) || without.Has(at) {
				t.Fatalf("%v: With or Without is wrong on %v", &s, at)
			}
			if x.Has(at) {
				count++
			}
		}
		if x.Count() != count || x.Empty() != (count == 0) {
			t.Fatalf("%v: the set has %d squares, want %d", &s, x.Count(), count)
		}
		last := -1
		for !x.Empty() {
			first := x.First()
			if at := x.Pop(); at != first || int(at) <= last || x.Has(at) {
				t.Fatalf("%v: Pop returned %v after %d", &s, at, last)
			}
			last = int(first)
			count--
		}
		if count != 0 {
			t.Fatalf("%v: Pop left %d squares out", &s, count)
		}
	}
}

func TestBoard(t *testing.T) {
	b := board(t, "epaminondas:5x7x1")
	mask := b.Mask()
	if b.Width() != 5 || b.Height() != 7 || b.Area() != 35 || mask.Count() != 35 ||
		!mask.Has(game.SquareAt(4, 6)) {
		t.Errorf("the board is %dx%d with %d squares", b.Width(), b.Height(), mask.Count())
	}
	if far := b.FarRow(game.White); far.Count() != 5 || far.First().String() != "a7" {
		t.Errorf("White's far row is %v", far)
	}
	if far := b.FarRow(game.Black); far.Count() != 5 || far.First().String() != "a1" {
		t.Errorf("Black's far row is %v", far)
	}
	at := game.SquareAt(1, 2) // b3
	for d, want := range map[game.Direction]int{game.North: 4, game.NorthEast: 3, game.East: 3,
		game.SouthEast: 2, game.South: 2, game.SouthWest: 1, game.West: 1, game.NorthWest: 1} {
		if got := b.Edge(at, d); got != want {
			t.Errorf("%d squares %v of b3, want %d", got, d, want)
		}
	}
	if s := b.Start(); s.String() != "bbbbb/...../...../...../...../...../wwwww w" ||
		b.Position(s.Stones(game.White), s.Stones(game.Black), game.White) != s {
		t.Errorf("the start is %v", &s)
	}
}
