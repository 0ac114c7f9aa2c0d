package selfplay

import (
	"fmt"
	"testing"
	"time"

	"epaminondas/replay"
)

func TestShelf(t *testing.T) {
	const second = time.Second
	for _, test := range []struct {
		passOver bool
		games    []uint64 // in the order in which they end
		every    time.Duration
		want     string
	}{
		{false, []uint64{5, 7, 6, 8}, second, "[5] [] [6 7] [8]"},
		{false, []uint64{6, 7, 8, 9, 10, 5}, time.Hour, "[] [] [] [] [] [5 6 7 8 9 10]"},
		{true, []uint64{5, 7, 6, 8}, second, "[5] [] [6 7] [8]"},
		{true, []uint64{6, 7, 8, 9, 10, 5, 11}, second, "[] [] [] [6 7 8 9] [10] [5] [11]"},
		{true, []uint64{6, 9, 7, 10, 8, 5}, second, "[] [] [] [6 7] [8 9 10] [5]"},
		{true, []uint64{6, 7, 8, 5}, 20 * second, "[] [] [6 7 8] [5]"},
	} {
		s := sequencer{most: 3, passOver: test.passOver, early: map[int]*replay.Game{}}
		now, got := time.Unix(0, 0), ""
		for i, number := range test.games {
			var list []uint64
			ended := played{int(number) - 5, &replay.Game{Number: number}}
			for _, g := range s.add(ended, now.Add(time.Duration(i)*test.every)) {
				list = append(list, g.Number)
			}
			got += fmt.Sprintf("%v ", list)
		}
		if got != test.want+" " {
			t.Errorf("pass over %v: %v come as %s, want %s", test.passOver, test.games, got, test.want)
		}
	}
}
