package learning

import (
	"errors"
	"math"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// opened returns a run with a number of games.
func opened(t *testing.T, games int) (*runs.Run, *game.Board) {
	t.Helper()
	r, err := runs.Open(t.Context(), played(t, games))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	board, err := r.Config.Board()
	if err != nil {
		t.Fatal(err)
	}
	return r, board
}

// TestHeldOutShare checks that the choice has the right share, does not depend on the order of
// games, and grows with the share.
func TestHeldOutShare(t *testing.T) {
	small, large := StoredGames{Share: 0.05}, StoredGames{Share: 0.1}
	count, more := 0, 0
	for n := range uint64(20000) {
		e := replay.Entry{ID: int64(n), Seed: 3, Number: n}
		held := small.HeldOut(e)
		e.ID = 7
		if held != small.HeldOut(e) || held && !large.HeldOut(e) {
			t.Fatalf("game %d", n)
		}
		if held {
			count++
		}
		if large.HeldOut(e) {
			more++
		}
	}
	if count < 900 || count > 1100 || more < 1850 || more > 2150 {
		t.Errorf("%d and %d of 20000 games are held out, want about 1000 and 2000", count, more)
	}
}

// TestBound checks that the smallest sufficient share is chosen, also from games whose smallest numbers
// an older run has kept back.
func TestBound(t *testing.T) {
	var all, rest []replay.Entry
	older := StoredGames{Share: 0.01}
	for n := range uint64(20000) {
		e := replay.Entry{ID: int64(n), Seed: 3, Number: n, Positions: 10}
		if all = append(all, e); !older.HeldOut(e) {
			rest = append(rest, e)
		}
	}
	for name, test := range map[string]struct {
		window    []replay.Entry
		positions int
		share     float64 // about this
	}{
		"all":               {all, 5000, 0.025},
		"rest":              {rest, 5000, 0.035},
		"more than allowed": {all, 50_000, 0.05},
		"too few":           {all[:100], 5000, 0.05},
	} {
		a := StoredGames{Share: 0.05}
		a.Bound(test.window, test.positions)
		_, held := a.Split(test.window)
		if math.Abs(a.Share-test.share) > 0.003 {
			t.Errorf("%s: share %v, want about %v", name, a.Share, test.share)
		}
		if got := Positions(held); a.Share < 0.05 && got != test.positions {
			t.Errorf("%s: %d positions are held out, want %d", name, got, test.positions)
		}
	}
}

// TestWindow compares the games of the window with a sampler that follows the run.
func TestWindow(t *testing.T) {
	r, board := opened(t, 100)
	for _, c := range []replay.WindowConfig{mini().Replay.WindowConfig,
		{Min: 10, Growth: 0.1, Exponent: 0.5}, {Min: 10, Max: 100, Growth: 1, Exponent: 1},
		{Min: 100000, Growth: 1, Exponent: 1}} {
		s, err := replay.NewSampler(board, c, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Follow(t.Context(), r.Games); err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), r.Dir, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		if window := a.Window(c); len(window) != s.Games() || Positions(window) != s.Window() {
			t.Errorf("%+v: %d games with %d positions, a run has %d with %d", c, len(window),
				Positions(window), s.Games(), s.Window())
		}
	}
}

// TestEach reads the games in order, and counts games that are refused or damaged.
func TestEach(t *testing.T) {
	r, _ := opened(t, 70)
	a, err := Open(t.Context(), r.Dir, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	a.Entries = append(a.Entries, replay.Entry{ID: 999})
	var ids []int64
	refused := errors.New("refused")
	damaged, reason, err := a.Each(t.Context(), a.Entries, func(done int, id int64, g replay.Encoded) error {
		ids = append(ids, id)
		if stored, err := r.Games.Load(t.Context(), id); err != nil || stored.Number != g.Game.Number ||
			done != len(ids)-1 {
			t.Errorf("game %d of %d: %v, %v", id, done, g.Game, err)
		}
		if id == 3 {
			return refused
		}
		return nil
	})
	if damaged != 2 || reason != refused || err != nil || len(ids) != 70 || ids[69] != 70 {
		t.Errorf("%d games, %d damaged, %v, %v", len(ids), damaged, reason, err)
	}
}
