package replay

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"epaminondas/game"
)

// TestFork compares forks with a sampler that gets the games itself, and rewinds one.
func TestFork(t *testing.T) {
	b := game.MustBoard(boards[0])
	played := evenGames(b, 4, 30)
	window := WindowConfig{Min: 20, Growth: 0.5, Exponent: 0.6}
	filled := func(source *rand.PCG) *Sampler {
		s, err := NewSampler(b, window, 2, source)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range played[:20] {
			if err := s.Add(int64(i+1), g); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	shared := filled(rand.NewPCG(0, 0))
	draw(t, shared, 10)
	for seed := range uint64(2) {
		want, fork := filled(rand.NewPCG(seed, 1)), shared.Fork(rand.NewPCG(seed, 1))
		if got, want := figures(t, fork), figures(t, want); !reflect.DeepEqual(got, want) {
			t.Errorf("a fork has %+v, want %+v", got, want)
		}
		if drawn(t, fork) != drawn(t, want) {
			t.Error("a fork draws other samples")
		}
		state, err := fork.State()
		if err != nil {
			t.Fatal(err)
		}
		first := drawn(t, fork)
		if err := fork.Rewind(state); err != nil || drawn(t, fork) != first {
			t.Errorf("rewound, the fork draws other samples, %v", err)
		}
		// New games move the window of the fork, but not of the others.
		for i, g := range played[20:] {
			if err := fork.Add(int64(i+21), g); err != nil {
				t.Fatal(err)
			}
		}
		if err := fork.Rewind(state); err == nil {
			t.Error("rewinds over new games")
		}
	}
	if got, want := figures(t, shared), figures(t, filled(rand.NewPCG(0, 0))); got.Window != want.Window ||
		got.First != want.First || shared.games[0] == nil || shared.games[0].id != got.First {
		t.Errorf("the shared sampler changed: %+v, want %+v", got, want)
	}
}
