package selfplay

import (
	"fmt"
	"testing"

	"epaminondas/replay"
)

func TestSequencer(t *testing.T) {
	for _, test := range []struct {
		games []uint64 // in the order in which they end
		want  string
	}{
		{[]uint64{5, 7, 6, 8}, "[5] [] [6 7] [8]"},
		{[]uint64{6, 7, 8, 9, 10, 5}, "[] [] [] [] [] [5 6 7 8 9 10]"},
	} {
		s, got := sequencer{early: map[int]*replay.Game{}}, ""
		for _, number := range test.games {
			var list []uint64
			for _, g := range s.add(played{int(number) - 5, &replay.Game{Number: number}}) {
				list = append(list, g.Number)
			}
			got += fmt.Sprintf("%v ", list)
		}
		if got != test.want+" " {
			t.Errorf("%v come as %s, want %s", test.games, got, test.want)
		}
	}
}
