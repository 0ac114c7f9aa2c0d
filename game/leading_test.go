package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestAppendLeading compares the generator with its plain twin, which filters all legal moves by
// the lead after them.
func TestAppendLeading(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	found := map[string]int{}
	for range 900 {
		b := boardOf(t, randomRules(rng))
		states := randomGame(b, 40, rng)
		for range 12 {
			states = append(states, scatter(b, rng), ranks(b, rng), crowded(b, rng),
				almostSymmetric(b, rng), beforeCapture(b, rng), beforeCapture(b, rng), beforeCapture(b, rng))
		}
		for i := range states {
			compareLeading(t, &states[i], found)
		}
	}
	for _, kind := range []string{"enter", "capture on entering", "evict", "evict several",
		"leave and evict", "symmetric", "symmetric capture"} {
		if found[kind] < 15 {
			t.Errorf("%q: only %d moves", kind, found[kind])
		}
	}
}

// crowded returns a position with most stones on and before the far rows.
func crowded(b *game.Board, rng *rand.Rand) game.State {
	s := scatter(b, rng)
	var stones [2]game.Bits
	for squares := b.Mask(); !squares.Empty(); {
		at := squares.Pop()
		edge := min(at.Row(), b.Height()-1-at.Row())
		if c := game.Colour(rng.IntN(2)); rng.IntN(2+2*edge) == 0 {
			stones[c].Set(at)
		}
	}
	return b.Position(stones[game.White], stones[game.Black], s.Turn())
}

// beforeCapture returns a position in which two stones of the side to move can usually capture on
// their far row and so make the position symmetric.
func beforeCapture(b *game.Board, rng *rand.Rand) game.State {
	s := almostSymmetric(b, rng)
	us := s.Turn()
	stones := [2]game.Bits{s.Stones(game.White), s.Stones(game.Black)}
	if b.Rules().Symmetry == game.Rotation {
		stones[us.Other()] = b.FlipBits(b.MirrorBits(stones[us]))
		stones[us] = stones[us].AndNot(stones[us.Other()])
		stones[us.Other()] = b.FlipBits(b.MirrorBits(stones[us]))
	} else {
		stones[us] = stones[us].Or(b.MirrorBits(stones[us])).AndNot(stones[us.Other()])
	}
	for heads := stones[us].And(b.FarRow(us)); !heads.Empty(); {
		head := heads.Pop()
		for d := range game.Direction(game.Directions) {
			columns, rows := d.Delta()
			if rows == 0 || b.Edge(head, d) < 2 {
				continue
			}
			second := game.SquareAt(head.Col()+columns, head.Row()+rows)
			third := game.SquareAt(second.Col()+columns, second.Row()+rows)
			if stones[us].Has(second) && !stones[0].Has(third) && !stones[1].Has(third) {
				stones[us] = stones[us].Without(head).With(third)
				stones[us.Other()].Set(head)
				return b.Position(stones[game.White], stones[game.Black], us)
			}
		}
	}
	return s
}

// compareLeading compares both generators in one position and counts the kinds of moves.
func compareLeading(t *testing.T, s *game.State, found map[string]int) {
	t.Helper()
	moves := s.AppendMoves(nil)
	for lead := s.Lead() + 1; lead <= s.Lead()+3; lead++ {
		var want []game.Move
		for _, m := range moves {
			if s.LeadAfter(m) >= lead {
				want = append(want, m)
			}
		}
		got := s.AppendLeading(nil, lead)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v: lead %d: got %v, want %v", s.Board().Rules().Name(), s, lead, got, want)
		}
	}
	if len(moves) > 0 {
		countForbidden(s, found)
	}
	entering := 0
	far := s.Board().FarRow(s.Turn())
	for _, m := range moves {
		across := m.Direction() == game.East || m.Direction() == game.West
		taken := s.Captured(m)
		gone := taken.And(s.Board().FarRow(s.Turn().Other()))
		leaves := !across && far.Has(m.Rear())
		switch {
		case !across && far.Has(s.Landing(m)):
			entering++
			found["enter"]++
			if !taken.Empty() {
				found["capture on entering"]++
			}
		case gone.Count() > 1:
			found["evict several"]++
		case gone.Count() == 1 && leaves:
			found["leave and evict"]++
		case gone.Count() == 1:
			found["evict"]++
		}
	}
	if len(moves) == 0 || s.Board().Rules().Behind == game.BehindLevel && s.Lead() != 0 {
		return
	}
	switch can := s.CanEnter(); {
	case can && entering == 0:
		found["symmetric"]++
		if s.Board().Rules().Symmetry == game.NoSymmetry {
			t.Fatalf("%s: %v: no move enters", s.Board().Rules().Name(), s)
		}
	case !can && entering > 0:
		t.Fatalf("%s: %v: %d moves enter", s.Board().Rules().Name(), s, entering)
	}
}

// countForbidden counts the captures on the far row that only the symmetry rule forbids.
func countForbidden(s *game.State, found map[string]int) {
	b := s.Board()
	free := b.Rules()
	if free.Symmetry == game.NoSymmetry {
		return
	}
	far := b.FarRow(s.Turn())
	enemy := s.Stones(s.Turn().Other())
	for squares := b.Mask(); !squares.Empty(); {
		rear := squares.Pop()
		for d := range game.Direction(game.Directions) {
			m := game.NewMove(rear, d, 1)
			own := s.Stones(s.Turn())
			if _, rows := d.Delta(); rows == 0 || !own.Has(rear) || s.PhalanxLength(m) < 2 ||
				b.Edge(rear, d) < s.PhalanxLength(m) {
				continue
			}
			if landing := s.Landing(m); far.Has(landing) && enemy.Has(landing) && !s.Legal(m) &&
				s.Lead() == 0 {
				found["symmetric capture"]++
			}
		}
	}
}

func TestAppendLeadingAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	b := board(t, "epaminondas:8x8")
	var states []game.State
	for range 200 {
		states = append(states, crowded(b, rng))
	}
	buffer, moves := make([]game.Move, 0, 256), 0
	allocations := testing.AllocsPerRun(5, func() {
		for i := range states {
			if states[i].CanEnter() {
				moves += len(states[i].AppendLeading(buffer, states[i].Lead()+1))
			}
		}
	})
	if allocations != 0 || moves == 0 {
		t.Errorf("%v allocations, %d moves", allocations, moves)
	}
}
