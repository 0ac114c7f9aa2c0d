package replay

import (
	"reflect"
	"testing"

	"epaminondas/game"
)

// TestSettle overdraws a sampler and settles it: nothing is owed for the games so far, and new games
// owe as many samples as ever. The state keeps that.
func TestSettle(t *testing.T) {
	const uses = 3
	b := game.MustBoard(boards[0])
	window := WindowConfig{Min: 10, Growth: 1, Exponent: 1}
	for _, overdrawn := range []int{0, 1000} {
		st := newStore(t)
		s := newSampler(t, b, window, uses, nil)
		played := evenGames(b, 4, 40)
		for _, g := range played[:20] {
			addTo(t, st, s, g)
		}
		draw(t, s, overdrawn)
		drawn := s.Drawn()
		s.Settle()
		if s.Owed() != 0 || s.Ready(1) != 0 || s.Drawn() != drawn || s.Ahead() < 0 || s.Ahead() >= 1 {
			t.Errorf("settled after %d samples: owed %d, drawn %d, ahead %v", overdrawn, s.Owed(), s.Drawn(),
				s.Ahead())
		}
		s.Settle() // again changes nothing
		before := s.weight
		for _, g := range played[20:] {
			addTo(t, st, s, g)
		}
		due := uses * int(s.weight-before) / weightUnit
		if owed := s.Owed(); owed < due || owed > due+1 {
			t.Errorf("owed %d, want %d", owed, due)
		}
		resumed := resume(t, s, st)
		if got, want := figures(t, resumed), figures(t, s); !reflect.DeepEqual(got, want) ||
			resumed.Owed() != s.Owed() {
			t.Errorf("resumed %+v, owed %d, want %+v, owed %d", got, resumed.Owed(), want, s.Owed())
		}
	}
}

// addTo adds a game to a store and a sampler.
func addTo(t *testing.T, st *Store, s *Sampler, g *Game) {
	t.Helper()
	id, err := st.Append(t.Context(), g)
	if err == nil {
		err = s.Add(id, g)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestSkip compares a sampler that follows all games with a sampler that gets only the newest ones
// and skips the positions of the others. Their windows are the same.
func TestSkip(t *testing.T) {
	b := game.MustBoard(boards[0])
	window := WindowConfig{Min: 20, Growth: 0.5, Exponent: 0.6}
	played := evenGames(b, 4, 60)
	all := newSampler(t, b, window, 1, played)
	skipped := 0
	for _, g := range played[:20] {
		skipped += g.Positions()
	}
	s := newSampler(t, b, window, 1, nil)
	s.Skip(skipped)
	// A wide window keeps all games until the size changes.
	if err := s.SetWindow(WindowConfig{Min: 20, Growth: 1, Exponent: 1}); err != nil {
		t.Fatal(err)
	}
	for i, g := range played[20:] {
		if err := s.Add(int64(i+21), g); err != nil {
			t.Fatal(err)
		}
	}
	if s.Games() != 40 {
		t.Errorf("the wide window has %d games, want 40", s.Games())
	}
	if err := s.SetWindow(window); err != nil {
		t.Fatal(err)
	}
	if s.Window() != all.Window() || s.Games() != all.Games() || s.Positions() != all.Positions() ||
		s.games[0].id != all.games[0].id || s.Games() == 40 {
		t.Errorf("%d games with %d of %d positions, want %d with %d of %d", s.Games(), s.Window(),
			s.Positions(), all.Games(), all.Window(), all.Positions())
	}
	if err := s.SetWindow(WindowConfig{}); err == nil {
		t.Error("accepts a window without a size")
	}
}
