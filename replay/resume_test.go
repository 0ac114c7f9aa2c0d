package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

// TestResume stops a sampler at various moments and continues with another sampler, which reads its
// games from the store. Both must draw the same samples, although the first sampler got the games
// directly from play.
func TestResume(t *testing.T) {
	ctx := context.Background()
	b := game.MustBoard(boards[0])
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

// resume returns a new sampler in the state of s. drawn draws samples and returns their content as
// text. In the text all NaN are equal.
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
	b := game.MustBoard(boards[0])
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
		"games":  func(s *SamplerState) { s.Window-- },
		"weight": func(s *SamplerState) { s.Weight = 1 },
		"source": func(s *SamplerState) { s.Source = s.Source[1:] },
	} {
		changed := state
		change(&changed)
		if err := newSampler(t, b, open, 1, nil).Restore(ctx, st, changed); err == nil {
			t.Errorf("restored a state with the wrong %s", name)
		}
	}
}

// A restored window lacks missing and damaged games, and reports them.
func TestRestoreWithoutSomeGames(t *testing.T) {
	ctx := context.Background()
	b := game.MustBoard(boards[0])
	st := newStore(t)
	s := newSampler(t, b, open, 1, nil)
	played := games(b, 4, 8)
	for _, g := range played {
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Follow(ctx, st); err != nil {
		t.Fatal(err)
	}
	other := games(game.MustBoard(boards[1]), 5, 1)[0]
	foreign, err := EncodeGame(other)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{
		`DELETE FROM games WHERE id = 3`,
		`UPDATE games SET record = CAST(substr(record, 1, length(record)-1) AS BLOB) WHERE id = 5`,
		// This record has another version.
		`UPDATE games SET record = CAST('EPG' || char(99) || substr(record, 5) AS BLOB) WHERE id = 6`,
	} {
		if _, err := st.db.Exec(change); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.db.Exec(`UPDATE games SET record = ? WHERE id = 7`, foreign); err != nil {
		t.Fatal(err)
	}
	resumed := newSampler(t, b, open, 1, nil)
	if err := resumed.Restore(ctx, st, figures(t, s)); err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, i := range []int{2, 4, 5, 6} {
		lost += played[i].Positions()
	}
	if resumed.Lost() != lost || resumed.Window() != s.Window()-lost ||
		resumed.Positions() != s.Positions() || lost == 0 {
		t.Errorf("%d positions are lost, %d of %d left; want %d lost", resumed.Lost(), resumed.Window(),
			s.Window(), lost)
	}
	for _, p := range draw(t, resumed, 200) {
		if p.Game == 3 || p.Game >= 5 && p.Game <= 7 {
			t.Errorf("a sample of game %d", p.Game)
		}
	}
	list, err := st.Damaged(ctx)
	if err != nil || len(list) != 3 || !reflect.DeepEqual(list, resumed.Damaged()) {
		t.Fatalf("set aside are %v, %v, the sampler says %v", list, err, resumed.Damaged())
	}
	for i, want := range []string{"checksum", "unknown version 99", "want \""} {
		if d := list[i]; d.ID != int64(i+5) || d.Number != played[i+4].Number ||
			d.Seed != played[i+4].Seed || !strings.Contains(d.Reason, want) {
			t.Errorf("%v: want %q in it", d, want)
		}
	}

	// The sampler does not read them again, but it reads new games.
	ids := 0
	if err := st.Each(ctx, 1, func(int64, *Game) error { ids++; return nil }); err != nil || ids != 4 {
		t.Errorf("%d games are read, %v, want 4", ids, err)
	}
	again := newSampler(t, b, open, 1, nil)
	if err := again.Restore(ctx, st, figures(t, s)); err != nil || again.Lost() != lost ||
		len(again.Damaged()) != 0 {
		t.Errorf("restored again: %v, %d lost, %v", err, again.Lost(), again.Damaged())
	}
	next := games(b, 6, 1)[0]
	next.Seed, next.Number = 99, 0
	if _, err := st.Append(ctx, next); err != nil {
		t.Fatal(err)
	}
	if added, err := again.Follow(ctx, st); err != nil || added != 1 {
		t.Errorf("%d games are added, %v", added, err)
	}
}

// TestFollowSetsAside checks that a damaged game does not stop a sampler that follows a store, and
// that an inspection without mending changes nothing.
func TestFollowSetsAside(t *testing.T) {
	ctx := context.Background()
	b := game.MustBoard(boards[0])
	st := newStore(t)
	for _, g := range games(b, 4, 5) {
		if _, err := st.Append(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := st.db.Exec(`UPDATE games SET record = x'00' WHERE id IN (2, 5)`); err != nil {
		t.Fatal(err)
	}
	s := newSampler(t, b, open, 1, nil)
	for _, mend := range []bool{false, true} {
		var found []int64
		read, err := s.Inspect(ctx, st, mend, func(_ int, d *Damaged) {
			if d != nil {
				found = append(found, d.ID)
			}
		})
		if err != nil || read != 5 || !slices.Equal(found, []int64{2, 5}) {
			t.Errorf("of %d games, %v are damaged, %v", read, found, err)
		}
		if !mend {
			if added, err := s.FollowTo(ctx, st, 3); err != nil || added != 2 || s.Last() != 3 ||
				len(s.Damaged()) != 1 {
				t.Errorf("added %d games up to %d, %v; %v", added, s.Last(), err, s.Damaged())
			}
			if _, err := st.db.Exec(`DELETE FROM damaged_games`); err != nil {
				t.Fatal(err)
			}
		}
	}
	if list, err := st.Damaged(ctx); err != nil || len(list) != 2 {
		t.Errorf("set aside are %v, %v", list, err)
	}
	if added, err := s.Follow(ctx, st); err != nil || added != 1 {
		t.Errorf("added %d games, %v", added, err)
	}
}
