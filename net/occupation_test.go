package net

import (
	"math"
	"testing"

	"epaminondas/game"
)

// The occupation agrees with the plain network, for both sides to move.
func TestOccupationAgreesWithPlainNetwork(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 2, Channels: 6, PoolEvery: 1, ValueHidden: 3, Planes: Attack}, 5)
	network := NewNetwork(w)
	turns := map[game.Colour]int{}
	eachPosition(t, "epaminondas:4x6x1", 1, 12, func(s *game.State, _ []game.Move) {
		got, err := network.Occupation(s)
		if err != nil {
			t.Fatal(err)
		}
		b := s.Board()
		n := plainNet{w, b.Height(), b.Width()}
		for q, x := range n.trunk(s) {
			want, at := plainSoftmax(n.dense("occupation.out", x)), game.SquareAt(q%b.Width(), q/b.Width())
			white, black := want[0], want[1]
			if s.Turn() == game.Black {
				at, white, black = b.FlipSquare(at), black, white
			}
			o := got[at.Row()*b.Width()+at.Col()]
			if math.Abs(float64(o.White)-white) > 1e-5 || math.Abs(float64(o.Black)-black) > 1e-5 {
				t.Fatalf("%s: %s is %+v, want %v and %v", s, at, o, white, black)
			}
		}
		turns[s.Turn()]++
	})
	if turns[game.White] == 0 || turns[game.Black] == 0 {
		t.Errorf("the turns are %v", turns)
	}
}

// A network without a trained head predicts nothing.
func TestOccupationIsMissing(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 1, Channels: 4, ValueHidden: 3}, 5)
	clear(w.Param("occupation.out.weight").Data)
	s := game.MustBoard("crossings").Start()
	if got, err := NewNetwork(w).Occupation(&s); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	w.Param("occupation.out.weight").Data[0] = float32(math.NaN())
	if _, err := NewNetwork(w).Occupation(&s); err == nil {
		t.Error("no error from a weight that is not finite")
	}
}
