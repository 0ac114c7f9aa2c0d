package replay

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"epaminondas/game"
)

// manyGames returns a store with games of different lengths and weights, of which some are damaged.
func manyGames(t *testing.T, b *game.Board, games int) *Store {
	t.Helper()
	st, err := Open(filepath.Join(t.TempDir(), "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	rng := newRand(5)
	var kinds []*Game
	for range 40 {
		g := playGame(b, rng, 1)
		for i := range g.Searches {
			g.Searches[i].Weight = float32(rng.IntN(5)) / 4
		}
		kinds = append(kinds, g)
	}
	var list []Encoded
	for i := range games {
		g := *kinds[rng.IntN(len(kinds))]
		g.Seed, g.Number = 7, uint64(i)
		e, err := Encode(&g)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	if _, err := st.AppendAll(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{1, 17, int64(games) / 2, int64(games) - 3} {
		if _, err := st.db.Exec(`UPDATE games SET record = x'00' WHERE id = ?`, id); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// A follower that passes over games outside the window leaves the same sampler as one that reads all.
func TestFollowerPassesOverGamesOutsideTheWindow(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=20")
	const games = 3 * backlogLeast / 2
	st := manyGames(t, b, games)
	for _, window := range []WindowConfig{
		{Min: 50, Max: 2000, Growth: 0.5, Exponent: 0.5},
		{Min: 50, Growth: 0.2, Exponent: 0.9, GameWeight: 1.5},
		{Min: 50, Growth: 1, Exponent: 1},
	} {
		var states []SamplerState
		var drawn [][]Sample
		for _, slice := range []time.Duration{time.Hour, 5 * time.Millisecond, 0} {
			s, err := NewSampler(b, window, 2, rand.NewPCG(1, 2))
			if err != nil {
				t.Fatal(err)
			}
			if added, err := s.FollowTo(t.Context(), st, 300); err != nil || added < 290 {
				t.Fatalf("%d of the first games are added, %v", added, err)
			}
			var from Games = st
			if slice == 0 {
				from = struct{ Games }{st} // which does not know its sizes
				slice = time.Hour
			}
			f := NewFollower(s, &sync.Mutex{}, from)
			added, calls := 0, 0
			for more := true; more; calls++ {
				r, err := f.Follow(t.Context(), games, slice)
				if err != nil {
					t.Fatal(err)
				}
				added, more = added+r.Added, r.More
			}
			if want := games - 302; added != want || slice < time.Second && calls < 5 {
				t.Errorf("%v: %d games are added in %d calls, want %d games", window, added, calls, want)
			}
			state, err := s.State()
			if err != nil {
				t.Fatal(err)
			}
			batch := make([]Sample, 8)
			if err := s.Draw(batch); err != nil {
				t.Fatal(err)
			}
			states, drawn = append(states, state), append(drawn, batch)
		}
		for i := range states {
			if !reflect.DeepEqual(states[i], states[2]) || drawn[i][7].State != drawn[2][7].State {
				t.Errorf("%v: way %d ends with %+v, but reading all with %+v", window, i, states[i],
					states[2])
			}
		}
	}
}
