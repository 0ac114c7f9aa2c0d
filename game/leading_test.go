package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestAppendLeading compares the generator with its plain twin, all legal moves filtered by the lead
// that they leave.
func TestAppendLeading(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	found := map[string]int{}
	for range 1500 {
		b := boardOf(t, randomRules(rng))
		states := randomGame(b, 40, rng)
		for range 12 {
			states = append(states, scatter(b, rng), ranks(b, rng), crowded(b, rng), almostSymmetric(b, rng))
		}
		for i := range states {
			compareLeading(t, &states[i], found)
		}
	}
	for _, kind := range []string{"enter", "capture on entering", "evict", "evict several", "leave and evict", "symmetric"} {
		if found[kind] < 20 {
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
	if len(moves) == 0 || s.Board().Rules().Capture == game.CaptureSingle && s.Lead() != 0 {
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
