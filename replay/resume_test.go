package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"epaminondas/game/gametest"
)

// TestResume stops a sampler at various moments and goes on with another one, which gets its games from the store. Both
// must draw the same, although the first was given the games as they were played.
func TestResume(t *testing.T) {
	ctx := context.Background()
	b := gametest.Board(t, boards[0])
	window := WindowConfig{Min: 40, Max: 90, Growth: 0.4, Exponent: 0.65}
	st := newStore(t)
	played := games(b, 4, 40)
	s := newSampler(t, b, window, 4, nil)
	for i, g := range played {
		id, err := st.Append(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(id, g); err != nil {
			t.Fatal(err)
		}
		for range s.Ready(16) {
			draw(t, s, 16)
		}
		if i%13 != 0 && i != len(played)-1 {
			continue
		}
		resumed := resume(t, s, st)
		if got, want := figures(t, resumed), figures(t, s); !reflect.DeepEqual(got, want) {
			t.Fatalf("resumed %+v, want %+v", got, want)
		}
		if s.Window() > 0 && drawn(t, resumed) != drawn(t, s) {
			t.Fatalf("after %d games the resumed sampler draws differently", i+1)
		}
	}
	if s.games[0].id < 5 {
		t.Fatal("the window never moved")
	}

	// A sampler that is behind the store catches up with it.
	behind := resume(t, s, st)
	for _, g := range games(b, 6, 30) {
		g.Seed = 8
		id, err := st.Append(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(id, g); err != nil {
			t.Fatal(err)
		}
	}
	if added, err := behind.Follow(ctx, st); err != nil || added != 30 {
		t.Fatalf("%d games added, error %v", added, err)
	}
	if got, want := figures(t, behind), figures(t, s); !reflect.DeepEqual(got, want) {
		t.Fatalf("followed to %+v, want %+v", got, want)
	}
	if drawn(t, behind) != drawn(t, s) {
		t.Fatal("the sampler that caught up draws differently")
	}
}

// resume returns a new sampler in the state that s writes down.
// drawn draws samples and returns all that they hold as text, in which one NaN is like another.
func drawn(t *testing.T, s *Sampler) string {
	t.Helper()
	return fmt.Sprintf("%+v", draw(t, s, 100))
}

func resume(t *testing.T, s *Sampler, st *Store) *Sampler {
	t.Helper()
	text, err := json.Marshal(figures(t, s))
	if err != nil {
		t.Fatal(err)
	}
	var state SamplerState
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	resumed, err := NewSampler(s.board, s.window, s.uses, rand.NewPCG(99, 99))
	if err != nil {
		t.Fatal(err)
	}
	if err := resumed.Restore(context.Background(), st, state); err != nil {
		t.Fatal(err)
	}
	return resumed
}

func figures(t *testing.T, s *Sampler) SamplerState {
	t.Helper()
	state, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestRestoreRefuses(t *testing.T) {
	ctx := context.Background()
	b := gametest.Board(t, boards[0])
	st := newStore(t)
	s := newSampler(t, b, open, 1, nil)
	for _, g := range games(b, 4, 5) {
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Follow(ctx, st); err != nil {
		t.Fatal(err)
	}
	state := figures(t, s)
	if err := s.Restore(ctx, st, state); err == nil {
		t.Error("restored a sampler in use")
	}
	for name, change := range map[string]func(*SamplerState){
		"games":  func(s *SamplerState) { s.Window++ },
		"weight": func(s *SamplerState) { s.Weight = 1 },
		"source": func(s *SamplerState) { s.Source = s.Source[1:] },
	} {
		changed := state
		change(&changed)
		if err := newSampler(t, b, open, 1, nil).Restore(ctx, st, changed); err == nil {
			t.Errorf("restored a state with the wrong %s", name)
		}
	}
	if _, err := st.db.Exec(`DELETE FROM games WHERE id = 3`); err != nil {
		t.Fatal(err)
	}
	if err := newSampler(t, b, open, 1, nil).Restore(ctx, st, state); err == nil {
		t.Error("restored a state whose games are gone")
	}
}
