package alphabeta

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// plainFeatures counts the features of a colour square by square.
func plainFeatures(pos *game.State, c game.Colour) (f [Terms]int) {
	b := pos.Board()
	width, height, last := b.Width(), b.Height(), b.Height()-1
	forward := 1
	if c == game.Black {
		forward = -1
	}
	own, other := pos.Stones(c), pos.Stones(c.Other())
	at := func(column, row int) int { // 1 own, 2 enemy, 0 empty, 3 off the board
		switch {
		case column < 0 || column >= width || row < 0 || row >= height:
			return 3
		case own.Has(game.SquareAt(column, row)):
			return 1
		case other.Has(game.SquareAt(column, row)):
			return 2
		}
		return 0
	}
	run := 0
	for column := range width {
		for row := range height {
			left := last - row // rows up to the far row
			if c == game.Black {
				left = row
			}
			free := at(column, row) == 0
			beside, reached := false, false
			for d := range game.Direction(game.Directions) {
				dc, dr := d.Delta()
				behind := at(column-dc, row-dr)
				beside = beside || behind == 1
				if free && behind == 1 {
					f[termMobility]++
				}
				if dr != forward {
					continue
				}
				n := 0 // stones in line behind the square
				for at(column-(n+1)*dc, row-(n+1)*dr) == 1 {
					n++
				}
				reached = reached || n > 0 || at(column-dc, row-dr) == 0 &&
					at(column-2*dc, row-2*dr) == 1 && at(column-3*dc, row-3*dr) == 1
				if at(column, row) == 1 {
					if n > 0 {
						f[termPointing]++
						if at(column+dc, row+dr) == 0 && at(column+2*dc, row+2*dr) == 0 {
							f[termStride]++
						}
					}
					if n > 1 {
						f[termTriple]++
					}
				}
			}
			if free && beside {
				f[termTerritory]++
			}
			if free && left == 0 && reached {
				f[termReach]++
			}
			if at(column, row) != 1 {
				continue
			}
			f[termStone]++
			f[termAdvance] += last - left
			if left < 3 {
				f[termFar+left]++
			}
			if left == last {
				f[termHomeStone]++
				for run = 1; at(column+run, row) == 1; run++ {
				}
				f[termHomeRun] = max(f[termHomeRun], run)
			}
			f[termCentre] += min(column, width-1-column)
			if at(column+1, row) == 1 {
				f[termRank]++
			}
		}
	}
	return f
}

func TestFeaturesAreTheirPlainTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, pos := range randomPositions(t, 2000, 16, rng) {
		e := newEvaluation(pos.Board(), large)
		var own, enemy [Terms]int
		all := allTerms()
		e.features(&pos, &all, &own, &enemy)
		if want := plainFeatures(&pos, pos.Turn()); own != want {
			t.Fatalf("%s %q: the mover has %v, want %v", pos.Board().Rules().Name(), pos.String(), own, want)
		}
		if want := plainFeatures(&pos, pos.Turn().Other()); enemy != want {
			t.Fatalf("%s %q: the opponent has %v, want %v", pos.Board().Rules().Name(),
				pos.String(), enemy, want)
		}
	}
}

// TestScoreIsTheWeightedSum compares the score, which skips features without weight, with the sum
// over all features.
func TestScoreIsTheWeightedSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for _, pos := range randomPositions(t, 500, 16, rng) {
		var v [Terms]int
		for i := range v {
			v[i] = rng.IntN(2) * (rng.IntN(1001) - 500)
		}
		w := Weights{Scale: 100}
		w.SetVector(v)
		s, err := New(pos.Board(), w, 1)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for i, n := range s.Features(&pos) {
			sum += v[i] * n
		}
		if got, want := s.eval.score(&pos), min(max(sum/10, -mostScore), mostScore); got != want {
			t.Fatalf("%q with %v: the score is %d, want %d", pos.String(), v, got, want)
		}
	}
}

func TestEvaluationIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for _, pos := range randomPositions(t, 250, 16, rng) {
		s := newSearch(t, pos.Board(), 1)
		mirror, turned := pos.Mirror(), pos.Turned()
		v := s.Evaluate(&pos)
		if m := s.Evaluate(&mirror); m != v {
			t.Fatalf("%q: %v, in a mirror %v", pos.String(), v, m)
		}
		if m := s.Evaluate(&turned); m != v {
			t.Fatalf("%q: %v, turned %v", pos.String(), v, m)
		}
		if v <= -1 || v >= 1 {
			t.Fatalf("%q: the static value %v counts as proven", pos.String(), v)
		}
	}
}

// TestQuietEnds checks that playing out the captures ends on the most crowded boards.
func TestQuietEnds(t *testing.T) {
	b := game.MustBoard("epaminondas:16x16x3")
	s := newSearch(t, b, 1)
	rng := rand.New(rand.NewPCG(27, 28))
	long := 0
	for range 4 {
		pos, ok := scatter(b, 0.35, rng)
		if !ok {
			continue
		}
		leaf, ok := s.Quiet(&pos)
		if s.nodes > quietNodes {
			t.Fatalf("%q: %d nodes", pos.String(), s.nodes)
		}
		if !ok {
			long++
			if leaf != pos {
				t.Errorf("%q: after a search without a result, the leaf is %q", pos.String(), leaf.String())
			}
		}
	}
	if long == 0 {
		t.Error("no position took long")
	}
}

func TestWeightsAreRefused(t *testing.T) {
	b := game.MustBoard("crossings")
	for _, change := range []func(*Weights){
		func(w *Weights) { w.Scale = 0 },
		func(w *Weights) { w.Turn = mostWeight + 1 },
		func(w *Weights) { w.Stone = -mostWeight - 1 },
	} {
		w := large
		change(&w)
		if _, err := New(b, w, 1); err == nil {
			t.Errorf("%+v are accepted", w)
		}
	}
}

func TestVectorAndBack(t *testing.T) {
	var v [Terms]int
	for i := range v {
		v[i] = i + 1
	}
	var w Weights
	w.SetVector(v)
	if got := w.Vector(); got != v || w.Stone != 1 || w.Turn != Terms {
		t.Errorf("%v became %v", v, got)
	}
}
