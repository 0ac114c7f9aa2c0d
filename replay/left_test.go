package replay

import (
	"path/filepath"
	"slices"
	"testing"

	"epaminondas/game"
)

// leavable returns a store with games of two seeds. The ids of seed 1 are 1 to 6, those of seed 2 are 7
// to 9, and game 10 is of seed 1 again. The numbers have holes.
func leavable(t *testing.T) *Store {
	t.Helper()
	st, err := Open(filepath.Join(t.TempDir(), "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	for _, g := range []struct{ seed, number uint64 }{{1, 0}, {1, 1}, {1, 4}, {1, 3}, {1, 2}, {1, 6},
		{2, 0}, {2, 1}, {2, 3}, {1, 8}} {
		appendGame(t, st, g.seed, g.number)
	}
	return st
}

// appendGame adds a game with a seed and a number.
func appendGame(t *testing.T, st *Store, seed, number uint64) int64 {
	t.Helper()
	g := finished(game.MustBoard("epaminondas:4x6x1"))
	g.Seed, g.Number = seed, number
	id, err := st.Append(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// answers has what a run asks its store about games that may have been left behind.
type answers struct {
	count, positions, last int64
	next                   []uint64 // of the seeds 1, 2 and 3
	holes                  [][]uint64
}

func answersOf(t *testing.T, st *Store) (f answers) {
	t.Helper()
	var err error
	for _, figure := range []struct {
		to  *int64
		get func() (int64, error)
	}{{&f.count, func() (int64, error) { return st.Count(t.Context()) }},
		{&f.positions, func() (int64, error) { return st.Positions(t.Context()) }},
		{&f.last, func() (int64, error) { return st.Last(t.Context()) }}} {
		if *figure.to, err = figure.get(); err != nil {
			t.Fatal(err)
		}
	}
	for seed := uint64(1); seed <= 3; seed++ {
		next, err := st.NextNumber(t.Context(), seed, maxID)
		if err != nil {
			t.Fatal(err)
		}
		holes, err := st.Holes(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		f.next, f.holes = append(f.next, next), append(f.holes, holes)
	}
	return f
}

// Games that are left behind still count, and nobody asks for their numbers again.
func TestLeaveBehind(t *testing.T) {
	st := leavable(t)
	all := answersOf(t, st)
	if want := [][]uint64{{5, 7}, {2}, nil}; !slices.EqualFunc(all.holes, want, slices.Equal) {
		t.Fatalf("the holes are %v, want %v", all.holes, want)
	}
	for _, step := range []struct {
		first int64
		games int64 // left behind
		ids   []int64
		holes [][]uint64
	}{
		{1, 0, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, [][]uint64{{5, 7}, {2}, nil}},
		{5, 4, []int64{5, 6, 7, 8, 9, 10}, [][]uint64{{5, 7}, {2}, nil}}, // number 2 stays
		{8, 7, []int64{8, 9, 10}, [][]uint64{{7}, {2}, nil}},
		{3, 7, []int64{8, 9, 10}, [][]uint64{{7}, {2}, nil}},
		{100, 9, []int64{10}, [][]uint64{{7}, nil, nil}}, // the newest game stays
	} {
		if err := st.LeaveBehind(t.Context(), step.first); err != nil {
			t.Fatal(err)
		}
		want := all
		want.holes = step.holes
		got := answersOf(t, st)
		if got.count != want.count || got.positions != want.positions || got.last != want.last ||
			!slices.Equal(got.next, want.next) || !slices.EqualFunc(got.holes, want.holes, slices.Equal) {
			t.Errorf("before %d: %+v, want %+v", step.first, got, want)
		}
		var ids []int64
		if err := st.Each(t.Context(), 0, func(id int64, _ *Game) error {
			ids = append(ids, id)
			return nil
		}); err != nil || !slices.Equal(ids, step.ids) {
			t.Errorf("before %d: the games %v stay, %v, want %v", step.first, ids, err, step.ids)
		}
		if left, err := st.LeftBehind(t.Context()); err != nil || left.Games != step.games ||
			step.games == 9 && left.Positions >= all.positions || step.games > 0 && left.Positions == 0 {
			t.Errorf("before %d: %+v are left behind, %v, want %d games", step.first, left, err, step.games)
		}
	}
	if id := appendGame(t, st, 1, 9); id != 11 {
		t.Errorf("the next game has the id %d, want 11", id)
	}
}

// A store refuses a copy of a game that it has left behind. It takes games with greater numbers.
func TestLeftGamesArriveAgain(t *testing.T) {
	st := leavable(t)
	if err := st.LeaveBehind(t.Context(), 5); err != nil { // number 2 of seed 1 stays
		t.Fatal(err)
	}
	var games []Encoded
	arrivals := []struct {
		seed, number uint64
		fate         AppendResult
		has          bool // before the arrival
	}{{1, 0, Known, true}, {1, 4, Known, true}, {1, 2, Known, true}, {1, 5, Added, false},
		{2, 2, Added, false}, {3, 0, Added, false}, {1, 1 << 63, Added, false}}
	before := answersOf(t, st)
	for _, a := range arrivals {
		g := finished(game.MustBoard("epaminondas:4x6x1"))
		g.Seed, g.Number = a.seed, a.number
		encoded, err := Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, encoded)
		for _, record := range [][]byte{nil, encoded.Record} {
			if has, err := Has(t.Context(), st.db, a.seed, a.number, record); err != nil || has != a.has {
				t.Errorf("seed %d has number %d: %v, %v", a.seed, a.number, has, err)
			}
		}
	}
	fates, err := st.AppendAll(t.Context(), games)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range arrivals {
		if fates[i] != a.fate {
			t.Errorf("number %d of seed %d: fate %d, want %d", a.number, a.seed, fates[i], a.fate)
		}
	}
	if after := answersOf(t, st); after.count != before.count+4 {
		t.Errorf("%d games, then %d", before.count, after.count)
	}
	for _, gap := range []struct{ seed, from, want uint64 }{{1, 0, 7}, {1, 8, 9}, {2, 0, 4}, {3, 0, 1},
		{4, 5, 5}} {
		if n, err := Gap(t.Context(), st.db, gap.seed, gap.from); err != nil || n != gap.want {
			t.Errorf("the gap of seed %d from %d is %d, %v, want %d", gap.seed, gap.from, n, err, gap.want)
		}
	}
}
