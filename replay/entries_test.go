package replay

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"epaminondas/game"
)

// entriesOf returns the entries of a read-only database.
func entriesOf(ctx context.Context, path string) ([]Entry, error) {
	r, err := OpenReadOnly(ctx, path)
	if err != nil {
		return nil, err
	}
	list, err := NewView(r).Entries(ctx, game.MustBoard(boards[0]).Rules().Name())
	return list, errors.Join(err, r.Confirm(), r.Close())
}

func TestEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	st := openStore(t, path)
	var want []Entry
	for i, g := range games(game.MustBoard(boards[0]), 5, 4) {
		g.Seed, g.Number = 1<<63+uint64(i), uint64(i)
		id, err := st.Append(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, Entry{id, g.Seed, g.Number, g.Positions()})
	}
	for _, g := range games(game.MustBoard(boards[1]), 1, 4) { // is left out
		g.Seed = 9
		if _, err := st.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.SetAside(t.Context(), 2, errors.New("of no use")); err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 1, 2)
	if got, err := entriesOf(t.Context(), path); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	// Earlier versions made no table of damaged games.
	if _, err := st.db.Exec(`DROP TABLE damaged_games`); err != nil {
		t.Fatal(err)
	}
	if got, err := entriesOf(t.Context(), path); err != nil || len(got) != 4 {
		t.Errorf("without the table of damaged games %+v, %v", got, err)
	}
}

// TestEachSample compares the samples of a game with the samples that a sampler draws.
func TestEachSample(t *testing.T) {
	for _, rules := range boards {
		b := game.MustBoard(rules)
		played := evenGames(b, 11, 6)
		var all []Sample
		for i, g := range played {
			err := EachSample(b, int64(i+1), g, func(s *Sample) error {
				c := *s
				c.Moves, c.Policy = slices.Clone(s.Moves), slices.Clone(s.Policy)
				all = append(all, c)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		positions := 0
		for _, g := range played {
			positions += g.Positions()
		}
		if len(all) != positions {
			t.Fatalf("%s: %d samples of %d positions", rules, len(all), positions)
		}
		compared := 0
		for _, drawn := range draw(t, newSampler(t, b, open, 1, played), 500) {
			if drawn.Mirrored {
				continue
			}
			i := slices.IndexFunc(all, func(s Sample) bool {
				return s.Game == drawn.Game && s.Ply == drawn.Ply
			})
			if i < 0 || all[i].State != drawn.State || !slices.Equal(all[i].Policy, drawn.Policy) ||
				!slices.Equal(all[i].Moves, drawn.Moves) || all[i].Outcome != drawn.Outcome ||
				all[i].RootValue != drawn.RootValue || all[i].Mirrored {
				t.Fatalf("%s: game %d at ply %d differs", rules, drawn.Game, drawn.Ply)
			}
			compared++
		}
		if compared < 100 {
			t.Errorf("%s: compared only %d samples", rules, compared)
		}
	}
	enough := errors.New("enough")
	b := game.MustBoard(boards[0])
	if err := EachSample(b, 1, evenGames(b, 1, 1)[0], func(*Sample) error { return enough }); err != enough {
		t.Errorf("error %v", err)
	}
	if err := EachSample(game.MustBoard(boards[1]), 1, evenGames(b, 1, 1)[0],
		func(*Sample) error { return nil }); err == nil {
		t.Error("accepts a game of another board")
	}
}
