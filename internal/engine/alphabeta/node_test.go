package alphabeta

import (
	"testing"

	"epaminondas/game"
)

// TestProofsKeepTheirDistance stores a win three plies below the root and probes it at other plies.
func TestProofsKeepTheirDistance(t *testing.T) {
	s := newSearch(t, game.MustBoard("crossings"), 1)
	for _, sign := range []int{1, -1} {
		key := uint64(10 + sign)
		s.storeScore(key, game.NoMove, sign*(win-7), 0, 2, 3, -infinite, infinite)
		for _, ply := range []int{0, 3, 8} {
			if score, ok := s.probeScore(s.table.probe(key), ply, 2, -infinite, infinite); !ok ||
				score != sign*(win-4-ply) {
				t.Errorf("at ply %d it is %d, %v: want %d", ply, score, ok, sign*(win-4-ply))
			}
		}
	}
}

func TestKeysTellPliesApartBeforeTheLimit(t *testing.T) {
	b := game.MustBoard("epaminondas,max_plies=300")
	s := newSearch(t, b, 1)
	text := b.Start()
	key := func(ply string) uint64 {
		pos := position(t, "epaminondas,max_plies=300", text.Placement()+" "+ply)
		return s.key(&pos)
	}
	if key("10") != key("12") {
		t.Error("the keys differ although the limit is far away")
	}
	if key("280") == key("282") {
		t.Error("the keys are equal although the limit is near")
	}
}
