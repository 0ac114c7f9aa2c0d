package replay

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// memory holds games that were never in a database. Game i has the id i+1.
type memory struct {
	games []*Game
	aside []Damaged
}

func (m *memory) Walk(_ context.Context, first, last int64,
	do func(id int64, g *Game, damage error) error) error {
	for i, g := range m.games {
		id := int64(i) + 1
		if id < first || id > last {
			continue
		}
		var damage error
		if g == nil {
			damage = errors.New("it is gone")
		}
		if err := do(id, g, damage); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) SetAside(_ context.Context, id int64, reason error) (Damaged, error) {
	m.aside = append(m.aside, Damaged{ID: id, Reason: reason.Error()})
	return m.aside[len(m.aside)-1], nil
}

// TestSamplerReadsAnyGames compares a sampler of a database with a sampler of plain memory. One
// game is damaged in both.
func TestSamplerReadsAnyGames(t *testing.T) {
	ctx := context.Background()
	b := game.MustBoard(boards[0])
	window := WindowConfig{Min: 40, Max: 90, Growth: 0.4, Exponent: 0.65}
	st, plain := newStore(t), &memory{games: games(b, 4, 30)}
	for _, g := range plain.games {
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.db.Exec(`UPDATE games SET record = x'00' WHERE id = 7`); err != nil {
		t.Fatal(err)
	}
	plain.games[6] = nil
	var samplers [2]*Sampler
	for i, from := range []Games{st, plain} {
		s, err := NewSampler(b, window, 4, rand.NewPCG(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		if added, err := s.Follow(ctx, from); err != nil || added != len(plain.games)-1 {
			t.Fatalf("%d games were added, error %v", added, err)
		}
		samplers[i] = s
	}
	if len(plain.aside) != 1 || plain.aside[0].ID != 7 {
		t.Errorf("%v are set aside, want game 7", plain.aside)
	}
	if drawn(t, samplers[0]) != drawn(t, samplers[1]) {
		t.Error("the sampler of plain memory draws other positions")
	}
	resumed, err := NewSampler(b, window, 4, rand.NewPCG(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	if err := resumed.Restore(ctx, plain, figures(t, samplers[1])); err != nil {
		t.Fatal(err)
	}
	if drawn(t, resumed) != drawn(t, samplers[0]) {
		t.Error("the resumed sampler draws other positions")
	}
}
