package replay

import (
	"path/filepath"
	"slices"
	"testing"

	"epaminondas/game"
)

func TestHoles(t *testing.T) {
	st, err := Open(filepath.Join(t.TempDir(), "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	check := func(seed uint64, want ...uint64) {
		t.Helper()
		if holes, err := st.Holes(t.Context(), seed); err != nil || !slices.Equal(holes, want) {
			t.Errorf("the holes of seed %d are %v, %v, want %v", seed, holes, err, want)
		}
	}
	check(1)
	add := func(seed uint64, numbers ...uint64) {
		for _, n := range numbers {
			g := finished(game.MustBoard("epaminondas:4x6x1"))
			g.Seed, g.Number = seed, n
			if _, err := st.Append(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
	}
	add(1, 3, 0, 4)
	add(2, 0, 1, 2)
	add(1<<63, 1)
	check(1, 1, 2)
	check(2)
	check(1<<63, 0)
	add(1, 2, 1)
	check(1)
	add(1, 1<<62) // a hole without end gives a bounded list
	if holes, err := st.Holes(t.Context(), 1); err != nil || len(holes) != mostHoles || holes[0] != 5 {
		t.Errorf("%d holes, %v", len(holes), err)
	}
}
